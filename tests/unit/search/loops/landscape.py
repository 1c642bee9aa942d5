"""Goals with a known optimum: rows of digits that are to become equal to some row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from slowpath.search.loops.algorithm import Aims, Algorithm, Vector

LENGTH = 8
Row = tuple[int, ...]


class Digits:
    """Rows of digits: one digit changes, or two rows are joined."""

    def fresh(self, random: Random) -> Row:
        return tuple(random.randrange(10) for _ in range(LENGTH))

    def mutated(self, thing: Row, random: Random) -> Row:
        place = random.randrange(LENGTH)
        return (*thing[:place], random.randrange(10), *thing[place + 1 :])

    def crossed(self, one: Row, other: Row, random: Random) -> Row:
        cut = random.randrange(LENGTH + 1)
        return (*one[:cut], *other[cut:])

    def weight(self, thing: Row) -> int:
        return sum(thing)


@dataclass
class Landscape:
    """A goal for each row in `wanted`; the fitness is the share of digits that differ. The goals in `never`
    are as good as that, and cannot be covered. A goal in `behind` has no fitness but for rows that are close
    to another one."""

    wanted: Sequence[Row]
    never: frozenset[int] = frozenset()
    behind: dict[int, int] = field(default_factory=dict)
    runs: int = 0

    @property
    def aims(self) -> Aims:
        return Aims(len(self.wanted), {goal: frozenset({other}) for goal, other in self.behind.items()})

    def rate(self, things: Sequence[Row]) -> list[Vector]:
        self.runs += len(things)
        return [tuple(self._fitness(goal, thing) for goal in range(len(self.wanted))) for thing in things]

    def _fitness(self, goal: int, thing: Row) -> float:
        differ = sum(one != other for one, other in zip(self.wanted[goal], thing, strict=True)) / LENGTH
        if goal in self.never:
            return max(differ, 0.5)
        if goal in self.behind and self._fitness(self.behind[goal], thing) > 0.5:
            return 1.0
        return differ


def rows(count: int) -> list[Row]:
    """Wanted rows: each has another digit everywhere, so no row is close to two of them."""
    return [tuple((goal + 3 * place) % 10 for place in range(LENGTH)) for goal in range(count)]


def searched(kind: type[Algorithm[Any]], landscape: Landscape, runs: int, seed: int = 0) -> Algorithm[Any]:
    """Search until all is covered, or for so many runs."""
    found = kind(landscape.aims, Digits(), Random(seed))
    while not found.is_over and landscape.runs < runs:
        found.step(landscape.rate, landscape.runs / runs)
    return found
