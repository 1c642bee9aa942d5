"""`scale` as an order: which way is the best, and what a fresh run says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from slowpath.command import scale
from slowpath.command.scale import ScaleOrder, SizeExplored, WaysOver, WayTried, run, serve
from slowpath.errors import UsageError
from slowpath.model.cost import LineCost, Ops
from slowpath.model.run import End, Run
from slowpath.model.scale import ScaleReport, SmallSize, Way
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
def insort(xs):
    for i in range(1, len(xs)):
        while i and xs[i - 1] > xs[i]:
            xs[i - 1], xs[i] = xs[i], xs[i - 1]
            i -= 1
    return xs

def nothing():
    return 1
"""


def order(spec: str = "m:f", **more: Any) -> ScaleOrder:
    fields: dict[str, Any] = {"seconds": 10.0, "max_ops": 9_000, "shapes": {}, "size": 40, "first": 2, **more}
    return ScaleOrder(spec=spec, **fields)


def way(cost: int, *, recipe: bool = False, predicted: int | None = None, name: str = "path space") -> Way:
    inputs = {"xs": f"recipe {cost}" if recipe else f"input {cost}"}
    return Way(name, inputs, recipe, cost, predicted, predicted == cost, None, None, 0.1)


NO_INPUT = Way("policies", None, False, None, None, False, "no policy", None, 0.1)


def cost_of(inputs: Mapping[str, str]) -> Run:
    """A fresh run costs what the search says."""
    return ran(int(inputs["xs"].split()[1]))


def answered(
    monkeypatch: pytest.MonkeyPatch,
    *messages: Any,
    run_: Callable[[Mapping[str, str]], Run] = cost_of,
    said: list[str] | None = None,
    **fields: Any,
) -> tuple[ScaleReport, FakeWorker]:
    worker = FakeWorker(run_)
    use(monkeypatch, scale, FakeChild(messages), worker)
    heard: list[str] = [] if said is None else said
    return run(order(**fields), heard.append), worker


def test_the_costliest_way_is_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    small = SmallSize(2, 10, True)
    tried = [way(50), NO_INPUT, way(80, predicted=80, name="by history"), way(70)]
    messages = [SizeExplored(small), *map(WayTried, tried), WaysOver()]
    report, worker = answered(monkeypatch, *messages, said=said)
    assert (report.best, report.cost, report.costs) == (tried[2], 80, {"ops": 80})
    assert report.small == (small,)
    assert report.ways == tuple(tried)
    assert report.stopped_because is StopReason.PROMISE_KEPT
    assert worker.asked == [{"xs": "input 50"}, {"xs": "input 80"}]  # a cheaper one is not run
    assert worker.limited == [9_000, 9_000]
    assert said == [
        "exploring small sizes",
        "the worst of N = 2 costs 10",
        "path space: an input that costs 50",
        "policies: no policy",
        "by history: an input that costs 80",
        "path space: an input that costs 70",
    ]


def test_a_recipe_that_costs_as_much_is_told_besides(monkeypatch: pytest.MonkeyPatch) -> None:
    report, _ = answered(monkeypatch, WayTried(way(50)), WayTried(way(50, recipe=True)), WaysOver())
    assert report.best == way(50)
    assert report.recipe == {"xs": "recipe 50"}


def test_a_recipe_that_is_the_best_is_the_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    report, _ = answered(monkeypatch, WayTried(way(50)), WayTried(way(60, recipe=True)), WaysOver())
    assert report.recipe == {"xs": "recipe 60"}


def test_a_fresh_run_that_costs_something_else_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    report, _ = answered(monkeypatch, WayTried(way(50)), WaysOver(), run_=lambda inputs: ran(49))
    assert report.cost == 49
    assert [each.reason for each in report.lost] == ["50 during the search, 49 in a fresh process"]


def ends_below_80(inputs: Mapping[str, str]) -> Run:
    counted = cost_of(inputs)
    return counted if counted.costs["ops"] < 80 else ran(9_001, End.BUDGET, detail="over 9,000 ops")


def test_a_fresh_run_without_an_end_has_no_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    report, _ = answered(monkeypatch, WayTried(way(90)), WaysOver(), run_=ends_below_80)
    assert report.best == way(90)
    assert report.cost is None
    assert [each.reason for each in report.lost] == ["the fresh run did not terminate: over 9,000 ops"]


