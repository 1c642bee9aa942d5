"""Depth-first enumeration of paths.

Each run starts from an input; its path is followed backwards, and every decision that no earlier path
decided otherwise is negated and solved once, behind the decisions before it. So each prefix of
decisions is solved at most once and each path is run once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values, Variables
from slowpath.solve.verdict import Model, Unknown, Verdict
from slowpath.values.path import Path

Solve = Callable[[list[Condition], Variables, Values], Verdict]


@dataclass(slots=True)
class Tally:
    """What an exploration did: `divergences` are runs that left the path predicted for their input."""

    runs: int = 0
    solves: int = 0
    unknown: int = 0
    divergences: int = 0
    complete: bool = True
    lost: dict[str, int] = field(default_factory=dict)


def explore(run: Callable[[Values], Path], solve: Solve, tally: Tally) -> Iterator[Path]:
    """Yield every path that can be reached, each once, depth first from the input where all is default."""
    path = run({})
    tally.runs += 1
    yield path
    # The stack holds paths with the decisions that are still to be negated: from `first` to `last`.
    stack: list[tuple[Path, list[Condition], int, int]] = [_opened(path, 0)]
    while stack:
        path, held, first, last = stack.pop()
        if last < first:
            continue
        stack.append((path, held, first, last - 1))
        flipped = held[last].negated()
        tally.solves += 1
        verdict = solve([*held[:last], flipped], path.variables, path.model)
        if isinstance(verdict, Unknown):
            tally.unknown += 1
            tally.complete = False
        if not isinstance(verdict, Model):
            continue
        new = run(verdict.values)
        tally.runs += 1
        if not _follows(new, path, last):
            tally.divergences += 1
            continue
        yield new
        stack.append(_opened(new, last + 1))


def _opened(path: Path, first: int) -> tuple[Path, list[Condition], int, int]:
    held = [path.held(position) for position in range(len(path.conditions))]
    return path, held, first, len(held) - 1


def _follows(new: Path, old: Path, flipped: int) -> bool:
    """Tell whether a run decided as its parent before a decision, and otherwise there."""
    return (
        len(new.taken) > flipped
        and new.sites[: flipped + 1] == old.sites[: flipped + 1]
        and new.taken[:flipped] == old.taken[:flipped]
        and new.taken[flipped] != old.taken[flipped]
    )
