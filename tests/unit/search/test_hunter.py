"""The searching process, seen from outside."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from slowpath.errors import WorkerError
from slowpath.run.client import search_path
from slowpath.run.limits import Limits
from slowpath.search.hunter import MOST_STARTS, Hunter
from slowpath.search.hunting import Start


def hunter(spec: str, seconds: float = 30.0) -> Hunter:
    start = Start(
        spec=spec, scope=(), path=search_path(), given={}, limits=Limits(), allow=(), seed=0, seconds=seconds
    )
    return Hunter(start, time.monotonic() + seconds)


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