@pytest.mark.parametrize("costs", [(90, 50), (50, 90), (90, 50, 95, 40)])
def test_an_input_that_ends_comes_before_one_that_does_not(
    monkeypatch: pytest.MonkeyPatch, costs: tuple[int, ...]
) -> None:
    tried = [WayTried(way(cost)) for cost in costs]
    report, _ = answered(monkeypatch, *tried, WaysOver(), run_=ends_below_80)
    assert (report.best, report.cost) == (way(50), 50)
    assert [each.reason for each in report.lost] == ["the fresh run did not terminate: over 9,000 ops"]


@pytest.mark.parametrize(
    ("tried", "verdict"),
    [
        ([NO_INPUT], StopReason.NO_INPUT),
        ([way(50)], StopReason.NO_PROMISE),
        ([way(50, predicted=60)], StopReason.BELOW_PROMISE),
        ([way(50, predicted=40)], StopReason.ABOVE_PROMISE),
        ([way(50, predicted=50)], StopReason.PROMISE_KEPT),
    ],
)
def test_what_became_of_the_promise(
    monkeypatch: pytest.MonkeyPatch, tried: list[Way], verdict: StopReason
) -> None:
    report, _ = answered(monkeypatch, *map(WayTried, tried), WaysOver())
    assert report.stopped_because is verdict


def test_executions_of_a_line_are_counted_instead_of_ops(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (
        LineCost("/m.py", 4, "f", Ops(99), Ops(0), 7),
        LineCost("/m.py", 4, "f.<locals>.g", Ops(9), Ops(0), 50),
        LineCost("/other.py", 4, "f", Ops(9), Ops(0), 60),
        LineCost("/m.py", 5, "f", Ops(9), Ops(0), 70),
    )
    report, _ = answered(
        monkeypatch, WayTried(way(50)), WaysOver(), run_=lambda inputs: ran(999, lines=lines), hot=4
    )
    assert (report.cost, report.costs["ops"], report.measure) == (50, 999, "executions of line 4")
    assert report.lost == ()


def test_a_child_that_dies_leaves_what_it_told(monkeypatch: pytest.MonkeyPatch) -> None:
    report, _ = answered(monkeypatch, WayTried(way(50)))
    assert (report.cost, report.stopped_because) == (50, StopReason.DIED)


def test_ctrl_c_leaves_what_was_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    report, _ = answered(monkeypatch, WayTried(way(50)), INTERRUPT, WayTried(way(90)))
    assert (report.cost, report.stopped_because) == (50, StopReason.INTERRUPTED)


def test_the_size_is_above_the_small_ones() -> None:
    with pytest.raises(UsageError, match="the size, 3, is not above the first small size, 3"):
        run(order(size=3, first=3))


# -- in the child ------------------------------------------------------------------------------------------


def test_small_sizes_lead_to_the_worst_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_this_process(monkeypatch)
    spec = f"{written(tmp_path, SOURCE)}:insort"
    link = FakeLink(order(spec, shapes={"xs": "ints(N)"}, size=12, hot=5, seconds=6.0, max_ops=100_000))
    serve(link)  # type: ignore[arg-type]
    assert isinstance(link.sent[0], Begun)
    assert isinstance(link.sent[-1], WaysOver)
    small = [each.small for each in link.sent if isinstance(each, SizeExplored)]
    assert [(each.size, each.cost) for each in small[:4]] == [(n, n * (n - 1) // 2) for n in (2, 3, 4, 5)]
    first = next(each.way for each in link.sent if isinstance(each, WayTried))
    assert first.inputs is not None
    values = eval(first.inputs["xs"])
    assert (first.cost, first.predicted, first.reached) == (66, 66, True)  # 12 * 11 / 2
    assert all(one > other for one, other in pairwise(values))


def test_a_target_without_input_does_not_scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_this_process(monkeypatch)
    link = FakeLink(order(f"{written(tmp_path, SOURCE)}:nothing"))
    with pytest.raises(UsageError, match="takes no input, so nothing grows"):
        serve(link)  # type: ignore[arg-type]
