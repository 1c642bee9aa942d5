"""How far programs are from goals: each is run at a small size, and at a large one if that looks promising.

A program that drives a loop round N times does so at every size, so it shows at a small one whether it may
reach a goal, a thousand times faster than at the size that the goal asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Protocol

from slowpath.model.loops import Execution, Goal
from slowpath.model.run import End
from slowpath.recipe.program import Program
from slowpath.recipe.reduction import reduced
from slowpath.recipe.use import Use
from slowpath.search.loops.algorithm import Vector
from slowpath.search.loops.fitness import fitness, guaranteed

# The size at which every program runs: nested loops go round several times, and a run takes milliseconds.
SMALL = 8
WANTED = 5  # iterations that are wanted there: less than N, since ends and halves are left out
_LARGER = 2 * SMALL  # the size that shows how fast the iterations grow
_STRIDE = (
    5  # times as large at most is the next run: what breaks down at some size is seen before it costs much
)
_STEPS = 8  # runs on the way to a goal: growth need not be a straight line
# The least fitness of a run that does not return: more than 0, which is a goal that is reached.
_CUT_OFF = 0.01
_MOST = 64  # the largest size by the iterations that are wanted: what grows slower does not grow with N


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What one run did: with loops, and how it came to its end. `raises` is its exception in one line."""

    execution: Execution
    end: End
    raises: str | None = None


class Observe(Protocol):
    """Runs a use of the target at a size and tells what it did with loops."""

    def __call__(self, use: Use, size: int, *, large: bool) -> RunOutcome:
        """Run it; one that is `large` may cost as much as a run of the whole command."""


# Binds a program to the target; None if it is no use of it.
UseOf = Callable[[Program], Use | None]


@dataclass(frozen=True, slots=True)
class GoalAttempt:
    """The best that is known for a goal: a use of the target, at a size, and what it did."""

    use: Use
    size: int
    outcome: RunOutcome
    iterations: int
    fitness: float
    why: str | None = None  # it does not come further, if that is known
    reaches: bool = False  # the goal, in a run that comes to its end; one that raises is not as fit as others


