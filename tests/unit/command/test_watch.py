"""The runs of a search, watched: the costliest paths are kept and told now and then."""

from __future__ import annotations

import os
from array import array
from types import SimpleNamespace
from typing import Any

import pytest

from slowpath.command import watch as module
from slowpath.command.watch import Progress, Watch
from slowpath.values.path import Cut, Path
from tests.unit.command.fakes import FakeLink


def path(cost: int, *taken: int, cut: Cut | None = None, value: int = 0) -> Path:
    """A path that decides so at its first places, on an input of one number."""
    sites = array("q", range(len(taken)))
    return Path({0: value}, (), [], bytearray(taken), sites, array("q"), cost, cut=cut)


class Watched:
    """A watch, what it told, and its clock, which stands still unless it is moved."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, count: int = 2) -> None:
        self.now = 100.0
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self.now))
        self.link = FakeLink(None)
        self.told: list[list[int]] = []
        link: Any = self.link
        self.watch = Watch(link, lambda each: each.cost, count, self._tell)

    def _tell(self, paths: list[Path]) -> None:
        self.told.append([each.cost for each in paths])

    def see(self, *paths: Path) -> None:
        for each in paths:
            self.watch.see(each)


def test_the_costliest_are_told_first(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    watched.see(path(5, 0))
    assert watched.told == [[5]]  # the first at once
    watched.see(path(7, 1), path(9, 1, 1), path(6, 1, 0))
    assert watched.told == [[5]]
    watched.now += 2.0
    watched.see(path(1, 0, 0))
    assert watched.told == [[5], [9, 7]]


def test_nothing_is_told_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    watched.see(path(5, 0))
    watched.now += 2.0
    watched.see(path(5, 0))
    assert watched.told == [[5]]


def test_of_one_path_the_costliest_input_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    watched.see(path(5, 1, value=1))
    watched.now += 2.0
    watched.see(path(8, 1, value=2))
    watched.now += 2.0
    watched.see(path(3, 1, value=3))
    assert watched.told == [[5], [8]]


def test_runs_that_decide_nothing_differ_by_their_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    watched.see(path(5, value=1))
    watched.now += 2.0
    watched.see(path(4, value=2))
    assert watched.told == [[5], [5, 4]]


def test_runs_that_were_cut_short_are_no_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    watched.see(path(9, 1, cut=Cut.REJECTED), path(8, 0, cut=Cut.LOOP), path(7, 0, 1, cut=Cut.BUDGET))
    assert watched.told == [[7]]
    assert (watched.watch.runs, watched.watch.best) == (3, 7)


def test_progress_is_told_a_few_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, count=0)
    for _ in range(10):
        watched.see(path(4, 1))
        watched.now += 0.125
    assert watched.link.sent == [Progress(1, 4), Progress(4, 4), Progress(7, 4), Progress(10, 4)]
    assert watched.told == []


def test_telling_takes_a_small_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, count=9)

    def slowly(paths: list[Path]) -> None:
        watched.now += 1.0
        watched.told.append([each.cost for each in paths])

    watched.watch.tell = slowly
    watched.see(path(1, 0))
    for cost in range(2, 9):
        watched.now += 3.0
        watched.see(path(cost, *[1] * cost))
    assert [each[0] for each in watched.told] == [1, 8]  # 20 s after the first


def test_a_forked_process_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    monkeypatch.setattr(os, "getpid", lambda: -1)
    watched.see(path(5, 0))
    assert (watched.link.sent, watched.told, watched.watch.runs) == ([], [], 1)


def test_what_is_watched_returns_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch)
    only = path(5, 0)
    assert watched.watch.watched(lambda values, known: only)({}, ()) is only
    assert watched.watch.best == 5
