"""The search for programs that reach the goals of a target. It can stop, and go on in another process."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from slowpath.knowledge.catalogue import knowledge_without
from slowpath.model.loops import Goal
from slowpath.model.target import Target
from slowpath.recipe.program import Program
from slowpath.recipe.statement import Repeat
from slowpath.recipe.use import Use, use_of
from slowpath.run.counted import Meter
from slowpath.search.loops.algorithm import Aims, Algorithm, algorithm_named
from slowpath.search.loops.fitness import PATH_WEIGHT
from slowpath.search.loops.gathering import Gathering, one_call
from slowpath.search.loops.material import Material
from slowpath.search.loops.rating import GoalAttempt, Observe, Rating
from slowpath.search.loops.solutions import solutions
from slowpath.search.loops.variation import ProgramVariation
from slowpath.search.recipes.admitted import admits_sources
from slowpath.shape.base import Shape
from slowpath.target.load import Loaded

# Programs that are tried to make one that reaches a goal smaller: each is a run, and a goal is not nearer for
# it.
_REDUCTIONS = 80
# The fitness of a program that finds the way to a loop, and does not get round once.
_ARRIVED = (1.0 - PATH_WEIGHT + 1.0) / 2


@dataclass(slots=True)
class SearchState:
    """What a search has come to: its algorithm, the best for each goal, what it knows of the parameters."""

    algorithm: Algorithm[Program]
    attempts: list[GoalAttempt | None]
    shapes: dict[str, Shape]
    runs: int = 0
    is_solved: bool = False  # whether the concolic engine was asked
    smallest: set[int] = field(default_factory=set)  # goals whose programs are as small as can be

    def narrowed(self, places: Sequence[int], seed: int) -> SearchState:
        """Return the state of a search for some of the goals, which begins with what this one knows."""
        return SearchState(
            self.algorithm.narrowed(places, Random(seed)),
            [self.attempts[place] for place in places],
            self.shapes,
            is_solved=self.is_solved,
        )


@dataclass(eq=False, slots=True)
class LoopSearch:
    """Searches programs for the goals of one target. `meter` runs trials, `observe` tells what runs do with
    loops. `is_over` says whether to stop. `given` are texts of shapes by parameter: what the target is called
    with is of them."""

    meter: Meter
    observe: Observe
    goals: Sequence[Goal]
    without: Collection[str] = field(default=(), kw_only=True)
    is_over: Callable[[], bool] = field(default=lambda: False, kw_only=True)
    given: Mapping[str, str] = field(default_factory=dict, kw_only=True)

    def begin(self, algorithm: str, seed: int, starts: Sequence[Program] = ()) -> SearchState:
        """Gather what programs are made of, and rate those to begin with; `starts` are known already."""
        random = Random(seed)
        gathering = Gathering(self.meter, random, knowledge_without(self.without), self.given)
        material = gathering.material(usages="usages" not in self.without)
        material = replace(material, starts=tuple(dict.fromkeys((*starts, *material.starts))))
        return self._begun(algorithm, random, material, gathering.shapes)

    def begin_with(self, algorithm: str, seed: int, material: Material) -> SearchState:
        """Begin with what is known already; the concolic engine is not asked, since shapes are not known."""
        state = self._begun(algorithm, Random(seed), material, {})
        state.is_solved = True
        return state

    def _begun(
        self, algorithm: str, random: Random, material: Material, shapes: dict[str, Shape]
    ) -> SearchState:
        if "repetition" in self.without:
            plain = tuple(each for each in material.starts if not _repeats(each))
            material = replace(material, starts=plain, usages=())
        variation = ProgramVariation(material, self.without)
        aims = Aims(len(self.goals), parents_of(self.goals), _ARRIVED)
        state = SearchState(
            algorithm_named(algorithm)(aims, variation, random), [None] * len(self.goals), shapes
        )
        rating = self._rating(state)
        known = [each for each in material.starts if variation.repaired(each) is not None]
        state.algorithm.seed(known, rating.rate)
        self._end(state, rating)
        return state

    def advance(self, state: SearchState, runs: int, elapsed: Callable[[], float]) -> None:
        """Go on for so many runs, or until all goals are reached; `elapsed` is the share of the budget."""
        rating = self._rating(state)
        while rating.runs < runs and not state.algorithm.is_over and not self.is_over():
            state.algorithm.step(rating.rate, elapsed())
        self._end(state, rating)

    def solve(self, state: SearchState, traced: Loaded) -> None:
        """Let the concolic engine find inputs; programs of them are rated, and variation may use them."""
        state.is_solved = True
        variation = state.algorithm.variation
        assert isinstance(variation, ProgramVariation)
        found = list(solutions(traced, state.shapes, self.meter.max_ops, self.is_over))
        material = replace(variation.material, solutions=tuple(found))
        state.algorithm.variation = ProgramVariation(material, self.without)
        made = [one_call(self.meter.loaded.target, inputs) for inputs in found]
        rating = self._rating(state)
        state.algorithm.seed([each for each in made if each is not None], rating.rate)
        self._end(state, rating)

    def _rating(self, state: SearchState) -> Rating:
        given = {name: state.shapes[name] for name in self.given}
        bind = partial(_admitted_use, target=self.meter.loaded.target, given=given)
        return Rating(self.observe, bind, self.goals, state.attempts, self.is_over)

    def _end(self, state: SearchState, rating: Rating) -> None:
        """Note what the ratings have shown; programs that reach a goal are made as small as can be."""
        for number in range(len(self.goals)):
            if rating.is_reached(number) and number not in state.smallest:
                state.smallest.add(number)
                attempt = rating.attempts[number]
                assert attempt is not None
                rating.attempts[number] = rating.smallest(attempt, number, _REDUCTIONS)
        state.attempts = rating.attempts
        state.runs += rating.runs


def _admitted_use(program: Program, target: Target, given: Mapping[str, Shape]) -> Use | None:
    """A program as a use of a target; None if it is none, or has an argument that is not of its shape."""
    use = use_of(program, target)
    return use if use and admits_sources(use.sources, use.scenario.each, given) else None


def parents_of(goals: Sequence[Goal]) -> dict[int, frozenset[int]]:
    """Return for each goal those whose whole path is a part of its own path."""
    paths = [frozenset(goal.path) for goal in goals]
    return {
        number: frozenset(other for other, beside in enumerate(paths) if beside < path)
        for number, path in enumerate(paths)
    }


def _repeats(program: Program) -> bool:
    return any(isinstance(each, Repeat) for each in program.statements)
