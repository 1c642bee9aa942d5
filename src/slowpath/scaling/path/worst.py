"""The worst paths of a target at one small size.

All paths are explored where they are few. Where they are too many, values are varied (`varied`), and the
search goes on best first: a decision of the costliest path is taken otherwise, and whatever path that gives
is tried in its turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from slowpath.explore.example import build_example
from slowpath.explore.exhaustive import Branching, Clock, Explorer
from slowpath.explore.limits import ExploreLimits
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.varied import varied
from slowpath.solve.chain import options_within
from slowpath.values.path import Cut, Path

MOST_FINE = 50  # worst paths of a size whose costs are compared to the thousandth: some milliseconds


@dataclass(frozen=True, slots=True)
class WorstEffort:
    """How much is spent on one size: paths explored exhaustively, counted runs of varied values behind that,
    paths of the climb without any gain, seconds; and how many paths of the same cost are kept."""

    paths: int = 2_500
    variations: int = 9_000
    patience: int = 1_000
    seconds: float = 20.0
    ties: int = 400


@dataclass(slots=True)
class WorstPaths:
    """The worst paths that were found at a size; `exact` where all paths were seen, `first` what the plainest
    input costs."""

    size: int
    cost: int = -1
    paths: list[Path] = field(default_factory=list)
    exact: bool = False
    runs: int = 0  # traced ones
    solves: int = 0
    first: int = -1

    def take(self, path: Path, ties: int) -> bool:
        """Take a path into account; tell whether it is better than all before."""
        if path.cut is Cut.REJECTED:
            return False
        if self.first < 0:
            self.first = path.cost
        if path.cost < self.cost:
            return False
        if path.cost == self.cost:
            if len(self.paths) < ties:
                self.paths.append(path)
            return False
        self.cost, self.paths = path.cost, [path]
        return True

    def count(self, explorer: Explorer) -> None:
        """Add what an exploration of this size did."""
        self.runs += explorer.tally.runs
        self.solves += explorer.tally.solves


def fine_cost(subject: ScaledTarget, found: WorstPaths) -> int:
    """The worst cost of a size before it is rounded: paths of the same whole cost differ in parts of it."""
    costs = [found.cost * subject.fineness]
    for path in found.paths[: MOST_FINE if subject.fineness > 1 else 0]:
        inputs = build_example(path.model, path.variables, subject.shapes, found.size)
        costs.append(subject.fine_cost(inputs, subject.small_ops, found.size))
    return max(costs)


def worst(
    subject: ScaledTarget,
    size: int,
    effort: WorstEffort,
    clock: Clock = time.monotonic,
    *,
    exhaust: bool = True,
) -> WorstPaths:
    """The worst paths at a size, as far as the effort goes; without `exhaust` by the climb alone."""
    found = WorstPaths(size)
    run = subject.tracer(size)
    with subject.traced.copies.installed():
        if exhaust:
            limits = ExploreLimits(runs=effort.paths, seconds=effort.seconds / 2)
            explorer = Explorer(run, limits, options_within(effort.seconds), clock)
            for path in explorer.paths():
                found.take(path, effort.ties)
            found.exact = explorer.tally.complete
            found.count(explorer)
        if not found.exact:
            _vary(subject, run, found, effort, clock)
            _climb(run, found, effort, clock)
    return found


def ascending(
    subject: ScaledTarget,
    sizes: Iterable[int],
    effort: WorstEffort,
    seconds: float,
    clock: Clock,
    *,
    exhaust: bool = True,
) -> Iterator[WorstPaths]:
    """Yield the worst paths of growing sizes within `seconds`.

    Paths are no longer exhausted behind a size at which they were too many: a larger one has more.
    """
    began = clock()
    for size in sizes:
        left = seconds - (clock() - began)
        if left <= 0:
            return
        bounded = replace(effort, seconds=min(effort.seconds, left))
        found = worst(subject, size, bounded, clock, exhaust=exhaust)
        exhaust = found.exact
        yield found


def _vary(
    subject: ScaledTarget, run: Callable[..., Path], found: WorstPaths, effort: WorstEffort, clock: Clock
) -> None:
    """Improve on what was found by counted runs; a traced run must confirm it."""
    deadline = clock() + effort.seconds / 8
    if not found.paths:
        found.take(run({}, []), effort.ties)
    best = found.paths[0].model if found.paths else {}
    model = varied(subject, found.size, best, found.cost, effort.variations, lambda: clock() > deadline)
    if model is not None:
        found.take(run(model, []), effort.ties)


def _climb(run: Callable[..., Path], found: WorstPaths, effort: WorstEffort, clock: Clock) -> None:
    """Improve on what was found: take decisions of the costliest path otherwise, one after the other.

    A path found by another decision goes on behind that one, and comes to the decisions before it last.
    """
    explorer = Explorer(run, ExploreLimits(), options_within(effort.seconds), clock)
    deadline = clock() + effort.seconds / 2
    start = explorer.first(found.paths[0].model if found.paths else None)
    found.take(start.path, effort.ties)
    seen = {path.key() for path in found.paths}
    queue: list[tuple[int, int, int, int, Branching]] = []
    number = idle = 0

    def push(top: Branching, after: int, tried: int) -> None:
        nonlocal number
        if tried < len(top.path.taken):
            number += 1
            heappush(queue, (-top.path.cost, tried, -number, after, top))

    push(start, 0, 0)
    while queue and idle < effort.patience and clock() < deadline:
        _, tried, _, after, top = heappop(queue)
        place = (after + tried) % len(top.path.taken)
        new = explorer.leave(top, place)
        push(top, after, tried + 1)
        idle += 1
        if new is None or new.path.key() in seen:
            continue
        seen.add(new.path.key())
        if new.is_path and found.take(new.path, effort.ties):
            idle = 0
        push(new, place + 1, 0)
    found.count(explorer)
