"""`cases` as an order: what the child tells, what fresh runs confirm, and what a policy keeps of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slowpath.command import cases
from slowpath.command.cases import run
from slowpath.command.enumeration import CaseBatch, CasesOrder, ExplorationOver, serve, serve_driven
from slowpath.errors import MeasureError, NotObservable, UsageError
from slowpath.explore.limits import Tally
from slowpath.model.report import CasesReport
from slowpath.model.run import End, Run
from slowpath.model.stop import StopReason
from slowpath.run.begun import Begun, Widened
from slowpath.run.frames import Pickled
from tests.unit.command.fakes import (
    INTERRUPT,
    FakeChild,
    FakeLink,
    FakeWorker,
    in_this_process,
    use,
    written,
)

SOURCE = """
def steps(n: int):
    if n > 7:
        raise ValueError("too large")
    for _ in range(20 if n > 5 else 3 if n > 2 else 0):
        pass
    return n
"""
ITERATIONS = {"n <= 2": 0, "n >= 3 and n <= 5": 3, "n >= 6 and n <= 7": 20, "n >= 8": 0}


def counted(inputs: Mapping[str, str]) -> Run:
    """What a fresh run of `steps` shows."""
    n = int(inputs["n"])
    raises = "ValueError: too large" if n > 7 else None
    costs = {"ops": 50 + n, "iterations": 0 if n > 7 else 20 if n > 5 else 3 if n > 2 else 0}
    end = End.RETURNED if raises is None else End.RAISED
    exception = None if raises is None else "ValueError"
    return Run(end=end, costs=costs, lines=(), lost=(), raises=raises, exception=exception)


class Steps:
    """The target, and what a child told of it."""

    def __init__(self, folder: Path) -> None:
        self._spec = f"{written(folder, SOURCE)}:steps"

    def order(self, **more: Any) -> CasesOrder:
        fields: dict[str, Any] = {
            "seconds": 20.0,
            "max_ops": 9_000,
            "shapes": {},
            "size": 3,
            "measures": ("iterations",),
            **more,
        }
        return CasesOrder(spec=self._spec, **fields)

    def told(self, **more: Any) -> list[Any]:
        """What a child says that carries out such an order, but for the scope that it tells first."""
        order = self.order(**more)
        link = FakeLink(order)
        (serve_driven if order.driven else serve)(link)  # type: ignore[arg-type]
        begun, widened, *rest = link.sent
        assert widened == Widened(())  # no module besides the target's own sees the input
        return [begun, *rest]


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Steps:
    in_this_process(monkeypatch)
    return Steps(tmp_path)


class Answered:
    """A verb whose child says what it is given, and whose worker counts as `counted` does."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, steps: Steps, messages: list[Any], **fields: Any
    ) -> None:
        begun = next(each for each in messages if isinstance(each, Begun))
        self.child = FakeChild([each for each in messages if each is not begun], begun.inferred.value)
        self.worker = FakeWorker(fields.pop("counted", counted))
        use(monkeypatch, cases, self.child, self.worker)
        self.said: list[str] = []
        self.report: CasesReport = run(steps.order(**fields), self.said.append)

    @property
    def iterations(self) -> dict[str, Any]:
        return {case.condition: case.costs["iterations"] for case in self.report.cases}


def test_a_child_tells_every_path(steps: Steps) -> None:
    begun, *batches, over = steps.told()
    assert isinstance(begun, Begun)
    assert begun.inferred.value["n"].shape.describe() == "integer()"
    found = [case for each in batches for case in each.cases.value]
    assert {case.condition(): case.costs["iterations"] for case in found} == ITERATIONS
    assert [case.raises for case in found if case.condition() == "n >= 8"] == ["ValueError: too large"]
    assert isinstance(over, ExplorationOver)
    assert over.tally.value.complete
    assert (over.traces, over.lost) == (None, ())


def test_every_path_is_confirmed(monkeypatch: pytest.MonkeyPatch, steps: Steps) -> None:
    answered = Answered(monkeypatch, steps, steps.told())
    assert answered.iterations == ITERATIONS
    report = answered.report
    assert report.complete
    assert report.found == 4
    assert report.stopped_because is StopReason.ALL_PATHS
    assert report.cases[0].condition == "n >= 6 and n <= 7"  # the costliest first
    assert len(answered.worker.asked) == 4  # each once
    assert answered.said[-1] == "4 cases"


def test_a_policy_keeps_what_it_wants(monkeypatch: pytest.MonkeyPatch, steps: Steps) -> None:
    fields = {"policy": "iterations > 2"}
    answered = Answered(monkeypatch, steps, steps.told(**fields), **fields)
    assert answered.iterations == {"n >= 6 and n <= 7": 20, "n >= 3 and n <= 5": 3}
    assert len(answered.worker.asked) == 2  # others are not run
    assert answered.report.found == 4


