"""Exploration in several processes: the tree of paths is split near its root, each part explored by a
forked process, and what they find is put together in the order in which one process finds it.

Each part has a process of its own, so one that dies costs its part, not the exploration.
"""

from __future__ import annotations

import heapq
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from slowpath.explore.exhaustive import Branching, Explorer
from slowpath.explore.limits import ExploreLimits, Tally
from slowpath.expr.variable import Values
from slowpath.model.stop import StopReason
from slowpath.run.pool import Pool, PoolCall
from slowpath.values.path import Path
from slowpath.values.trace import Place, Sites

PARTS = 8  # of the tree, per process: they differ much in size, so few would leave processes idle
BATCH = 256  # paths in one message: a pickle for each path would cost more than its run


@dataclass(frozen=True, slots=True)
class Opaque:
    """Stands for a result that cannot be sent from one process to another."""

    text: str


@dataclass(slots=True)
class _Node:
    """A path near the root: the decisions that `branching` leaves open are one part of the tree."""

    branching: Branching
    children: list[tuple[int, _Node]] = field(default_factory=list)  # by the place where they leave

    def in_order(self) -> Iterator[_Node]:
        """The nodes in depth-first order, the deepest place first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += [child for _, child in sorted(node.children, key=lambda pair: pair[0])]


@dataclass(frozen=True, slots=True)
class _Message:
    """Paths in the order found, the places that the process numbered from `known` on since the last
    message, and at the end what it did."""

    paths: list[Path]
    known: int
    places: list[Place]
    tally: Tally | None = None


def paths(explorer: Explorer, sites: Sites, jobs: int, start: Values | None = None) -> Iterator[Path]:
    """Yield what `explorer.paths` does, found by `jobs` processes; `sites` are those of its runs."""
    root = split(explorer, jobs * PARTS, start)
    nodes = list(root.in_order())
    parts = [node for node in nodes if node.branching.first <= node.branching.last]
    limits = _left(explorer)
    with Pool(partial(_explore, explorer, limits, sites), jobs, pickled=_pickled) as pool:
        calls = pool.calls(parts)
        for node in nodes:
            if node.branching.is_path:
                yield node.branching.path
            if node.branching.first > node.branching.last:
                continue
            left = None if limits.runs is None else max(0, explorer.limits.runs - explorer.tally.runs)  # type: ignore[operator]
            for path in _found(explorer, sites, next(calls)):
                if left is None or left > 0:
                    yield path
                left = None if left is None else left - 1
            if _beyond(explorer):
                return


def split(explorer: Explorer, wanted: int, start: Values | None) -> _Node:
    """Explore near the root, the first decisions first, until there are as many nodes as wanted."""
    root = _Node(explorer.first(start))
    count = 1
    queue = [(0, count, root)]
    while queue and count < wanted and not explorer.at_limit():
        place, order, node = heapq.heappop(queue)
        branching = node.branching
        if place > branching.last:
            continue
        branching.first = place + 1
        heapq.heappush(queue, (place + 1, order, node))
        new = explorer.leave(branching, place)
        if new is not None:
            count += 1
            child = _Node(new)
            node.children.append((place, child))
            heapq.heappush(queue, (new.first, count, child))
    return root


def _left(explorer: Explorer) -> ExploreLimits:
    """What is left of the limits: each part may use all of it, since nobody knows which needs it."""
    limits, tally = explorer.limits, explorer.tally
    return replace(
        limits,
        runs=None if limits.runs is None else limits.runs - tally.runs,
        solves=None if limits.solves is None else limits.solves - tally.solves,
    )


def _beyond(explorer: Explorer) -> bool:
    """Tell whether the parts so far used up the limits; then count no more than these."""
    limits, tally = explorer.limits, explorer.tally
    if limits.runs is not None and tally.runs >= limits.runs:
        tally.runs, tally.stopped = limits.runs, StopReason.RUNS
    if limits.solves is not None and tally.solves >= limits.solves:
        tally.solves, tally.stopped = limits.solves, StopReason.SOLVES
    return tally.stopped is not None


def _explore(explorer: Explorer, limits: ExploreLimits, sites: Sites, node: _Node) -> Iterator[_Message]:
    """Explore one part, in a process of its own."""
    explorer.limits, explorer.tally = limits, Tally()
    known = len(sites)
    batch: list[Path] = []
    for path in explorer.below(node.branching):
        batch.append(path)
        if len(batch) == BATCH:
            yield _Message(batch, known, sites.places(known))
            batch, known = [], len(sites)
    yield _Message(batch, known, sites.places(known), explorer.tally)


def _found(explorer: Explorer, sites: Sites, call: PoolCall[_Node, _Message]) -> Iterator[Path]:
    """Yield the paths of a part as they come, then add what its process did to the tally."""
    numbers: dict[int, int] = {}
    for message in call:
        numbers |= sites.adopt(message.known, message.places)
        for path in message.paths:
            yield path.renumbered(numbers)
        if message.tally is not None:
            explorer.tally.add(message.tally, numbers)
    explorer.tally.died += call.died


def _pickled(message: _Message) -> bytes:
    try:
        return pickle.dumps(message)
    except Exception:
        return pickle.dumps(replace(message, paths=[_sendable(path) for path in message.paths]))


def _sendable(path: Path) -> Path:
    try:
        pickle.dumps(path.result)
    except Exception:
        return replace(path, result=Opaque(repr(path.result)))
    return path
