"""Suites of costly inputs by a beam of prefixes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from pathlib import Path as File

import pytest

from slowpath.errors import UsageError
from slowpath.explore.cases import Metered, metered
from slowpath.explore.exhaustive import Explorer
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.search.beam.beam import Beam, LoadSuite, load
from slowpath.search.beam.diversity import common, difference
from slowpath.search.beam.states import BeamState, CostedInput, ops, spread
from slowpath.search.beam.target import BeamTarget, subject
from slowpath.search.beam.window import Window
from slowpath.shape.base import Shape
from slowpath.shape.library import boolean, ints, text
from slowpath.values.path import Path
from tests.unit.search.beam import programs

INTS: dict[str, Shape] = {"xs": ints()}


@cache
def target(name: str) -> Metered:
    return metered(f"{File(programs.__file__)}:{name}")


def prepared(
    name: str, size: int, measure: str = "ops", shapes: dict[str, Shape] | None = None
) -> BeamTarget:
    return subject(target(name), shapes or INTS, size, measure)


def suite(subject: BeamTarget, beam: Beam, seed: int = 0) -> LoadSuite:
    with subject.tracer.installed():
        return load(subject.run, beam, subject.starts(seed), subject.judge)


def worst(subject: BeamTarget) -> int:
    with subject.tracer.installed():
        orders = permutations(range(subject.size))
        return max(subject.run(dict(enumerate(order)), ()).cost for order in orders)


def values(found: LoadSuite) -> list[list[float]]:
    return [[test.path.model[index] for index in sorted(test.path.model)] for test in found.tests]


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


def test_a_prefix_is_replayed_not_solved() -> None:
    chosen = prepared("insertion", 6)
    with chosen.tracer.installed():
        window = Window(chosen.run, chosen.judge, lambda: 0.0, width=1000, leaps=False)
        top = window.extended(BeamState(CostedInput({}, 0)), 3)[0]
        found, tally = window.extended(top[-1], 6)
        prefix = chosen.run(top[-1].input.values, ())
        for state in found:
            assert common(chosen.run(state.input.values, ()), prefix) >= 3
    assert tally.solves < 2**4


def test_an_exhaustive_level_has_the_prefixes_of_all_paths_in_order() -> None:
    chosen = prepared("insertion", 4)
    with chosen.tracer.installed():
        window = Window(chosen.run, chosen.judge, lambda: 0.0, width=10_000, leaps=False)
        found, _ = window.extended(BeamState(CostedInput({}, 0)), 4)
        states = [chosen.run(state.input.values, ()) for state in found]
        everything = {bytes(path.taken[:4]) for path in Explorer(chosen.run).paths()}
    assert len(states) == len(everything)
    assert {bytes(path.taken[:4]) for path in states} == everything
    for state, before, path in zip(found[1:], states, states[1:], strict=False):
        assert state.shared == common(before, path)


def test_leaps_keep_the_order_of_states() -> None:
    chosen = prepared("insertion", 6)
    with chosen.tracer.installed():
        window = Window(chosen.run, chosen.judge, lambda: 0.0, width=20)
        found, _ = window.extended(BeamState(CostedInput({}, 0)), 8)
        states = [chosen.run(state.input.values, ()) for state in found]
    for state, before, path in zip(found[1:], states, states[1:], strict=False):
        assert state.shared == min(common(before, path), state.size)


def test_judged_at_the_frontier_the_order_of_states_is_the_cost_by_then() -> None:
    chosen = prepared("insertion", 6)
    with chosen.tracer.installed():
        window = Window(chosen.run, chosen.judge, lambda: 0.0, width=20, leaps=False, whole=False)
        for state in window.extended(BeamState(CostedInput({}, 0)), 4)[0]:
            path = chosen.run(state.input.values, ())
            assert state.promise == path.costs[3] < state.input.cost == path.cost


def test_after_the_deadline_a_state_stays_what_it_is() -> None:
    chosen = prepared("insertion", 6)
    window = Window(chosen.run, chosen.judge, lambda: 2.0, width=20, deadline=1.0)
    state = BeamState(CostedInput({}, 7), size=3)
    (left,), tally = window.extended(state, 6)
    assert (left.input, left.size, left.ended) == (state.input, 3, True)
    assert tally.runs == 0


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


def test_measures_that_traced_runs_do_not_tell_are_refused() -> None:
    with pytest.raises(UsageError):
        suite(prepared("insertion", 4, "seconds"), Beam(tests=2, look_ahead=4))


def test_text_is_searched_by_characters() -> None:
    chosen = prepared("unclosed", 8, shapes={"text": text()})
    found = suite(chosen, Beam(tests=2, look_ahead=8))
    written = chosen.written(found.tests[0].path)["text"]
    assert written.count("<") >= 7
    assert ">" not in written


def test_a_seed_starts_from_a_random_input_too() -> None:
    chosen = prepared("insertion", 5)
    with chosen.tracer.installed():
        starts: Sequence[Values] = chosen.starts(7)
        assert len(starts) == 2
        assert starts[1] == chosen.starts(7)[1]
        assert len(starts[1]) == 5


def test_spread_yields_every_number_once() -> None:
    assert sorted(spread(3, 12)) == list(range(3, 13))
    assert next(spread(0, 8)) == 4
    assert list(spread(2, 1)) == []


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


def test_a_process_that_dies_costs_the_state_that_it_extends(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    from slowpath.search.beam import crew

    monkeypatch.setattr(crew, "PARTS", 1)  # two processes, so that there are states behind the deadly one
    chosen = prepared("insertion", 5)

    def dies(model: Values, known: Sequence[Condition]) -> Path:
        if model == {0: 1}:
            os._exit(1)
        return chosen.run(model, known)

    states = [BeamState(CostedInput({0: value}, 0)) for value in range(6)]
    with chosen.tracer.installed():
        window = Window(dies, ops, lambda: 0.0, width=1)
        together = crew.Crew(window, jobs=2)
        found = together.extended(states, 3)
        alone = crew.Crew(window)
        assert found == alone.extended([*states[:1], *states[2:]], 3)
    assert together.tally.died == 1


def _flags() -> Shape:
    from slowpath.shape.library import lists

    return lists(boolean())


def test_a_precondition_that_admits_nothing_leaves_no_tests() -> None:
    chosen = subject(target("insertion"), INTS, 3, requires="xs[0] > xs[0]")
    assert not suite(chosen, Beam(tests=2)).tests


def test_an_input_becomes_the_values_of_the_variables() -> None:
    shapes: dict[str, Shape] = {"text": text(), "pattern": text(2)}
    chosen = prepared("search", 3, shapes=shapes)
    values = chosen.values({"text": "abc", "pattern": "xy"})
    assert values is not None
    with chosen.tracer.installed():
        path = chosen.run(values, ())
    assert chosen.written(path) == {"text": "'abc'", "pattern": "'xy'"}
    assert chosen.values({"text": "abc"}) is None
    assert chosen.values({"text": "ab", "pattern": "xy"}) is None


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
