"""A window has the states behind a prefix, in depth-first order."""

from __future__ import annotations

from slowpath.explore.exhaustive import Explorer
from slowpath.search.beam.diversity import common
from slowpath.search.beam.states import BeamState, CostedInput
from slowpath.search.beam.window import Window
from tests.unit.search.beam.support import prepared, worst


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


def test_a_narrow_window_finds_costly_states_by_leaps() -> None:
    chosen = prepared("insertion", 6)
    start = BeamState(CostedInput({}, 0))

    def best(*, leaps: bool) -> float:
        window = Window(chosen.run, chosen.judge, lambda: 0.0, width=8, leaps=leaps)
        states, tally = window.extended(start, 15)
        assert tally.runs <= 8 + 1
        return max(state.input.cost for state in states)

    with chosen.tracer.installed():
        assert best(leaps=False) < best(leaps=True) == worst(chosen)


def test_a_run_that_asks_no_more_has_ended() -> None:
    chosen = prepared("insertion", 3)
    with chosen.tracer.installed():
        window = Window(chosen.run, chosen.judge, lambda: 0.0, width=1000, leaps=False)
        found, _ = window.extended(BeamState(CostedInput({}, 0)), 3)
        asked = [len(chosen.run(state.input.values, ()).taken) for state in found]
    assert sorted(asked) == [2, 2, 3, 3, 3, 3]  # comparisons of the six orders
    assert [state.ended for state in found] == [count < 3 for count in asked]
    assert [state.size for state in found] == asked
