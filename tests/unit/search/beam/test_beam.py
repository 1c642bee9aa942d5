"""Suites of costly inputs by a beam of prefixes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.search.beam.beam import Beam, load
from slowpath.search.beam.diversity import difference
from slowpath.search.beam.states import CostedInput
from slowpath.search.beam.target import subject
from slowpath.shape.base import Shape
from slowpath.shape.library import boolean, text
from slowpath.values.path import Path
from tests.unit.search.beam.support import INTS, prepared, suite, target, values, worst


@pytest.mark.parametrize("leaps", [True, False])
def test_finds_the_worst_order_of_insertion_sort(leaps: bool) -> None:
    chosen = prepared("insertion", 6)
    found = suite(chosen, Beam(tests=3, look_ahead=6, width=64, leaps=leaps))
    assert found.tests[0].cost == worst(chosen)


def test_inputs_differ_pairwise_by_the_threshold() -> None:
    found = suite(prepared("insertion", 10), Beam(tests=5, look_ahead=8, width=12))
    assert len(found.tests) == 5
    for one, other in combinations(found.tests, 2):
        assert difference(one.path, other.path) >= 8 / 5
    assert [test.cost for test in found.tests] == sorted((test.cost for test in found.tests), reverse=True)


def test_any_number_of_jobs_finds_the_same_suite() -> None:
    beam = Beam(tests=4, look_ahead=6, width=8)
    one = suite(prepared("insertion", 9), beam)
    two = suite(prepared("insertion", 9), Beam(tests=4, look_ahead=6, width=8, jobs=2))
    assert values(one) == values(two)
    assert one.tally.runs == two.tally.runs


def test_a_pilot_chooses_the_look_ahead_and_the_suite_repeats() -> None:
    found = suite(prepared("insertion", 9), Beam(tests=3, width=6))
    assert found.look_ahead in (4, 16, 64)
    assert values(found) == values(suite(prepared("insertion", 9), Beam(tests=3, width=6)))


def test_max_size_ends_the_search() -> None:
    bounded = suite(prepared("insertion", 9), Beam(tests=2, look_ahead=4, max_size=10, again=False))
    assert bounded.levels == 3


def test_a_target_without_questions_has_one_test() -> None:
    found = suite(prepared("total", 5), Beam(tests=3, look_ahead=4))
    assert len(found.tests) == 1
    assert found.tally.solves == 0


def test_the_time_ends_the_search() -> None:
    now = iter(range(10**9))
    chosen = prepared("insertion", 9)
    with chosen.tracer.installed():
        found = load(chosen.run, Beam(tests=2, look_ahead=2, seconds=60), clock=lambda: float(next(now)))
    assert found.tests
    assert found.levels < 40


def test_memory_is_another_worst_case_than_ops() -> None:
    shapes: dict[str, Shape] = {"flags": _flags()}
    hoard = suite(prepared("hoard", 8, "memory", shapes), Beam(tests=2, look_ahead=4))
    spin = suite(prepared("hoard", 8, "ops", shapes), Beam(tests=2, look_ahead=4))
    both = suite(prepared("hoard", 8, "ops + 1000 * memory", shapes), Beam(tests=2, look_ahead=4))
    assert values(hoard)[0] == [1] * 8
    assert values(spin)[0] == [0] * 8
    assert values(both)[0] == [1] * 8


def test_text_is_searched_by_characters() -> None:
    chosen = prepared("unclosed", 8, shapes={"text": text()})
    found = suite(chosen, Beam(tests=2, look_ahead=8))
    written = chosen.written(found.tests[0].path)["text"]
    assert written.count("<") >= 7
    assert ">" not in written


def test_a_run_that_fails_in_a_process_is_told() -> None:
    from slowpath.errors import WorkerError

    chosen = prepared("insertion", 5)
    calls = []

    def fails(model: Values, known: Sequence[Condition]) -> Path:
        calls.append(model)
        if len(calls) > 3:
            raise RuntimeError("no more")
        return chosen.run(model, known)

    with chosen.tracer.installed(), pytest.raises(WorkerError, match="no more"):
        load(fails, Beam(tests=2, look_ahead=4, jobs=2, leaps=False))


def _flags() -> Shape:
    from slowpath.shape.library import lists

    return lists(boolean())


def test_a_precondition_that_admits_nothing_leaves_no_tests() -> None:
    chosen = subject(target("insertion"), INTS, 3, requires="xs[0] > xs[0]")
    assert not suite(chosen, Beam(tests=2)).tests


def test_a_search_that_its_time_cut_says_so() -> None:
    at = prepared("insertion", 6)
    ticks = iter(range(10**9))
    with at.tracer.installed():
        whole = load(at.run, Beam(tests=2, look_ahead=4, mutation=0), judge=at.judge)
        timed = Beam(tests=2, look_ahead=4, seconds=40)
        cut = load(at.run, timed, judge=at.judge, clock=lambda: float(next(ticks)))
    assert not whole.late
    assert cut.late


def test_rivals_compete_for_the_places_of_a_suite() -> None:
    at = prepared("insertion", 6)
    falling = {place: 6 - place for place in range(6)}
    with at.tracer.installed():
        rival = CostedInput(falling, at.judge(at.plain(falling, ())))
        beam = Beam(tests=2, look_ahead=4, leaps=False, again=False, width=1, mutation=0)
        found = load(at.run, beam, judge=at.judge, rivals=[rival])
    assert found.tests[0].cost == rival.cost
