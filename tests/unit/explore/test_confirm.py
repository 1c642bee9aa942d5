"""A case is confirmed by runs in fresh processes: what these contradict is not reported as it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from slowpath.explore.cases import PathCase
from slowpath.explore.confirm import Confirmer, metered_measures
from slowpath.expr.linear import Linear
from slowpath.run.client import Worker
from tests.unit.explore.gathered import cases, cost, shapes_of, target

MEASURES = ("ops", "memory")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker(target("reserve").loaded.target.spec, measures=MEASURES) as worker:
        yield worker


@pytest.fixture
def confirmer(worker: Worker) -> Confirmer:
    return Confirmer(worker, shapes_of("reserve"), 3, MEASURES, metered_measures(MEASURES, False), 10**6)


def middle(least: int = 10) -> PathCase:
    found = cases("reserve", requires=f"n >= {least}")
    (case,) = [case for case in found if case.condition() == f"n >= {least} and n <= 100"]
    return case


def test_expressions_that_hold_stay(confirmer: Confirmer) -> None:
    case = confirmer.confirmed(middle())
    assert case is not None
    assert case.costs["ops"] == middle().costs["ops"]
    assert str(cost(case, "memory")).endswith(" + 8*n")
    assert confirmer.lost == confirmer.dropped == []


def test_an_expression_that_a_second_input_contradicts(confirmer: Confirmer) -> None:
    wrong = replace(middle(), costs={**middle().costs, "memory": Linear.of({0: 9}, 0)})
    case = confirmer.confirmed(wrong)
    assert case is not None
    assert isinstance(case.costs["memory"], int)
    assert "memory: depends on the input" in confirmer.lost[0].reason


def test_a_number_that_a_run_contradicts(confirmer: Confirmer) -> None:
    case = confirmer.confirmed(replace(middle(), costs={"ops": 1}))
    assert case is not None
    assert case.costs["ops"] == middle().cost("ops")
    assert "ops: 1 when traced" in confirmer.lost[0].reason


def test_another_end_is_no_case(confirmer: Confirmer) -> None:
    assert confirmer.confirmed(replace(middle(), raises="ValueError: no", exception="ValueError")) is None
    assert "ended otherwise" in confirmer.dropped[0].reason


def test_what_is_metered() -> None:
    assert metered_measures(("ops", "memory", "ops + allocated"), False) == {"memory", "ops + allocated"}
    assert metered_measures(("ops", "memory"), True) == frozenset()
