"""`suite` as an order: which tests are reported, beside which random inputs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from slowpath.command import suite
from slowpath.command.confirming import BestInputs
from slowpath.command.suite import RandomInputs, SuiteOrder, SuiteOver, run, serve
from slowpath.command.watch import Progress
from slowpath.errors import MeasureError, UsageError
from slowpath.model.find import Baseline
from slowpath.model.provenance import Provenance, ShapeNote
from slowpath.model.run import End, Run
from slowpath.model.stop import StopReason
from slowpath.model.suite import LoadTest, SuiteReport
from slowpath.run.begun import Begun
from slowpath.shape.infer import Inferred
from slowpath.shape.library import ints
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
def insort(xs: list[int]):
    for i in range(1, len(xs)):
        while i and xs[i - 1] > xs[i]:
            xs[i - 1], xs[i] = xs[i], xs[i - 1]
            i -= 1
    return xs
"""


def order(spec: str = "m:f", **more: Any) -> SuiteOrder:
    fields: dict[str, Any] = {
        "seconds": 5.0,
        "max_ops": 9_000,
        "shapes": {},
        "size": 4,
        "measure": "ops",
        "tests": 2,
        **more,
    }
    return SuiteOrder(spec=spec, **fields)


def over(*tests: tuple[int, int]) -> SuiteOver:
    inputs = tuple(({"n": str(number)}, differs) for number, differs in tests)
    stopped = StopReason.NO_QUESTION_LEFT
    return SuiteOver(inputs=inputs, runs=50, stopped=stopped, look_ahead=6, levels=3, threshold=2.0)


def drawn(*numbers: int) -> RandomInputs:
    return RandomInputs(tuple({"n": str(number)} for number in numbers))


def costs_n(inputs: Mapping[str, str]) -> Run:
    number = int(inputs["n"])
    return ran(0, End.DIED, detail="os._exit(3)") if number < 0 else ran(number)


def answered(monkeypatch: pytest.MonkeyPatch, *messages: Any, **fields: Any) -> SuiteReport:
    child = FakeChild(messages, {"xs": Inferred(ints(), Provenance.HINT, "list[int]")})
    use(monkeypatch, suite, child, FakeWorker(costs_n))
    return run(order(**fields))


def test_the_costliest_tests_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    report = answered(monkeypatch, Progress(9, 30), drawn(8, 12, -1), over((20, 5), (30, 4), (10, 7)))
    assert report.tests == (LoadTest({"n": "30"}, 30, 4), LoadTest({"n": "20"}, 20, 5))
    assert report.baseline == Baseline(12, 2)  # the third random input has no cost
    assert (report.look_ahead, report.levels, report.threshold, report.runs) == (6, 3, 2.0, 50)
    assert report.shapes == {"xs": ShapeNote("ints(N)", Provenance.HINT, "list[int]")}
    assert report.stopped_because is StopReason.NO_QUESTION_LEFT


def test_a_random_input_that_the_search_missed_is_a_test_of_unknown_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    report = answered(monkeypatch, drawn(8, 40), over((20, 5), (30, 4)))
    assert report.tests == (LoadTest({"n": "40"}, 40, None), LoadTest({"n": "30"}, 30, 4))
    assert report.baseline == Baseline(40, 2)


def test_tests_that_were_told_at_different_times_are_of_unknown_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first: BestInputs[int] = BestInputs((({"n": "20"}, 13),))
    second: BestInputs[int] = BestInputs((({"n": "30"}, 9),))
    report = answered(monkeypatch, first, second, INTERRUPT, over((90, 5)))
    assert 90 not in [test.cost for test in report.tests]
    assert report.tests
    assert {test.differs for test in report.tests} == {None}


def test_how_far_a_test_differs_is_told_of_the_suite_that_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    best: BestInputs[int] = BestInputs((({"n": "20"}, 13),))  # from what was best by then
    report = answered(monkeypatch, best, over((20, 5), (30, 5)))
    assert [(test.cost, test.differs) for test in report.tests] == [(30, 5), (20, 5)]


def test_a_test_that_a_fresh_run_does_not_stand_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    report = answered(monkeypatch, over((20, 5), (-1, 4)))
    assert [test.cost for test in report.tests] == [20]
    assert [each.reason for each in report.lost] == ["a fresh run did not terminate: os._exit(3)"]
    assert report.baseline is None


def test_ctrl_c_reports_what_ran_in_fresh_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    best: BestInputs[int] = BestInputs((({"n": "20"}, 5),))
    report = answered(monkeypatch, best, INTERRUPT, over((90, 1)), look_ahead=4)
    assert [test.cost for test in report.tests] == [20]
    assert report.stopped_because is StopReason.INTERRUPTED
    # What the interrupted search said last is known, though no input of it ran.
    assert (report.look_ahead, report.runs) == (6, 50)


def test_a_suite_that_was_never_told_has_the_order_s_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    report = answered(monkeypatch, INTERRUPT, look_ahead=4)
    assert (report.tests, report.look_ahead, report.levels, report.baseline) == ((), 4, 0, None)


@pytest.mark.parametrize("name", ["tests", "look_ahead", "constraints"])
def test_numbers_are_at_least_one(name: str) -> None:
    given: dict[str, Any] = {name: 0}
    with pytest.raises(UsageError, match=f"{name} must be at least 1, not 0"):
        run(order(**given))


def test_a_measure_is_checked_before_the_search() -> None:
    with pytest.raises(MeasureError, match="no measure 'opps'"):
        run(order(measure="opps"))


# -- in the child ------------------------------------------------------------------------------------------


def searched(folder: Path, monkeypatch: pytest.MonkeyPatch, **fields: Any) -> list[Any]:
    in_this_process(monkeypatch)
    link = FakeLink(order(f"{written(folder, SOURCE)}:insort", **fields))
    serve(link)  # type: ignore[arg-type]
    return link.sent


def test_a_search_ends_with_tests_on_different_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = searched(tmp_path, monkeypatch)
    assert isinstance(sent[0], Begun)
    assert sent[0].inferred.value["xs"].shape.describe() == "ints(N)"
    last = sent[-1]
    assert isinstance(last, SuiteOver)
    assert len(last.inputs) == 2
    first = eval(last.inputs[0][0]["xs"])
    assert first == sorted(first, reverse=True)
    assert len(set(first)) == 4
    assert all(differs >= last.threshold for _, differs in last.inputs)
    (random,) = [each for each in sent if isinstance(each, RandomInputs)]
    assert len(random.inputs) >= 2
    assert all(len(eval(each["xs"])) == 4 for each in random.inputs)
    assert last.runs > 2
    assert last.stopped is not StopReason.TIME


def test_inputs_that_nothing_admits_are_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"no input of xs=ints\(N\) is admitted at N = 4"):
        searched(tmp_path, monkeypatch, requires="len(xs) > 4", seconds=1.0)
