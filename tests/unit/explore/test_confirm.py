"""A case is confirmed by runs in fresh processes: what these contradict is not reported as it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from slowpath.explore.cases import PathCase
from slowpath.explore.confirm import Confirmer, metered_measures
from slowpath.expr.linear import Linear
from slowpath.model.run import Run
from slowpath.run.client import Worker
from tests.unit.explore.gathered import cases, cost, shapes_of, target

MEASURES = ("ops", "memory")
SECONDS = 60.0


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker(target("reserve").loaded.target.spec, measures=MEASURES) as worker:
        yield worker


@pytest.fixture
def confirmer(worker: Worker) -> Confirmer:
    metered = metered_measures(MEASURES, False)
    return Confirmer(worker, shapes_of("reserve"), 3, MEASURES, metered, 10**6, lambda: SECONDS)


def middle(least: int = 10) -> PathCase:
    found = cases("reserve", requires=f"n >= {least}")
    (case,) = [case for case in found if case.condition() == f"n >= {least} and n <= 100"]
    return case


def test_expressions_that_hold_stay(confirmer: Confirmer) -> None:
    (confirmed,) = confirmer.confirm([middle()])
    case = confirmed.case
    assert case is not None
    assert case.costs["ops"] == middle().costs["ops"]
    assert str(cost(case, "memory")).endswith(" + 8*n")
    assert confirmed.lost == confirmed.dropped == ()


def test_an_expression_that_a_second_input_contradicts(confirmer: Confirmer) -> None:
    wrong = replace(middle(), costs={**middle().costs, "memory": Linear.of({0: 9}, 0)})
    (confirmed,) = confirmer.confirm([wrong])
    assert confirmed.case is not None
    assert isinstance(confirmed.case.costs["memory"], int)
    assert "memory: depends on the input" in confirmed.lost[0].reason


def test_a_number_that_a_run_contradicts(confirmer: Confirmer) -> None:
    (confirmed,) = confirmer.confirm([replace(middle(), costs={"ops": 1})])
    assert confirmed.case is not None
    assert confirmed.case.costs["ops"] == middle().cost("ops")
    assert "ops: 1 when traced" in confirmed.lost[0].reason


def test_another_end_is_no_case(confirmer: Confirmer) -> None:
    (confirmed,) = confirmer.confirm([replace(middle(), raises="ValueError: no", exception="ValueError")])
    assert confirmed.case is None
    assert "ended otherwise" in confirmed.dropped[0].reason


class Recording(Worker):
    """A worker that counts the inputs that run alone."""

    alone = 0

    def run(self, *arguments: Any, **named: Any) -> Run:
        self.alone += 1
        return super().run(*arguments, **named)


def test_a_case_whose_cost_differs_from_the_traced_one_runs_again_alone() -> None:
    right, wrong = (replace(middle(), costs={"ops": cost}) for cost in (middle().cost("ops"), 1))
    with Recording(target("reserve").loaded.target.spec) as worker:
        confirmer = Confirmer(worker, shapes_of("reserve"), 3, ("ops",), frozenset(), 10**6, lambda: SECONDS)
        confirmed = confirmer.confirm([right, wrong, right])
    assert worker.alone == 1
    assert [len(each.lost) for each in confirmed] == [0, 1, 0]


def test_what_is_metered() -> None:
    assert metered_measures(("ops", "memory", "ops + allocated"), False) == {"memory", "ops + allocated"}
    assert metered_measures(("ops", "memory"), True) == frozenset()
