"""Traces followed several at a time: each in a process of its own, since none needs another."""

from __future__ import annotations

import os
import pickle
import signal
from array import array
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from slowpath.abstract.graph import AbstractTrace
from slowpath.abstract.guide import Follower
from slowpath.errors import WorkerError
from slowpath.explore.limits import Tally
from slowpath.values.path import Path
from slowpath.values.trace import Place


@dataclass(frozen=True, slots=True)
class _Answer:
    """The paths of a trace, the places of sites that were new to its process, and what it did."""

    paths: list[Path]
    places: list[Place]
    tally: Tally
    flips: int
    backtracks: int


@dataclass(slots=True)
class _Member:
    trace: AbstractTrace
    process: int
    pipe: int
    known: int  # sites at the time of the fork


class Crew:
    """Follows traces in processes, at most `jobs` at a time."""

    def __init__(self, follower: Follower, jobs: int) -> None:
        self._follower = follower
        self._jobs = jobs
        self._busy: deque[_Member] = deque()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        for member in self._busy:
            os.kill(member.process, signal.SIGKILL)
            os.close(member.pipe)
            os.waitpid(member.process, 0)
        self._busy.clear()

    def followed(self, traces: Iterator[AbstractTrace]) -> Iterator[tuple[AbstractTrace, list[Path]]]:
        """Yield traces with their paths, in the order of the traces."""
        while True:
            while len(self._busy) < self._jobs:
                trace = next(traces, None)
                if trace is None:
                    break
                self._busy.append(self._begun(trace))
            if not self._busy:
                return
            member = self._busy.popleft()
            yield member.trace, self._heard(member)

    def _begun(self, trace: AbstractTrace) -> _Member:
        reading, writing = os.pipe()
        known = len(self._follower.sites)
        process = os.fork()
        if not process:
            try:
                os.close(reading)
                self._follow(trace, known, writing)
            finally:
                os._exit(0)
        os.close(writing)
        return _Member(trace, process, reading, known)

    def _follow(self, trace: AbstractTrace, known: int, pipe: int) -> None:
        follower = self._follower
        follower.flips = follower.backtracks = 0
        follower.explorer.tally = Tally()
        paths = [replace(path, result=None) for path in follower.paths(trace)]
        places = follower.sites.places(known)
        with os.fdopen(pipe, "wb") as stream:
            tally = follower.explorer.tally
            pickle.dump(_Answer(paths, places, tally, follower.flips, follower.backtracks), stream)

    def _heard(self, member: _Member) -> list[Path]:
        with os.fdopen(member.pipe, "rb") as stream:
            body = stream.read()
        os.waitpid(member.process, 0)
        if not body:
            raise WorkerError("a process that followed a trace failed", "Follow them one at a time.")
        answer: _Answer = pickle.loads(body)
        follower = self._follower
        follower.flips += answer.flips
        follower.backtracks += answer.backtracks
        numbers = [follower.sites.number(place) for place in answer.places]
        sites = {member.known + offset: number for offset, number in enumerate(numbers)}
        follower.explorer.tally.add(answer.tally, sites)
        return [_translated(path, member.known, numbers) for path in answer.paths]


def _translated(path: Path, known: int, numbers: list[int]) -> Path:
    """A path in terms of the sites of this process."""
    sites = array("q", [site if site < known else numbers[site - known] for site in path.sites])
    return replace(path, sites=sites)
