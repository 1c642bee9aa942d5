"""The searching process, seen from outside."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from slowpath.errors import WorkerError
from slowpath.model.find import StrategyFigures
from slowpath.model.run import Lost
from slowpath.search import hunter as module
from slowpath.search.hunter import MOST_STARTS, Hunter, key
from slowpath.search.hunting import Caught, FoundUnending, Going, HuntOrder, Over, Told
from slowpath.search.role import Role


def hunter(spec: str, seconds: float = 30.0) -> Hunter:
    order = HuntOrder(spec=spec, seconds=seconds, max_ops=1_000_000, shapes={})
    return Hunter(order, time.monotonic() + seconds)


def test_a_search_that_dies_is_followed_by_another(tmp_path: Path) -> None:
    file = tmp_path / "dies.py"
    file.write_text("import os\ndef f(s: str):\n    if len(s) > 30: os._exit(3)\n")
    with hunter(f"{file}:f") as hunting:
        assert hunting.begin()
        while not hunting.is_over:
            hunting.listen(0.05)
        assert [(each.reason, each.count) for each in hunting.lost] == [
            ("a run ended the searching process", MOST_STARTS)
        ]
        assert hunting.strategies == []
        assert hunting.gave_up


def test_what_is_caught_and_done(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text("def f(s: str):\n    return sum(1 for a in s for b in s if a == b)\n")
    with hunter(f"{file}:f") as hunting:
        assert hunting.begin()
        while not hunting.caught:
            hunting.listen(0.05)
        assert hunting.inferred["s"].shape.describe() == "text(N)"
        caught = next(iter(hunting.caught.values()))
        assert caught.function == "f.<locals>.<genexpr>" or caught.function == "f"
        assert hunting.strategies[0].runs > 0


class FakeRemote:
    """A process that says one message after the other, and then is gone."""

    def __init__(self, *messages: Told) -> None:
        self._messages = list(messages)
        self.asked: list[HuntOrder] = []
        self.ended = False

    def ask(self, order: HuntOrder) -> None:
        self.asked.append(order)

    def hear(self, seconds: float) -> Told | None:
        if self._messages:
            return self._messages.pop(0)
        self.ended = True
        return None

    def close(self) -> None: ...


def processes(monkeypatch: pytest.MonkeyPatch, *said: tuple[Told, ...]) -> tuple[Hunter, list[FakeRemote]]:
    """A hunter of which each process says so much and then is gone; after the last it is over."""
    remotes = [FakeRemote(*messages) for messages in said]
    waiting = list(remotes)
    monkeypatch.setattr(module, "Remote", lambda serve, replies: waiting.pop(0))
    hunting = hunter("m:f")
    while not hunting.is_over:
        hunting.listen(0.0)
    return hunting, remotes


def figures(runs: int, best: int) -> StrategyFigures:
    return StrategyFigures("evolve", runs, 1, best, 0.5)


def test_what_all_processes_did_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = Lost("m.py:3", "hash of an object", 2)
    hunting, remotes = processes(
        monkeypatch,
        (Going(10, (figures(30, 7),), ()), Going(50, (figures(150, 9),), (lost,), 40)),
        (Going(20, (figures(60, 8),), (), 15), Over(grows=True)),
    )
    assert hunting.tried == 70
    assert hunting.accepted == 55
    assert hunting.strategies == [StrategyFigures("evolve", 210, 2, 9, 1.0)]
    assert hunting.lost == (Lost("m:f", "a run ended the searching process", 1), lost)
    first, second = (each.asked[0] for each in remotes)
    assert first.seed != second.seed
    assert (first.role, second.role) == (Role.ALL, Role.SWEEP)  # no tracing after a process is gone


def test_what_earlier_processes_caught_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    caught = Caught({"s": "'a' * N"}, 1.0, 4.0, "m.py:3", "f", "evolve", (1, 2))
    again = Caught({"s": "'a' * N"}, 2.0, 4.0, "m.py:3", "f", "flip", (1, 2))
    endless = FoundUnending({"s": "'<'"})
    hunting, _ = processes(monkeypatch, (caught, endless), (again, Over(grows=True)))
    assert list(hunting.caught.values()) == [caught]
    assert hunting.unending == [endless]


def test_four_processes_are_started_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    hunting, remotes = processes(monkeypatch, (), (), (), (), (Over(grows=True),))
    assert [len(each.asked) for each in remotes] == [1, 1, 1, 1, 0]
    assert hunting.lost == (Lost("m:f", "a run ended the searching process", MOST_STARTS),)


def test_recipes_are_told_apart_by_what_they_give() -> None:
    assert key({"b": "1", "a": "2"}) == key({"a": "2", "b": "1"}) != key({"a": "1", "b": "2"})


def test_a_fault_of_the_search_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "slow.py"
    file.write_text("def f(s: str):\n    return s\n")
    boot = "import sys\nfrom slowpath.run.link import run\ndef serve(link): raise RuntimeError('ours')\n"
    monkeypatch.setattr("slowpath.run.remote._BOOT", boot + "run(serve, sys.argv[4:])\n")
    with hunter(f"{file}:f") as hunting, pytest.raises(WorkerError, match="RuntimeError: ours"):
        hunting.begin()


def test_a_search_that_fails_after_its_begin_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "fails.py"
    file.write_text("def f(s: str):\n    return s\n")
    with hunter(f"{file}:f") as hunting:
        assert hunting.begin()
        hunting.go_on("the search failed: it cannot be written")
        while not hunting.tried:
            hunting.listen(0.05)
        assert [(each.reason, each.count) for each in hunting.lost] == [
            ("the search failed: it cannot be written", 1)
        ]
