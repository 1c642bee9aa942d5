"""Suites in steps of bounded path conditions."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import combinations

import pytest

from slowpath.explore.exhaustive import Run
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.search.beam.beam import Beam, load
from slowpath.search.beam.chain import COMPARED, ChainStep, chained
from slowpath.search.beam.diversity import difference
from slowpath.shape.library import text
from slowpath.values.path import Path
from tests.unit.search.beam.support import prepared, values


def test_a_step_has_no_more_decisions_than_the_bound_and_none_about_what_is_settled() -> None:
    chosen = prepared("insertion", 6)
    with chosen.tracer.installed():
        whole = chosen.run({index: -index for index in range(6)}, ())
        first = ChainStep(chosen.run, 4)(whole.model)
        assert first.conditions == whole.conditions[:4]
        step = ChainStep(chosen.run, 100).after(first)
        rest = step(whole.model)
    assert step.settled == {0, 1, 2, 3}
    assert rest.taken == bytearray([1] * 9)
    assert all(not step.settled.issuperset(condition.variables()) for condition in rest.conditions)
    assert [rest.variables[index].domain.lo for index in range(4)] == [0, -1, -2, -3]  # type: ignore[union-attr]
    assert rest.cost == whole.cost


@pytest.mark.parametrize(("bound", "share"), [(8, 0.9), (30, 0.98)])
def test_steps_come_near_the_worst_case_the_nearer_the_longer(bound: int, share: float) -> None:
    chosen = prepared("insertion", 12)
    with chosen.tracer.installed():
        worst = chosen.run({index: -index for index in range(12)}, ()).cost
        found = chained(chosen.run, Beam(tests=3, look_ahead=8, width=8), bound)
    assert found.tests[0].cost >= share * worst
    for one, other in combinations(found.tests, 2):
        assert difference(one.path, other.path) >= 8 / 3


def test_one_step_that_holds_everything_is_the_beam() -> None:
    chosen = prepared("insertion", 5)
    beam = Beam(tests=2, look_ahead=4, again=False)
    with chosen.tracer.installed():
        assert values(chained(chosen.run, beam, 1000)) == values(load(chosen.run, beam))


def test_max_size_bounds_the_steps() -> None:
    chosen = prepared("insertion", 10)
    beam = Beam(tests=2, look_ahead=4, max_size=12, leaps=False, width=4)
    with chosen.tracer.installed():
        short = chained(chosen.run, beam, 6)
        long = chained(chosen.run, Beam(tests=2, look_ahead=4, leaps=False, width=4), 6)
    assert short.levels < long.levels


def test_settled_characters_keep_their_values() -> None:
    chosen = prepared("unclosed", 8, shapes={"text": text()})
    with chosen.tracer.installed():
        found = chained(chosen.run, Beam(tests=2, look_ahead=6, width=8), 12)
        plain = chosen.run({}, ()).cost
    assert found.tests[0].cost > 2 * plain


def test_narrow_runs_ask_about_the_next_variables_and_keep_no_more_than_a_step() -> None:
    chosen = prepared("insertion", 9)
    kept = []

    def narrow(plain: Container[int], most: int) -> Run:
        run = chosen.tracer.narrowed(plain, most)

        def noted(values: Values, known: Sequence[Condition] = ()) -> Path:
            path = run(values, known)
            kept.append((most, len(path.taken)))
            return path

        return noted

    with chosen.tracer.installed():
        worst = chosen.run({index: -index for index in range(9)}, ()).cost
        found = chained(chosen.run, Beam(tests=2, look_ahead=6, width=8), 10, narrow=narrow)
    assert found.tests[0].cost >= 0.9 * worst
    assert all(size <= most for most, size in kept)
    assert {most for most, _ in kept} == {0, 10, COMPARED}  # mutations decide nothing


def test_steps_of_narrow_runs_go_on_behind_variables_that_nothing_asks_about() -> None:
    chosen = prepared("insertion", 60)
    step = ChainStep(chosen.run, 4, narrow=chosen.tracer.narrowed, ahead=8)
    with chosen.tracer.installed():
        steps = 0
        path = step({})
        while not step.is_last(path):
            step = step.after(path)
            path = step({})
            steps += 1
    assert step.settled.issuperset(range(60))
    assert steps < 60