def test_the_worst_case_alone(monkeypatch: pytest.MonkeyPatch, steps: Steps) -> None:
    fields = {"policy": "worst"}
    answered = Answered(monkeypatch, steps, steps.told(**fields), **fields)
    assert answered.iterations == {"n >= 6 and n <= 7": 20}


def test_a_driven_search_follows_only_the_costliest_traces(
    monkeypatch: pytest.MonkeyPatch, steps: Steps
) -> None:
    fields = {"driven": True}
    messages = steps.told(**fields)
    answered = Answered(monkeypatch, steps, messages, **fields)
    assert answered.iterations == {"n >= 6 and n <= 7": 20}
    report = answered.report
    assert (report.mode, report.policy) == ("driven", "worst")
    assert report.traces == messages[-1].traces
    assert report.traces is not None
    assert report.traces.abstraction == "enhanced"
    assert 1 <= report.traces.feasible <= report.traces.tried <= report.traces.count
    assert report.stopped_because is StopReason.NO_OTHER_TRACE


def test_a_case_that_a_fresh_run_does_not_repeat_is_left_out(
    monkeypatch: pytest.MonkeyPatch, steps: Steps
) -> None:
    def dying(inputs: Mapping[str, str]) -> Run:
        return counted(inputs) if int(inputs["n"]) < 8 else Run(End.DIED, {}, (), (), detail="os._exit(3)")

    report = Answered(monkeypatch, steps, steps.told(), counted=dying).report
    assert len(report.cases) == 3
    assert not report.complete
    assert [each.reason for each in report.lost] == ["a fresh run ended otherwise: os._exit(3)"]


def test_a_cost_that_a_fresh_run_does_not_repeat_is_told(
    monkeypatch: pytest.MonkeyPatch, steps: Steps
) -> None:
    def other(inputs: Mapping[str, str]) -> Run:
        return replace(counted(inputs), costs={"ops": 9, "iterations": 4})

    answered = Answered(monkeypatch, steps, steps.told(), counted=other)
    assert set(answered.iterations.values()) == {4}  # what was counted
    assert "iterations: 20 when traced, 4 when counted" in [each.reason for each in answered.report.lost]


@pytest.mark.parametrize("policy", [None, "worst", "top 3"])
def test_no_case_runs_when_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch, steps: Steps, policy: str | None
) -> None:
    """But for one: there is something to report."""
    answered = Answered(monkeypatch, steps, steps.told(policy=policy), policy=policy, seconds=-100.0)
    report = answered.report
    assert len(answered.worker.asked) == len(report.cases) == 1
    assert report.complete == (policy == "worst")  # the only one that it wants did run
    if policy == "worst":
        return
    assert report.stopped_because is StopReason.TIME
    (lost,) = report.lost
    assert (lost.count, "give a larger --budget" in lost.reason) == (2 if policy else 3, True)
    assert report.unconfirmed == lost.count


def test_ctrl_c_tells_what_is_confirmed(monkeypatch: pytest.MonkeyPatch, steps: Steps) -> None:
    begun, *batches, over = steps.told()
    found = [case for each in batches for case in each.cases.value]
    first, rest = CaseBatch(Pickled(found[:2])), CaseBatch(Pickled(found[2:]))
    answered = Answered(monkeypatch, steps, [begun, first, INTERRUPT, rest, over])
    assert answered.child.interrupted
    assert set(answered.iterations) == {case.condition() for case in found[:2]}
    report = answered.report
    assert (report.found, report.complete) == (4, False)
    assert report.stopped_because is StopReason.INTERRUPTED


def test_a_child_that_dies_leaves_what_it_told(monkeypatch: pytest.MonkeyPatch, steps: Steps) -> None:
    answered = Answered(monkeypatch, steps, steps.told()[:-1])
    assert answered.iterations == ITERATIONS
    assert answered.report.stopped_because is StopReason.EXPLORER_DIED
    assert not answered.report.complete


@pytest.mark.parametrize(
    ("tally", "expected"),
    [(Tally(unknown=1), StopReason.UNDECIDED), (Tally(stopped=StopReason.TIME), StopReason.TIME)],
)
def test_an_exploration_that_left_paths_out_is_not_complete(
    monkeypatch: pytest.MonkeyPatch, steps: Steps, tally: Tally, expected: StopReason
) -> None:
    begun = steps.told()[0]
    report = Answered(monkeypatch, steps, [begun, ExplorationOver(Pickled(tally), ())]).report
    assert report.stopped_because is expected
    assert not report.complete


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"naive": True}, UsageError, "only a driven search"),
        ({"measures": ("opps",)}, MeasureError, "no measure 'opps'"),
        ({"policy": "opps > 3"}, MeasureError, "no measure 'opps'"),
        ({"driven": True, "policy": "memory > 3"}, NotObservable, "'memory' is metered"),
    ],
)
def test_orders_that_make_no_sense(
    steps: Steps, fields: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        run(steps.order(**fields))
