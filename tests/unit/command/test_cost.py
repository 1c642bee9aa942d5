"""`cost` as an order: one run, counted, and timed if that is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slowpath.command.cost import CostOrder, run
from slowpath.errors import InputError
from slowpath.model.run import End
from tests.unit.command.fakes import written

SOURCE = """
def total(n):
    result = 0
    for i in range(n):
        result += i
    return result
"""


def order(folder: Path, name: str = "total", **more: Any) -> CostOrder:
    fields: dict[str, Any] = {
        "seconds": 20.0,
        "max_ops": 10_000,
        "inputs": {"": "N"},
        "size": 7,
        "measures": ("iterations", "2*calls+iterations"),
        **more,
    }
    return CostOrder(spec=f"{written(folder, SOURCE)}:{name}", **fields)


def test_a_run_is_counted(tmp_path: Path) -> None:
    said: list[str] = []
    report = run(order(tmp_path), said.append)
    assert report.end is End.RETURNED
    assert report.inputs == {"n": "N"}  # the only parameter
    assert report.size == 7
    assert report.costs["iterations"] == 7
    assert report.costs["2*calls+iterations"] == 9
    assert {line.line: line.hits for line in report.lines}[5] == 7
    assert report.seconds is None
    assert said == ["running the input"]


def test_the_plain_target_is_timed_on_demand(tmp_path: Path) -> None:
    report = run(order(tmp_path, timed=True))
    assert report.seconds is not None
    assert report.seconds > 0


def test_a_run_that_is_stopped_is_not_timed(tmp_path: Path) -> None:
    report = run(order(tmp_path, size=10_000, timed=True))
    assert report.end is End.BUDGET
    assert report.seconds is None  # though the plain target would end soon
    assert 9_000 < report.costs["ops"] < 20_000


def test_memory_is_left_out_of_a_long_run(tmp_path: Path) -> None:
    measures = ("memory", "ops")
    short = run(order(tmp_path, measures=measures, observe_up_to=8))
    long = run(order(tmp_path, measures=measures, observe_up_to=7))  # one call, seven iterations
    assert "memory" in short.costs
    assert "memory" not in long.costs
    assert long.costs["ops"] == short.costs["ops"]
    assert "not metered above 7" in long.run.lost[0].reason


def test_an_input_in_n_needs_a_size(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        run(order(tmp_path, size=None))


def test_a_setup_runs_first(tmp_path: Path) -> None:
    report = run(order(tmp_path, inputs={"n": "many"}, setup="many = 2 * N"))
    assert report.costs["iterations"] == 14
    assert report.scenario.setup == "many = 2 * N"
    assert report.run.building
    with pytest.raises(InputError, match="no size"):
        run(order(tmp_path, inputs={"n": "many"}, setup="many = 2 * N", size=None))
    with pytest.raises(InputError, match="not Python"):
        run(order(tmp_path, inputs={"n": "many"}, setup="many ="))
