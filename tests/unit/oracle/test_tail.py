"""Growth that a limit of the target bounds: the cost goes on in runs that raise, but no longer too fast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from slowpath.model.run import End, Run
from slowpath.oracle.tail import levels_off
from slowpath.run.client import Worker

POINTS = [(16, 256), (32, 1_024), (64, 4_096)]
SECONDS = 1.0


class Raising:
    """A worker whose runs raise; their cost is a function of the size."""

    def __init__(self, ops: Callable[[int], int], end: End = End.RAISED) -> None:
        self._ops, self._end = ops, end
        self.sizes: list[int] = []

    def run(self, inputs: Any, size: int, max_ops: int, seconds: float) -> Run:
        self.sizes.append(size)
        return Run(self._end, {"ops": self._ops(size)}, (), ())


def asked(worker: Raising, tail: list[tuple[int, int]]) -> bool:
    return levels_off({"xs": "[0] * N"}, cast(Worker, worker), POINTS, tail, SECONDS)


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        ([(128, 100_000), (256, 200_000)], True),
        ([(128, 16_384), (256, 65_536)], False),
        ([(128, 50), (256, 50)], False),  # larger inputs are refused at once
        ([], False),
    ],
    ids=["goes on in proportion", "goes on as before", "refused early", "returns everywhere"],
)
def test_the_cost_beyond_tells_whether_growth_has_ended(tail: list[tuple[int, int]], expected: bool) -> None:
    worker = Raising(lambda size: 0)
    assert asked(worker, tail) is expected
    assert worker.sizes == []


def test_one_run_beyond_asks_for_another_at_twice_its_size() -> None:
    linear, quadratic = Raising(lambda size: 800 * size), Raising(lambda size: size * size)
    assert asked(linear, [(128, 102_400)])
    assert not asked(quadratic, [(128, 16_384)])
    assert linear.sizes == quadratic.sizes == [256]


def test_growth_stands_if_the_larger_run_does_not_end() -> None:
    assert not asked(Raising(lambda size: 1, End.BUDGET), [(128, 102_400)])
