"""Traces followed several at a time: each in a process of its own, since none needs another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from slowpath.abstract.graph import AbstractTrace
from slowpath.abstract.guide import Follower
from slowpath.errors import WorkerError
from slowpath.explore.limits import Tally
from slowpath.run.pool import Pool
from slowpath.values.path import Path
from slowpath.values.trace import Place


@dataclass(frozen=True, slots=True)
class _Answer:
    """The paths of a trace, the places that its process numbered from `known` on, and what it did."""

    paths: list[Path]
    known: int
    places: list[Place]
    tally: Tally
    flips: int
    backtracks: int


def followed(
    follower: Follower, traces: Iterator[AbstractTrace], jobs: int
) -> Iterator[tuple[AbstractTrace, list[Path]]]:
    """Yield traces with their paths, in the order of the traces; `jobs` are followed at a time.

    A trace is taken when the paths of the one `jobs` places before it have been dealt with, so which are
    taken does not depend on time.
    """

    def work(trace: AbstractTrace) -> Iterator[_Answer]:
        yield _follow(follower, trace)

    with Pool(work, jobs, ahead=jobs) as pool:
        for call in pool.calls(traces):
            answers = list(call)
            if call.died:
                raise WorkerError("a process that followed a trace died", "Follow them one at a time.")
            yield call.task, _taken_in(follower, answers[0])


def _follow(follower: Follower, trace: AbstractTrace) -> _Answer:
    """Follow a trace in a process of its own."""
    follower.flips = follower.backtracks = 0
    follower.explorer.tally = Tally()
    known = len(follower.sites)
    paths = [replace(path, result=None) for path in follower.paths(trace)]
    places = follower.sites.places(known)
    return _Answer(paths, known, places, follower.explorer.tally, follower.flips, follower.backtracks)


def _taken_in(follower: Follower, answer: _Answer) -> list[Path]:
    """Add what a process did to the follower; return its paths with the sites of this process."""
    follower.flips += answer.flips
    follower.backtracks += answer.backtracks
    sites = follower.sites.adopt(answer.known, answer.places)
    follower.explorer.tally.add(answer.tally, sites)
    return [path.renumbered(sites) for path in answer.paths]
