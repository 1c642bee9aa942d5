"""From a state, every way to the next block: each once, with its cost."""

from __future__ import annotations

import pytest

from slowpath.abstract import machine
from slowpath.abstract.machine import Edge, TraceEnd
from slowpath.abstract.state import AbstractState
from slowpath.errors import NotAbstracted
from slowpath.shape.library import integer
from tests.unit.abstract.agreement import agree, found, traced
from tests.unit.abstract.support import target


def edges(name: str, *parameters: str) -> tuple[list[Edge], list[Edge]]:
    """The ways from the beginning of a program, and those behind them."""
    graph = traced(target(name), {each: integer() for each in parameters}, "loop-2")
    ((_, root),) = graph._roots
    first = graph._edges[root]
    behind = [edge for each in first if isinstance(each.to, AbstractState) for edge in graph._edges[each.to]]
    return first, behind


def test_the_first_way_leads_to_the_block_with_which_a_function_begins() -> None:
    first, behind = edges("inner", "a")
    assert len(first) == 1
    assert first[0].block is not None
    assert len(behind) == 2  # a > 0, or not
    assert len({edge.block for edge in behind if edge.block is not None}) >= 1


def test_an_end_tells_what_is_raised() -> None:
    endings = found("def f(a):\n    if a > 0:\n        raise KeyError\n")
    assert {raised for _, (raised, _) in endings} == {"KeyError", None}


def test_an_end_tells_what_is_known_of_the_input() -> None:
    graph = traced(target("inner"), {"a": integer()}, None)
    ends = [edge.to for each in graph._edges.values() for edge in each if isinstance(edge.to, TraceEnd)]
    assert sorted(str(end.store.of(0)[:2]) for end in ends) == ["(1, None)", "(None, 0)"]


def test_handlers_are_left_with_the_stack_they_were_entered_with() -> None:
    agree("""
def f(a):
    total = 0
    for i in [0, 1]:
        try:
            total = total + [i, 1 // (a - i)][0]
        except ZeroDivisionError:
            total = 10
    if total == 11:
        raise KeyError
""")


def test_exceptions_come_through_calls() -> None:
    agree("""
def g(x):
    return [x, 1 // x][0]

def f(a):
    try:
        return g(a) + g(a - 1)
    except ZeroDivisionError:
        raise KeyError
""")


def test_code_that_never_comes_to_a_block_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "MOST_INSTRUCTIONS", 10)
    with pytest.raises(NotAbstracted, match="a loop without blocks"):
        found("def f(a):\n    return a + a + a + a + a + a + a + a\n")
