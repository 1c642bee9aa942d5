"""Searches side by side: how many begin, which answers they have, and what ends them."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from slowpath.command import searchers
from slowpath.command.find import FindOrder
from slowpath.command.searchers import LocalSearchers, SearchAnswer, TargetSearched
from slowpath.errors import TargetImportError
from tests.unit.command import scanning
from tests.unit.report.found import FINDING, report

REPORT = report(FINDING)


def order(name: str) -> FindOrder:
    return FindOrder(spec=f"m:{name}", seconds=20.0, max_ops=1)


@dataclass
class FakeRemote:
    """A process that says one message, or raises one error, or ends, or says nothing."""

    processes: Processes
    says: Any = None
    ended: bool = False
    output: str = ""
    asked: list[FindOrder] = field(default_factory=list)
    interrupted: bool = False
    is_closed: bool = False

    def ask(self, request: FindOrder) -> None:
        self.asked.append(request)

    def hear(self, seconds: float) -> TargetSearched | None:
        self.processes.waited.append(seconds)
        said, self.says = self.says, None
        if isinstance(said, Exception):
            raise said
        if said is None and not self.ended:
            self.processes.now += max(seconds, 0.0)
        return None if said is None else TargetSearched(said)

    def interrupt(self) -> None:
        self.interrupted = True

    def close(self) -> None:
        self.is_closed = True


class Processes:
    """All processes of a test, and the clock that goes on while they are heard."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.waited: list[float] = []
        self.started: list[FakeRemote] = []
        monkeypatch.setattr(searchers, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(searchers, "Remote", self._start)

    def _start(self, serve: object, replies: object, folder: str | None) -> FakeRemote:
        self.started.append(FakeRemote(self))
        return self.started[-1]

    def searching(self, *names: str, jobs: int = 2) -> LocalSearchers:
        """Searches of some targets, which have begun."""
        local = LocalSearchers(jobs, scanning.serve)
        for name in names:
            local.begin(order(name))
        return local


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Processes:
    return Processes(monkeypatch)


def test_a_search_that_answers_leaves_room_for_the_next(processes: Processes) -> None:
    local = processes.searching("f", "g", jobs=3)
    assert local.free == 1
    processes.started[1].says = REPORT
    assert local.hear(4.0) == [SearchAnswer(order("g"), 2.0, REPORT)]  # two seconds for each of them
    assert (local.free, processes.waited) == (2, [2.0, 2.0])
    assert [each.is_closed for each in processes.started] == [False, True]
    assert [each.asked for each in processes.started] == [[order("f")], [order("g")]]


def test_a_search_that_fails_or_ends_says_why(processes: Processes) -> None:
    local = processes.searching("f", "g")
    first, second = processes.started
    first.says = TargetImportError("importing it fails")
    second.ended, second.output = True, "Killed"
    told = [(each.order, each.report, each.why) for each in local.hear(4.0)]
    assert told == [
        (order("f"), None, "importing it fails"),
        (order("g"), None, "the searching process ended Killed"),
    ]
    assert local.free == 2
    assert local.hear(4.0) == []


def test_a_silent_search_is_given_up_after_its_grace(processes: Processes) -> None:
    local = processes.searching("f")
    assert local.hear(60.0) == []  # 20 seconds, half of them more, and 30
    (answer,) = local.hear(1.0)
    assert (answer.seconds, answer.why) == (61.0, "the search did not answer in time")
    assert processes.started[0].is_closed


def test_interrupted_searches_answer_with_what_they_know(processes: Processes) -> None:
    local = processes.searching("f", "g", "h")
    processes.started[1].says = msgspec.DecodeError("cut off")
    processes.started[2].says = REPORT
    assert local.interrupt(0.5) == [SearchAnswer(order("h"), 0.5, REPORT)]
    assert all(each.interrupted for each in processes.started)
    assert processes.waited == [0.5, 0.0, 0.0]  # half a second for all of them together


def test_nothing_is_left_running(processes: Processes) -> None:
    local = processes.searching("f", "g")
    local.close()
    assert all(each.is_closed for each in processes.started)
    assert local.free == 2
