"""`grow` as an order: one size after the other, and the class of the growth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.command.grow import GrowOrder, run
from slowpath.errors import InputError, UsageError
from slowpath.model.growth import Growth
from slowpath.model.run import Lost
from slowpath.model.stop import StopReason
from tests.unit.command.fakes import TARGET, FakeWorker, ran, written

SOURCE = """
def pairs(xs):
    count = 0
    for x in xs:
        for y in xs:
            count += 1
    return count
"""


def order(spec: str = "m:f", **more: Any) -> GrowOrder:
    fields: dict[str, Any] = {"seconds": 20.0, "max_ops": 2_000_000, "inputs": {"xs": "[0] * N"}, **more}
    return GrowOrder(spec=spec, **{"measure": "ops", **fields})


def test_the_growth_of_counted_costs(tmp_path: Path) -> None:
    said: list[str] = []
    spec = f"{written(tmp_path, SOURCE)}:pairs"
    report = run(order(spec, measure="iterations", start=8, to=64), said.append)
    assert dict(report.growth.points)[64] == 64 * 64 + 64
    assert report.growth.klass == "O(n^2)"
    assert report.stopped_because is StopReason.SIZE
    assert report.recipe == {"xs": "[0] * N"}
    assert "N = 64 costs 4,160" in said
    assert report.seconds == ()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"start": 0}, "the first size must be at least 1, not 0"),
        ({"to": -3}, "the last size must be at least 1, not -3"),
        ({"start": 9, "to": 8}, "the last size, 8, is below the first, 9"),
    ],
)
def test_sizes_that_make_no_sense(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        run(order(**fields))


def test_something_has_to_grow() -> None:
    with pytest.raises(InputError, match="nothing grows"):
        run(order(inputs={"xs": "[1, 2]"}))


class Interrupted(FakeWorker):
    """Ctrl-C comes with the third run."""

    def __init__(self, after: int) -> None:
        super().__init__(lambda inputs: ran(10.0 * len(self.asked)))
        self._after = after

    def run(self, *arguments: Any, **options: Any) -> Any:
        if len(self.asked) == self._after:
            raise KeyboardInterrupt
        return super().run(*arguments, **options)


def interrupted(monkeypatch: pytest.MonkeyPatch, after: int) -> Any:
    monkeypatch.setattr("slowpath.command.order.Worker", lambda spec, **options: Interrupted(after))
    monkeypatch.setattr("slowpath.run.inputs.resolve", lambda target, inputs: inputs)
    return run(order(start=4, to=64))


def test_what_the_runs_could_not_count_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = Lost("m.py:3", "outside the scope", 2)
    worker = FakeWorker(lambda inputs: ran(10, lost=(lost,)))
    monkeypatch.setattr("slowpath.command.order.Worker", lambda spec, **options: worker)
    monkeypatch.setattr("slowpath.run.inputs.resolve", lambda target, inputs: inputs)
    assert run(order(start=4, to=8)).lost == (lost,)


def test_an_interrupted_series_tells_the_sizes_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    report = interrupted(monkeypatch, 2)
    assert report.stopped_because is StopReason.INTERRUPTED
    assert [cost for _, cost in report.growth.points] == [10.0, 20.0]
    assert report.target == TARGET


def test_a_series_that_never_began_has_no_growth(monkeypatch: pytest.MonkeyPatch) -> None:
    report = interrupted(monkeypatch, 0)
    assert report.stopped_because is StopReason.INTERRUPTED
    assert report.growth == Growth((), None, None, 0.0, why="no size was run")


def test_what_a_setup_builds_grows(tmp_path: Path) -> None:
    spec = f"{written(tmp_path, SOURCE)}:pairs"
    report = run(order(spec, inputs={"xs": "ys"}, setup="ys = []\nfor i in range(N): ys.append(i)", to=64))
    assert report.growth.klass == "O(n^2)"
    assert [size for size, _ in report.building] == [size for size, _ in report.growth.points]
    assert report.building[-1][1] < report.growth.points[-1][1]
    with pytest.raises(InputError, match="nothing grows"):
        run(order(spec, inputs={"xs": "ys"}, setup="ys = [1]"))
