"""Exploration in several processes: the tree of paths is split near its root, each part explored by a
forked process, and what they find is put together in the order in which one process finds it.

Each part has a process of its own, so one that dies costs its part, not the exploration.
"""

from __future__ import annotations

import heapq
import os
import pickle
import selectors
import signal
import traceback
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NoReturn

from slowpath.errors import WorkerError
from slowpath.explore.exhaustive import Branching, Explorer
from slowpath.explore.limits import ExploreLimits, Stop, Tally
from slowpath.expr.variable import Values
from slowpath.values.path import Path
from slowpath.values.trace import Place, Sites

PARTS = 8  # of the tree, per process: they differ much in size
BATCH = 256  # paths in one message

_LENGTH = 8  # bytes that tell how long a message is


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
    """Paths in the order found, the places of sites that are new since the last message, and at the end
    what the process did, or why it failed."""

    paths: list[Path]
    places: list[Place]
    tally: Tally | None = None
    failure: str | None = None


def paths(explorer: Explorer, sites: Sites, jobs: int, start: Values | None = None) -> Iterator[Path]:
    """Yield what `explorer.paths` does, found by `jobs` processes; `sites` are those of its runs."""
    root = _split(explorer, jobs * PARTS, start)
    nodes = list(root.in_order())
    parts = [node for node in nodes if node.branching.first <= node.branching.last]
    limits = _left(explorer)
    with _Crew(explorer, sites, parts, jobs) as crew:
        for node in nodes:
            if node.branching.is_path:
                yield node.branching.path
            if node.branching.first > node.branching.last:
                continue
            left = None if limits.runs is None else max(0, explorer.limits.runs - explorer.tally.runs)  # type: ignore[operator]
            for path in crew.found(node):
                if left is None or left > 0:
                    yield path
                left = None if left is None else left - 1
            if _beyond(explorer):
                return


def _split(explorer: Explorer, wanted: int, start: Values | None) -> _Node:
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
        tally.runs, tally.stopped = limits.runs, Stop.RUNS
    if limits.solves is not None and tally.solves >= limits.solves:
        tally.solves, tally.stopped = limits.solves, Stop.SOLVES
    return tally.stopped is not None


class _Crew:
    """The processes, at most `jobs` at a time; parts are begun in order."""

    def __init__(self, explorer: Explorer, sites: Sites, parts: list[_Node], jobs: int) -> None:
        self._explorer = explorer
        self._sites = sites
        self._limits = _left(explorer)
        self._waiting = parts[::-1]
        self._jobs = jobs
        self._selector = selectors.DefaultSelector()
        self._alive: dict[int, tuple[int, _Mail]] = {}  # pipe -> process, what it sent
        self._mail: dict[int, _Mail] = {}  # by id of the node

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in list(self._alive):
            os.kill(self._alive[pipe][0], signal.SIGKILL)
            self._end(pipe)
        self._selector.close()

    def found(self, node: _Node) -> Iterator[Path]:
        """Yield the paths of a part as they come, then add what its process did to the tally."""
        tally = None
        while True:
            self._begin()
            mail = self._mail[id(node)]
            for message in mail.messages():
                if message.failure is not None:
                    raise WorkerError(
                        f"a process that explored a part of the paths failed:\n{message.failure}",
                        "Please report this.",
                    )
                mail.numbers += [self._sites.number(place) for place in message.places]
                for path in message.paths:
                    yield mail.translated(path)
                tally = message.tally
            if mail.closed:
                break
            self._hear()
        if tally is None:
            self._explorer.tally.died += 1
        else:
            numbers = {mail.first + offset: number for offset, number in enumerate(mail.numbers)}
            self._explorer.tally.add(tally, numbers)
        del self._mail[id(node)]

    def _begin(self) -> None:
        while self._waiting and len(self._alive) < self._jobs:
            node = self._waiting.pop()
            reading, writing = os.pipe()
            mail = self._mail[id(node)] = _Mail(len(self._sites))
            process = os.fork()
            if not process:
                os.close(reading)
                _explore(self._explorer, self._limits, self._sites, node.branching, writing)
            os.close(writing)
            self._alive[reading] = (process, mail)
            self._selector.register(reading, selectors.EVENT_READ)

    def _hear(self) -> None:
        for key, _ in self._selector.select():
            chunk = os.read(key.fd, 1 << 20)
            if chunk:
                self._alive[key.fd][1].received += chunk
            else:
                self._end(key.fd)

    def _end(self, pipe: int) -> None:
        process, mail = self._alive.pop(pipe)
        mail.closed = True
        self._selector.unregister(pipe)
        os.close(pipe)
        os.waitpid(process, 0)


class _Mail:
    """What one process sent. Its sites have the numbers of this process up to `first`, own ones beyond."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.numbers: list[int] = []
        self.received = bytearray()
        self.closed = False

    def messages(self) -> Iterator[_Message]:
        """Take out the messages that are complete."""
        while len(self.received) >= _LENGTH:
            end = _LENGTH + int.from_bytes(self.received[:_LENGTH], "big")
            if len(self.received) < end:
                return
            message = pickle.loads(self.received[_LENGTH:end])
            del self.received[:end]
            yield message

    def translated(self, path: Path) -> Path:
        """A path in terms of the sites here."""
        if all(number == self.first + offset for offset, number in enumerate(self.numbers)):
            return path
        first, numbers = self.first, self.numbers
        lost = {
            (site if site < first else numbers[site - first], reason): count
            for (site, reason), count in path.lost.items()
        }
        sites = array("q", [site if site < first else numbers[site - first] for site in path.sites])
        return replace(path, sites=sites, lost=lost)


def _explore(
    explorer: Explorer, limits: ExploreLimits, sites: Sites, branching: Branching, pipe: int
) -> NoReturn:
    """Explore one part in this process, send what is found, and end."""
    try:
        explorer.limits, explorer.tally = limits, Tally()
        known = len(sites)
        batch: list[Path] = []
        try:
            for path in explorer.below(branching):
                batch.append(path)
                if len(batch) == BATCH:
                    _send(pipe, _Message(batch, sites.places(known)))
                    batch, known = [], len(sites)
            last = _Message(batch, sites.places(known), explorer.tally)
        except BaseException:
            last = _Message([], [], failure=traceback.format_exc())
        _send(pipe, last)
    finally:
        os._exit(0)


def _send(pipe: int, message: _Message) -> None:
    try:
        body = pickle.dumps(message)
    except Exception:
        body = pickle.dumps(replace(message, paths=[_sendable(path) for path in message.paths]))
    left = memoryview(len(body).to_bytes(_LENGTH, "big") + body)
    while left:
        left = left[os.write(pipe, left) :]


def _sendable(path: Path) -> Path:
    try:
        pickle.dumps(path.result)
    except Exception:
        return replace(path, result=Opaque(repr(path.result)))
    return path
