"""Traces come costliest first, and are counted without being enumerated."""

from __future__ import annotations

import math

import pytest

from slowpath.abstract.driven import Budget
from slowpath.abstract.graph import AbstractTrace, owed
from slowpath.abstract.machine import TraceEnd
from slowpath.abstract.state import Debt
from slowpath.abstract.store import Store
from slowpath.errors import NotAbstracted
from slowpath.expr.linear import Linear
from slowpath.shape.base import Shape
from slowpath.shape.library import integer, ints
from tests.unit.abstract.agreement import between, traced
from tests.unit.abstract.support import driven, target

TWO: dict[str, Shape] = {"a": integer(), "b": integer()}


@pytest.mark.parametrize(("name", "count"), [("branches", 4), ("both", 2), ("same_twice", 4)])
def test_traces_are_counted_and_come_costliest_first(name: str, count: int) -> None:
    graph = driven(name).abstraction.graph
    traces = list(graph.traces())
    assert graph.count == count
    costs = [trace.most for trace in traces]
    assert costs == sorted(costs, reverse=True)
    assert all(trace.least == trace.most for trace in traces)


def test_states_in_which_traces_meet_are_looked_at_once() -> None:
    graph = driven("squares", criterion=None, shapes={"xs": ints(10)}).abstraction.graph
    assert graph.count == 2**9  # each is positive, or not; behind the last nothing differs
    assert graph.states < 100


def test_the_first_trace_is_there_before_the_others() -> None:
    graph = driven("squares", criterion=None, shapes={"xs": ints(40)}).abstraction.graph
    assert graph.count == 2**39
    first = next(graph.traces())
    marks = [first.blocks.count(block) for block in set(first.blocks)]
    assert max(marks) == 40


def test_a_loop_without_a_bound_has_traces_without_end() -> None:
    with pytest.raises(NotAbstracted, match="without end"):
        traced(target("endless"), {"a": integer()})
    assert traced(target("endless"), {"a": integer()}, "loop-2").count == 3


def test_too_many_states_and_too_little_time_are_told() -> None:
    with pytest.raises(NotAbstracted, match="more than 5 states"):
        _ = driven("counted", budget=Budget(states=5)).abstraction
    search = driven("squares", criterion=None, shapes={"xs": ints(300)}, budget=Budget(seconds=1.0))
    search._deadline = search.clock() - 1
    with pytest.raises(NotAbstracted, match="not done in time: 255 states"):
        _ = search.abstraction


def test_debts_are_within_what_their_sizes_allow() -> None:
    x = Linear.variable(0)
    end = TraceEnd(None, between(2, 5), (Debt(8, 1, x), Debt(280, 1_000, x + 1)))
    sums = [8 * value + 280 * (value + 1) // 1_000 for value in range(2, 6)]
    assert owed(end) == (min(sums), max(sums))
    assert owed(TraceEnd(None, Store(), (Debt(8, 1, x),))) == (-math.inf, math.inf)
    assert owed(TraceEnd(None, Store(), ())) == (0, 0)


def test_a_hint_is_admitted_by_what_the_trace_knows() -> None:
    for trace in traced(target("branches"), TWO).traces():
        hint = {0: 0, 1: 0, **trace.hint}
        assert len(trace.blocks) == 1 + (hint[0] > 0) + (hint[1] > 0)


def test_a_partial_trace_leaves_blocks_open() -> None:
    trace = AbstractTrace((1, 2, 3, 2), "KeyError", {0: 3}, 5, 5, {1: 7})
    partial = trace.without(frozenset({2}))
    assert (partial.blocks, partial.free) == ((1, 3), frozenset({2}))
    assert partial.chosen == {0: 3}
    assert (partial.raises, partial.least, partial.most) == (None, -math.inf, math.inf)
