"""Which of many worst paths of the same cost to learn from: simple ones, alike at all sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from slowpath.scaling.path.point import Base, Key, Rows, rows_of, split
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.worst import WorstPaths
from slowpath.values.path import Path

RECORDED = 48  # paths of one size that are looked at closely: each is run again, with every decision noted
TRIED = 6  # selections of paths, one per size, that are tried: the simplest come first

Move = tuple[Key, tuple[int, ...]]  # how the leaves of a point change from one row to the next


@dataclass(frozen=True, slots=True)
class Observed:
    """A worst path at a size: its rows by point, and all the moves there are in it."""

    size: int
    cost: int
    rows: Rows
    names: list[tuple[Base, tuple[int, ...]]]
    moves: frozenset[Move]


def observed(subject: ScaledTarget, found: WorstPaths) -> list[Observed]:
    """The simplest worst paths of a size, those with the fewest different moves first. Raises Unmodelled."""
    simple = sorted(found.paths, key=_changes)[:RECORDED]
    looked = [_looked(subject, found, path) for path in simple]
    return sorted(looked, key=lambda each: (len(each.rows), len(each.moves)))


def selections(sizes: Sequence[Sequence[Observed]]) -> Iterator[dict[int, Observed]]:
    """Yield choices of one path per size: one of the simplest at the last, and the most similar before."""
    for last in sizes[-1][:TRIED]:
        chosen = {last.size: last}
        for options in sizes[:-1]:
            best = max(options, key=lambda each: _likeness(each, last))
            chosen[best.size] = best
        yield dict(sorted(chosen.items()))


def _looked(subject: ScaledTarget, found: WorstPaths, path: Path) -> Observed:
    again, contexts = subject.recorded(found.size, path.model)
    rows = rows_of(again, contexts)
    moves = [
        (key, tuple([b - a for a, b in zip(before.leaves(), after.leaves(), strict=False)]))
        for key, some in rows.items()
        for before, after in pairwise(some)
    ]
    names = [split(variable.name) for variable in again.variables]
    return Observed(found.size, found.cost, rows, names, frozenset(moves))


def _changes(path: Path) -> int:
    """How often the place that asks, or its answer, changes along a path."""
    sites, taken = path.sites, path.taken
    return sum(
        sites[place] != sites[place - 1] or taken[place] != taken[place - 1] for place in range(1, len(taken))
    )


def _likeness(one: Observed, other: Observed) -> float:
    points = len(one.rows.keys() & other.rows.keys()) - len(one.rows.keys() ^ other.rows.keys())
    moves = len(one.moves & other.moves) / max(1, len(one.moves | other.moves))
    return points + moves
