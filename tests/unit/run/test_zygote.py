"""Runs in a row share a process as long as nothing is left behind, and cost what runs alone do."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.run import End
from slowpath.run.client import Worker
from slowpath.run.limits import Limits

SOURCE = """
import functools
import os
import random
import time

calls = []

def remembers(n):
    calls.append(n)
    return [n for _ in range(10 * len(calls))]

@functools.cache
def cached(n):
    return sum(i for i in range(n))

def shuffles(n):
    random.shuffle(items := list(range(n)))
    return [one for one, other in zip(items, items[1:]) if one > other]

def exits_at(n, at):
    if n == at:
        os._exit(5)
    return [n for _ in range(n)]

def changes(n):
    os.environ["LEFT"] = os.environ.get("LEFT", "") + "x"
    return [n for _ in os.environ["LEFT"]]

def forgets(n):
    import tabnanny
    return [n for _ in range(1 + ("seen" in vars(tabnanny)))], vars(tabnanny).update(seen=1)

def pids(n):
    os.write(1, f"{os.getpid()} ".encode())

def raises_at(n, at):
    if n == at:
        raise ValueError(n)
    return n

def sleeps_at(n, at):
    if n == at:
        time.sleep(60)
    return n
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "under_test.py").write_text(SOURCE)
    return "under_test"


@pytest.mark.parametrize("function", ["remembers", "cached", "shuffles", "changes", "forgets"])
@pytest.mark.parametrize("measures", [("ops",), ("ops", "memory")])
def test_runs_in_a_row_cost_what_runs_alone_do(module: str, function: str, measures: tuple[str, ...]) -> None:
    inputs = [{"n": str(n)} for n in (50, 3, 50, 50, 3)]
    with Worker(f"{module}:{function}", measures=measures) as worker:
        alone = [worker.run(each) for each in inputs]
        assert worker.runs(inputs) == alone
    assert alone[0] == alone[2] == alone[3]


def test_runs_that_leave_nothing_behind_share_a_process(module: str) -> None:
    with Worker(f"{module}:pids") as worker:
        assert {run.end for run in worker.runs([{"n": "1"}] * 5)} == {End.RETURNED}
        shared = set(worker._processes["count"].output.split())
        worker.runs([{"n": "1"}])
        alone = set(worker._processes["count"].output.split())
    assert len(shared) == len(alone) == 1
    assert shared != alone


def test_a_run_that_dies_in_a_row_leaves_the_others(module: str) -> None:
    inputs = [{"n": str(n), "at": "3"} for n in range(6)]
    with Worker(f"{module}:exits_at") as worker:
        runs = worker.runs(inputs)
    assert [run.end for run in runs] == [End.DIED if n == 3 else End.RETURNED for n in range(6)]
    assert runs[3].costs == {}
    ops = {n: run.costs["ops"] for n, run in enumerate(runs) if run.costs}
    assert ops[1] - ops[0] == ops[2] - ops[1] == ops[5] - ops[4] > 0


def test_several_processes_at_once_answer_in_order(module: str) -> None:
    inputs = [{"n": str(n)} for n in (300, 1, 200, 2)]
    with Worker(f"{module}:cached", measures=("ops", "memory")) as worker:
        one_by_one = worker.runs(inputs)
    with Worker(f"{module}:cached", measures=("ops", "memory"), at_once=3) as worker:
        assert worker.runs(inputs) == one_by_one


def test_a_run_without_an_end_in_a_row_leaves_the_others(module: str) -> None:
    inputs = [{"n": str(n), "at": "1"} for n in range(4)]
    with Worker(f"{module}:sleeps_at", limits=Limits(time=1.0)) as worker:
        ends = [run.end for run in worker.runs(inputs)]
    assert ends == [End.RETURNED, End.TIME, End.RETURNED, End.RETURNED]


def test_a_run_that_raises_leaves_the_process_to_the_next(module: str) -> None:
    inputs = [{"n": str(n), "at": "1"} for n in range(3)]
    with Worker(f"{module}:raises_at") as worker:
        runs = worker.runs(inputs)
    assert [run.end for run in runs] == [End.RETURNED, End.RAISED, End.RETURNED]
    assert runs[1].exception == "ValueError"
    assert runs[0].costs == runs[2].costs
