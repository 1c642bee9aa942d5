"""A search for things that cover many goals at once. What the things are, the algorithms do not know.

The fitness of a thing for a goal is a number from 0 (the goal is covered) to 1.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

Thing = TypeVar("Thing")
Vector = tuple[float, ...]  # the fitness of a thing for each goal
Rate = Callable[[Sequence[Any]], Sequence[Vector]]  # runs things and returns how fit they are, in their order


class Variation(Protocol[Thing]):
    """How things are made and changed. Every choice comes from the random source that is handed over."""

    def fresh(self, random: Random) -> Thing:
        """Return a new thing."""

    def mutated(self, thing: Thing, random: Random) -> Thing:
        """Return a thing with something changed."""

    def crossed(self, one: Thing, other: Thing, random: Random) -> Thing:
        """Return a thing that has something of both."""

    def weight(self, thing: Thing) -> int:
        """Return how large a thing is: of two that are equally fit, the smaller one is kept."""


@dataclass(frozen=True, slots=True)
class Aims:
    """The goals of a search, by their numbers. `parents` are goals that lie on the way to others: these open
    when the fitness of all their parents is at most `opening`."""

    count: int
    parents: Mapping[int, frozenset[int]] = field(default_factory=dict)
    opening: float = 0.0

    def open(self, fitness: Sequence[float]) -> set[int]:
        """Return the goals that are open if the best fitness of each is this."""
        return {
            goal
            for goal in range(self.count)
            if all(fitness[parent] <= self.opening for parent in self.parents.get(goal, frozenset()))
        }

    def narrowed(self, goals: Sequence[int]) -> Aims:
        """Return some of the goals, with new numbers in this order."""
        numbers = {goal: number for number, goal in enumerate(goals)}
        parents = {
            number: frozenset(numbers[each] for each in self.parents.get(goal, ()) if each in numbers)
            for goal, number in numbers.items()
        }
        return Aims(len(goals), parents, self.opening)


@dataclass(frozen=True, slots=True)
class Rated(Generic[Thing]):
    """A thing, how fit it is for each goal, and how large it is."""

    thing: Thing
    fitness: Vector
    weight: int

    def key(self, goal: int) -> tuple[float, int]:
        """How good it is for a goal: less is better."""
        return self.fitness[goal], self.weight


class GoalArchive(Generic[Thing]):
    """The best thing for each goal that was rated so far. Goals that are `closed` are no aim any more."""

    def __init__(self, count: int) -> None:
        self.closed: set[int] = set()
        self.best: list[Rated[Thing] | None] = [None] * count

    def add(self, rated: Rated[Thing]) -> None:
        """Keep a thing for every goal for which it is the best."""
        for goal, known in enumerate(self.best):
            if rated.fitness[goal] < 1.0 and (known is None or rated.key(goal) < known.key(goal)):
                self.best[goal] = rated

    @property
    def fitness(self) -> list[float]:
        """The best fitness for each goal."""
        return [1.0 if best is None else best.fitness[goal] for goal, best in enumerate(self.best)]

    @property
    def covered(self) -> set[int]:
        """The goals that are covered or closed."""
        return {goal for goal, fitness in enumerate(self.fitness) if fitness == 0.0} | self.closed


class Algorithm(ABC, Generic[Thing]):
    """One search. `archive` has what it found."""

    name: ClassVar[str]

    def __init__(self, aims: Aims, variation: Variation[Thing], random: Random, size: int = 30) -> None:
        """`size` is how many things it keeps at a time, or rates in one step."""
        self.aims = aims
        self.archive: GoalArchive[Thing] = GoalArchive(aims.count)
        self.variation = variation
        self._random = random
        self._size = size

    @abstractmethod
    def step(self, rate: Rate, elapsed: float) -> None:
        """Have some things rated, and learn from that. `elapsed` is the share of the budget that is used."""

    def seed(self, things: Sequence[Thing], rate: Rate) -> None:
        """Begin with things that are known; an algorithm that keeps things keeps them."""
        self._rated(things, rate)

    def known(self) -> list[Rated[Thing]]:
        """Return what a search can be begun with again."""
        best = {each.thing: each for each in self.archive.best if each is not None}
        return list(best.values())

    def narrowed(self, goals: Sequence[int], random: Random) -> Self:
        """Return a search for some of the goals, which begins with what this one knows."""
        other = type(self)(self.aims.narrowed(goals), self.variation, random, self._size)
        known = self.known()
        vectors = [tuple(each.fitness[goal] for goal in goals) for each in known]
        other.seed([each.thing for each in known], lambda _: vectors)
        return other

    @property
    def is_over(self) -> bool:
        """Whether every goal is covered or closed."""
        return len(self.archive.covered) == self.aims.count

    def _rated(self, things: Sequence[Thing], rate: Rate) -> list[Rated[Thing]]:
        """Have things rated; the archive keeps the best of them."""
        rated = [
            Rated(thing, tuple(fitness), self.variation.weight(thing))
            for thing, fitness in zip(things, rate(things), strict=True)
        ]
        for each in rated:
            self.archive.add(each)
        return rated


def algorithm_named(name: str) -> type[Algorithm[Any]]:
    """Return the algorithm of a name, that of its module."""
    module = importlib.import_module(f"{__package__}.algorithms.{name}")
    (found,) = (
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Algorithm) and each.__module__ == module.__name__
    )
    return found
