"""Comparisons and truths are decided in the abstraction as in Python."""

from __future__ import annotations

import pytest

from tests.unit.abstract.agreement import agree

PROGRAMS = {
    "truths": """
def f(a):
    xs = []
    if a:
        xs.append(1)
    if xs:
        raise KeyError
    if not xs and not () and not "" and not 0.0 and not None:
        raise IndexError
""",
    "mixed": """
def f(a):
    b = a == 2
    c = b is True
    if not b:
        return 1
    raise KeyError
""",
    "compare text": """
def f(a):
    b = "x"
    if a > 0:
        b = 1
    if b < 2:
        raise KeyError
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_traces_are_what_runs_do(name: str) -> None:
    agree(PROGRAMS[name])
