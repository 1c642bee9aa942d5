"""Runs in a row share a process as long as nothing is left behind, and cost what runs alone do."""

from __future__ import annotations

import pytest

from slowpath.model.run import End
from slowpath.run.client import Worker
from slowpath.run.limits import Limits
from tests.unit.run.targets import FILE


@pytest.mark.parametrize("function", ["remembers", "cached", "shuffles", "changes", "forgets"])
@pytest.mark.parametrize("measures", [("ops",), ("ops", "memory")])
def test_runs_in_a_row_cost_what_runs_alone_do(function: str, measures: tuple[str, ...]) -> None:
    inputs = [{"n": str(n)} for n in (50, 3, 50, 50, 3)]
    with Worker(f"{FILE}:{function}", measures=measures) as worker:
        alone = [worker.run(each) for each in inputs]
        assert worker.runs(inputs) == alone
    assert alone[0] == alone[2] == alone[3]


def test_runs_that_leave_nothing_behind_share_a_process() -> None:
    with Worker(f"{FILE}:pids") as worker:
        assert {run.end for run in worker.runs([{"n": "1"}] * 5)} == {End.RETURNED}
        shared = set(worker._processes["count"].output.split())
        worker.runs([{"n": "1"}])
        alone = set(worker._processes["count"].output.split())
    assert len(shared) == len(alone) == 1
    assert shared != alone


def test_a_run_that_dies_in_a_row_leaves_the_others() -> None:
    inputs = [{"n": str(n), "at": "3"} for n in range(6)]
    with Worker(f"{FILE}:exits_at") as worker:
        runs = worker.runs(inputs)
    assert [run.end for run in runs] == [End.DIED if n == 3 else End.RETURNED for n in range(6)]
    assert runs[3].costs == {}
    ops = {n: run.costs["ops"] for n, run in enumerate(runs) if run.costs}
    assert ops[1] - ops[0] == ops[2] - ops[1] == ops[5] - ops[4] > 0


def test_several_processes_at_once_answer_in_order() -> None:
    inputs = [{"n": str(n)} for n in (300, 1, 200, 2)]
    with Worker(f"{FILE}:cached", measures=("ops", "memory")) as worker:
        one_by_one = worker.runs(inputs)
    with Worker(f"{FILE}:cached", measures=("ops", "memory"), at_once=3) as worker:
        assert worker.runs(inputs) == one_by_one


def test_a_run_without_an_end_in_a_row_leaves_the_others() -> None:
    inputs = [{"n": str(n), "at": "1"} for n in range(4)]
    with Worker(f"{FILE}:sleeps_at", limits=Limits(time=1.0)) as worker:
        ends = [run.end for run in worker.runs(inputs)]
    assert ends == [End.RETURNED, End.TIME, End.RETURNED, End.RETURNED]


def test_a_run_that_raises_leaves_the_process_to_the_next() -> None:
    inputs = [{"n": str(n), "at": "1"} for n in range(3)]
    with Worker(f"{FILE}:raises_at") as worker:
        runs = worker.runs(inputs)
    assert [run.end for run in runs] == [End.RETURNED, End.RAISED, End.RETURNED]
    assert runs[1].exception == "ValueError"
    assert runs[0].costs == runs[2].costs