class Rating:
    """Rates programs for the goals of one target. `attempts` has the best for each goal, `runs` counts.

    A run that raises is not as fit as one that returns, even if it reaches a goal; so is one that is cut off.
    """

    def __init__(
        self,
        observe: Observe,
        use_of: UseOf,
        goals: Sequence[Goal],
        attempts: Sequence[GoalAttempt | None] = (),
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:
        """`attempts` are those of a search that goes on. When the time `is_over`, all is rated worst."""
        self.goals = tuple(goals)
        self.attempts: list[GoalAttempt | None] = list(attempts) or [None] * len(self.goals)
        self.runs = 0
        self._is_over = is_over
        self._observe = observe
        self._use_of = use_of
        self._small = [replace(goal, wanted=min(goal.wanted, WANTED)) for goal in self.goals]
        self._known: dict[str, Vector] = {}
        self._worst = (1.0,) * len(self.goals)

    def run(self, use: Use, size: int, *, large: bool = False) -> RunOutcome:
        """Run a use of the target."""
        self.runs += 1
        return self._observe(use, size, large=large)

    def rate(self, programs: Sequence[Program]) -> list[Vector]:
        """Return the fitness of programs for each goal. Goals that are reached are no aim any more: for
        them, every other program has the worst."""
        return [self._rated(each) for each in programs]

    def is_reached(self, goal: int) -> bool:
        """Whether an attempt reaches a goal."""
        attempt = self.attempts[goal]
        return attempt is not None and attempt.fitness == 0.0

    def _rated(self, program: Program) -> Vector:
        source = program.source
        if source not in self._known:
            self._known[source] = self._fitness(program)
        return self._known[source]

    def _fitness(self, program: Program) -> Vector:
        use = self._use_of(program)
        if use is None or self._is_over():
            return self._worst
        small = self.run(use, SMALL)
        if small.end is End.REFUSED:
            return self._worst
        return tuple(self._single(use, number, small) for number in range(len(self.goals)))

    def _single(self, use: Use, number: int, small: RunOutcome) -> float:
        """The fitness for one goal: half of it is what the small run misses, half what the large one does."""
        if self.is_reached(number):
            return 1.0
        near = fitness(self._small[number], small.execution)
        iterations = guaranteed(self.goals[number], small.execution)
        best = GoalAttempt(use, SMALL, small, iterations, (near + 1.0) / 2)
        if not near:
            best = self._lifted(use, number, small)
        known = self.attempts[number]
        if known is None or best.fitness < known.fitness:
            self.attempts[number] = best
        return best.fitness

    def growth(self, use: Use, number: int) -> tuple[int, int]:
        """Return the iterations for a goal at two small sizes; none if a run does not return."""
        runs = [self.run(use, size) for size in (SMALL, _LARGER)]
        if any(each.end is not End.RETURNED for each in runs):
            return 0, 0
        one, other = (guaranteed(self.goals[number], each.execution) for each in runs)
        return one, other

    def lifted(self, use: Use, number: int) -> GoalAttempt:
        """Return what a use comes to for a goal, at a size that is large enough if there is one."""
        return self._lifted(use, number, self.run(use, SMALL))

    def smallest(self, attempt: GoalAttempt, number: int, most: int) -> GoalAttempt:
        """Return the attempt with the smallest program that still reaches a goal, perhaps at a larger size;
        `most` programs are tried. Small sizes show whether it may: the iterations grow at least half as
        fast."""
        first, second = self.growth(attempt.use, number)

        def still(program: Program) -> bool:
            use = self._use_of(program)
            if use is None or self._is_over():
                return False
            now, later = self.growth(use, number)
            return now >= min(first, WANTED) and later - now >= (second - first) / 2

        use = self._use_of(reduced(attempt.use.program, still, most))
        assert use is not None
        made = self.lifted(use, number)
        return attempt if made.fitness else made

    def _lifted(self, use: Use, number: int, small: RunOutcome) -> GoalAttempt:
        """The attempt at a size that reaches the goal, or as near as it comes."""
        last = self.judged(use, number, SMALL, small)
        if last.reaches:
            return last
        now = self.judged(use, number, _LARGER, self.run(use, _LARGER))
        best = min(last, now, key=lambda each: each.fitness)
        for _ in range(_STEPS):
            slope = (now.iterations - last.iterations) / (now.size - last.size)
            if best.reaches:
                return best
            if slope <= 0 or now.outcome.end in (End.BUDGET, End.REFUSED):
                same = f"it makes {best.iterations:,} iterations at N = {last.size:,} and at N = {now.size:,}"
                return replace(best, why=_ending(now) or same)
            size = now.size + max(1, ceil((self.goals[number].wanted - now.iterations) / slope))
            if size > _MOST * self.goals[number].wanted:
                return best
            size = min(size, _STRIDE * now.size)
            last, now = now, self.judged(use, number, size, self.run(use, size, large=True))
            best = min(best, now, key=lambda each: each.fitness)
        return best

    def judged(self, use: Use, number: int, size: int, outcome: RunOutcome) -> GoalAttempt:
        """Return what a run of a use at a size comes to for a goal."""
        goal = self.goals[number]
        missing = fitness(goal, outcome.execution) if outcome.end is not End.REFUSED else 1.0
        reaches = not missing and outcome.end in (End.RETURNED, End.RAISED)
        if outcome.end is not End.RETURNED:
            missing = max(missing, _CUT_OFF)
        iterations = guaranteed(goal, outcome.execution)
        return GoalAttempt(use, size, outcome, iterations, missing / 2, reaches=reaches)


def _ending(attempt: GoalAttempt) -> str | None:
    """What became of a larger run, if it did not return."""
    outcome, at = attempt.outcome, f"at N = {attempt.size:,}"
    match outcome.end:
        case End.RETURNED:
            return None
        case End.REFUSED:
            return f"{at} the input cannot be built within the budget of a run"
        case End.RAISED:
            return f"{at} the run raises {outcome.raises}"
    return f"{at} the run does not finish: {outcome.end.value}"
