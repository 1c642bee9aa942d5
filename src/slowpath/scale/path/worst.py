"""The worst paths of a target at one small size.

All paths are explored where they are few. Where they are too many, the search goes on best first: the
costliest path that still has untried decisions is left at the last of them, so that the cost climbs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush

from slowpath.explore.exhaustive import Branching, Clock, Explorer
from slowpath.explore.limits import Limits
from slowpath.scale.path.subject import Subject
from slowpath.values.path import Cut, Path


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is spent on one size: paths explored exhaustively, paths of the climb behind that without
    any gain, seconds; and how many paths of the same cost are kept."""

    paths: int = 3_000
    patience: int = 800
    seconds: float = 20.0
    ties: int = 400


@dataclass(slots=True)
class Worst:
    """The worst paths that were found at a size; `exact` where all paths were seen."""

    size: int
    cost: int = -1
    paths: list[Path] = field(default_factory=list)
    exact: bool = False
    runs: int = 0

    def take(self, path: Path, ties: int) -> bool:
        """Take a path into account; tell whether it is better than all before."""
        if path.cut is Cut.REJECTED or path.cost < self.cost:
            return False
        if path.cost == self.cost:
            if len(self.paths) < ties:
                self.paths.append(path)
            return False
        self.cost, self.paths = path.cost, [path]
        return True


def worst(subject: Subject, size: int, effort: Effort, clock: Clock = time.monotonic) -> Worst:
    """The worst paths at a size, as far as the effort goes."""
    found = Worst(size)
    run = subject.tracer(size)
    with subject.traced.copies.installed():
        explorer = Explorer(run, Limits(runs=effort.paths, seconds=effort.seconds / 2), clock=clock)
        for path in explorer.paths():
            found.take(path, effort.ties)
        found.exact = explorer.tally.complete
        found.runs = explorer.tally.runs
        if not found.exact:
            _climb(run, found, effort, clock)
    return found


def _climb(run: Callable[..., Path], found: Worst, effort: Effort, clock: Clock) -> None:
    """Improve on what was found, the costliest paths first."""
    explorer = Explorer(run, Limits(), clock=clock)
    deadline = clock() + effort.seconds / 2
    start = found.paths[0].model if found.paths else None
    queue: list[tuple[int, int, int, Branching]] = []
    number = idle = 0

    def push(top: Branching, tried: int) -> None:
        nonlocal number
        if top.last >= top.first:
            number += 1
            heappush(queue, (-top.path.cost, tried, -number, top))

    push(explorer.first(start), 0)
    while queue and idle < effort.patience and clock() < deadline:
        _, tried, _, top = heappop(queue)
        place, top.last = top.last, top.last - 1
        new = explorer.leave(top, place)
        push(top, tried + 1)
        idle += 1
        if new is not None:
            if new.is_path and found.take(new.path, effort.ties):
                idle = 0
            push(new, 0)
    found.runs += explorer.tally.runs
