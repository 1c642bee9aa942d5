"""Loops of a function, and what their rounds evaluate."""

from __future__ import annotations

import libcst as cst

from slowpath.oracle.remedy.loop import around, loops_of
from slowpath.oracle.remedy.source import FunctionSource

SOURCE = FunctionSource(
    """
def f(rows):
    while rows:
        for row in first(rows):
            found = [inner(x) for x in second(row) if third(x)]
""",
    "f",
)


def rounds(name: str) -> int:
    (call,) = [each for each in SOURCE.inside(cst.Call) if SOURCE.code(each.func) == name]
    return len(around(SOURCE, call))


def test_outer_loops_come_first() -> None:
    assert [type(each.node) for each in loops_of(SOURCE)] == [cst.While, cst.For, cst.ListComp]


def test_what_a_loop_goes_over_is_evaluated_once_by_it() -> None:
    assert [rounds(name) for name in ("first", "second", "third", "inner")] == [1, 2, 3, 3]
