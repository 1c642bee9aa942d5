"""`diff` as an order: which inputs are reported, and how far apart two implementations are on them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from slowpath.command import diff
from slowpath.command.confirming import BestInputs, SearchOver
from slowpath.command.diff import DiffOrder, run, serve
from slowpath.errors import UsageError
from slowpath.model.diff import Difference, DiffReport
from slowpath.model.run import End, Run
from slowpath.model.stop import StopReason
from slowpath.run.begun import Begun
from tests.unit.command.fakes import (
    INTERRUPT,
    FakeChild,
    FakeLink,
    FakeWorker,
    in_this_process,
    ran,
    use,
    written,
)

SOURCE = """
def old(n):
    return n + 1 if n > 5 else n

def new(n):
    if n > 5:
        for _ in range(20):
            pass
    return n + 2 if n == 3 else n + 1 if n > 5 else n

def other(m):
    return m
"""


def order(spec: str = "m:old", **more: Any) -> DiffOrder:
    fields: dict[str, Any] = {
        "seconds": 5.0,
        "max_ops": 9_000,
        "shapes": {"n": "integer(0, 9)"},
        "size": 4,
        "new": "m:new",
        "measure": "ops",
        "by": "ratio",
        "delta": 1.5,
        "tests": 2,
        **more,
    }
    return DiffOrder(spec=spec, **fields)


def told(*inputs: tuple[int, tuple[str, str] | None]) -> Any:
    return tuple(({"n": str(number)}, results) for number, results in inputs)


def costs_ten(inputs: Mapping[str, str]) -> Run:
    return ran(10)


def costs_n(inputs: Mapping[str, str]) -> Run:
    number = int(inputs["n"])
    return ran(0, End.DIED) if number < 0 else ran(number)


def answered(monkeypatch: pytest.MonkeyPatch, *messages: Any, **fields: Any) -> DiffReport:
    use(monkeypatch, diff, FakeChild(messages), FakeWorker(costs_ten), FakeWorker(costs_n))
    return run(order(**fields))


def test_the_furthest_apart_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    over = SearchOver(told((12, None), (40, None), (30, None)), 77, StopReason.NO_QUESTION_LEFT)
    report = answered(monkeypatch, over)
    assert report.cases == (Difference({"n": "40"}, 10, 40), Difference({"n": "30"}, 10, 30))
    assert report.findings == report.cases
    assert [case.ratio for case in report.cases] == [4.0, 3.0]
    assert (report.runs, report.stopped_because) == (77, StopReason.NO_QUESTION_LEFT)


def test_other_results_are_findings_however_near_the_costs_are(monkeypatch: pytest.MonkeyPatch) -> None:
    over = SearchOver(
        told((40, None), (30, None), (11, ("1", "2")), (9, None)), 4, StopReason.NO_QUESTION_LEFT
    )
    report = answered(monkeypatch, over, delta=3.5)
    assert [(case.new, case.results) for case in report.cases] == [(40, None), (30, None), (11, ("1", "2"))]
    assert [case.new for case in report.findings] == [40, 11]


def test_differences_are_compared_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    report = answered(
        monkeypatch,
        SearchOver(told((13, None), (18, None)), 2, StopReason.NO_QUESTION_LEFT),
        by="difference",
        delta=4.0,
    )
    assert [report.apart(case) for case in report.cases] == [8, 3]
    assert [case.new for case in report.findings] == [18]


def test_an_input_that_a_fresh_run_does_not_stand_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    report = answered(monkeypatch, SearchOver(told((-1, None), (20, None)), 2, StopReason.NO_QUESTION_LEFT))
    assert [case.new for case in report.cases] == [20]
    assert [(each.site, each.reason) for each in report.lost] == [("n=-1", "a fresh run ended otherwise")]


def test_ctrl_c_reports_what_ran_in_fresh_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    child = FakeChild(
        [BestInputs(told((20, None))), INTERRUPT, SearchOver(told((90, None)), 5, StopReason.TIME)]
    )
    use(monkeypatch, diff, child, FakeWorker(costs_ten), FakeWorker(costs_n))
    report = run(order())
    assert child.interrupted
    assert [case.new for case in report.cases] == [20]
    assert report.stopped_because is StopReason.INTERRUPTED


def test_only_two_comparisons_are_known() -> None:
    with pytest.raises(UsageError, match="unknown comparison 'size'"):
        run(order(by="size"))


# -- in the child ------------------------------------------------------------------------------------------


def test_a_search_tells_where_costs_and_results_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_this_process(monkeypatch)
    file = written(tmp_path, SOURCE)
    link = FakeLink(order(f"{file}:old", new=f"{file}:new", tests=1, size=1))
    serve(link)  # type: ignore[arg-type]
    assert isinstance(link.sent[0], Begun)
    over = link.sent[-1]
    assert isinstance(over, SearchOver)
    assert over.stopped is not StopReason.TIME
    found = {int(inputs["n"]): results for inputs, results in over.inputs}
    assert found.pop(3) == ("3", "5")
    (slow,) = found
    assert slow > 5
    assert found[slow] is None
    assert over.runs >= 4  # paths: up to 2, 3, up to 5, above


def test_both_take_the_same_parameters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_this_process(monkeypatch)
    file = written(tmp_path, SOURCE)
    link = FakeLink(order(f"{file}:old", new=f"{file}:other"))
    with pytest.raises(UsageError, match="other has no parameter 'n'"):
        serve(link)  # type: ignore[arg-type]
