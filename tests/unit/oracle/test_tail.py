"""Growth that a limit of the target bounds: the cost goes on in runs that raise, but no longer too fast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from slowpath.model.run import End, Run
from slowpath.oracle.tail import is_bounded, levels_off
from slowpath.run.client import Worker

POINTS = [(16, 256), (32, 1_024), (64, 4_096)]
SECONDS = 1.0


class Raising:
    """A worker whose runs raise, or end in another way; their cost is a function of the size."""

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


def bounded(worker: Raising, *sources: str) -> bool:
    return is_bounded(sources, {"xs": "[0] * N"}, cast(Worker, worker), POINTS, SECONDS)


def test_a_number_of_the_recipe_may_bound_the_growth() -> None:
    worker = Raising(lambda size: size * min(size, 64), End.RETURNED)
    assert bounded(worker, "[0] * N", "64")
    assert worker.sizes == [128, 256]
    assert bounded(worker, "x = Box(k=64, name='a')\nfor i in range(N):\n    x.add(i)")


def test_an_input_that_grows_faster_than_its_size_excuses_more() -> None:
    worker = cast(Worker, Raising(lambda size: size * (size - 63) * 64, End.RETURNED))
    assert not is_bounded(["64"], {}, worker, POINTS, SECONDS)
    assert is_bounded(["64"], {}, worker, POINTS, SECONDS, swelling=2.0)


def test_growth_that_goes_on_beyond_the_number_stands() -> None:
    assert not bounded(Raising(lambda size: size * size, End.RETURNED), "[0] * N", "64")
    assert not bounded(Raising(lambda size: 1, End.BUDGET), "64")


@pytest.mark.parametrize("source", ["7", "16", "1000", "'64' * N", "True", "N"])
def test_other_numbers_cost_no_run(source: str) -> None:
    worker = Raising(lambda size: 0, End.RETURNED)
    assert not bounded(worker, source)
    assert worker.sizes == []
