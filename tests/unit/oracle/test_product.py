"""A product of sizes: the cost is in proportion to each parameter alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

import pytest

from slowpath.model.find import OF_SETUP, Finding
from slowpath.model.growth import Growth
from slowpath.model.run import End, Run
from slowpath.model.scenario import Scenario
from slowpath.oracle.product import factors
from slowpath.run.client import Worker

SIZE = 64
PAIR = {"a": "[0] * N", "b": "[0] * N"}


class Counting:
    """A worker whose runs cost a function of the lengths of a and b."""

    def __init__(self, cost: Callable[[int, int], int], end: End = End.RETURNED) -> None:
        self._cost, self._end, self._setup = cost, end, ""

    def with_scenario(self, scenario: Scenario) -> Counting:
        other = Counting(self._cost, self._end)
        other._setup = scenario.setup
        return other

    def run(self, recipe: Mapping[str, str], size: int, max_ops: int, seconds: float) -> Run:
        names: dict[str, Any] = {"N": size}
        exec(self._setup, names)
        a, b = (len(eval(recipe[name], names)) for name in ("a", "b"))
        return Run(self._end, {"ops": self._cost(a, b)}, (), ())


def asked(cost: Callable[[int, int], int], finding: Finding | None = None, end: End = End.RETURNED) -> Any:
    return factors(finding or found(cost), cast(Worker, Counting(cost, end)), 1.0)


def found(cost: Callable[[int, int], int]) -> Finding:
    growth = Growth(tuple((size, cost(size, size)) for size in (16, 32, SIZE)), "O(n^2)", 2.0, 1.0)
    return Finding(PAIR, growth, (), None, "", "m.py:3", "f", (), None, "evolve")


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        (lambda a, b: 9 * a * b + a + b + 20, ("a", "b")),
        (lambda a, b: 9 * a * a + b, ()),
        (lambda a, b: 9 * (a + b) ** 2, ()),
        (lambda a, b: 9 * min(a, b) ** 2 + 50, ()),
        (lambda a, b: a * a * b, ()),
    ],
    ids=["each with each", "one alone", "one text of both", "pairs side by side", "a square times a size"],
)
def test_a_product_is_in_proportion_to_each_alone(
    cost: Callable[[int, int], int], expected: tuple[str, ...]
) -> None:
    assert asked(cost) == expected


def test_one_size_is_no_product() -> None:
    finding = replace(found(lambda a, b: a * b), recipe={"a": "[0] * N", "b": "[0]"})
    assert asked(lambda a, b: a * a, finding) == ()


def test_a_setup_is_a_size_too() -> None:
    finding = replace(
        found(lambda a, b: a * b),
        recipe={"a": "[0] * N", "b": "made"},
        scenario=Scenario("made = []\nfor i in range(N):\n    made.append(i)"),
    )
    assert asked(lambda a, b: 5 * a * b, finding) == ("a", OF_SETUP)


def test_runs_that_end_in_another_way_tell_nothing() -> None:
    assert asked(lambda a, b: 9 * a * b, end=End.RAISED) == ()
