"""Things whose names tell what they were made of, and that are as fit as a table says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from slowpath.search.loops.algorithm import Vector

CHANGED, JOINED, FRESH = "'", "+", "new"


class Names:
    """Makes "new1", "new2" and so on; "a" changed is "a'", and "a" crossed with "b" is "a+b"."""

    def __init__(self, weights: Mapping[str, int] | None = None) -> None:
        """`weights` are those of things that do not weigh 1."""
        self._weights = weights or {}
        self._made = 0

    def fresh(self, random: Random) -> str:
        self._made += 1
        return f"{FRESH}{self._made}"

    def mutated(self, thing: str, random: Random) -> str:
        return f"{thing}{CHANGED}"

    def crossed(self, one: str, other: str, random: Random) -> str:
        return f"{one}{JOINED}{other}"

    def weight(self, thing: str) -> int:
        return self._weights.get(thing, 1)


class Table:
    """The fitness of things by their names; of any other thing it is 1 for all goals. `batches` are the
    things that were rated, call by call."""

    def __init__(self, goals: int, fitness: Mapping[str, Vector]) -> None:
        self._fitness = dict(fitness)
        self._none = (1.0,) * goals
        self.batches: list[list[str]] = []

    def rate(self, things: Sequence[str]) -> list[Vector]:
        self.batches.append(list(things))
        return [self._fitness.get(each, self._none) for each in things]


def origins(thing: str) -> list[str]:
    """Return the things that one was made of, without what was changed of them."""
    return [each.strip(CHANGED) for each in thing.split(JOINED)]


def is_fresh(thing: str) -> bool:
    """Tell whether a thing was made of nothing, and not changed."""
    return thing.startswith(FRESH) and CHANGED not in thing and JOINED not in thing
