"""The instructions of the abstraction together do what the code does."""

from __future__ import annotations

import pytest

from tests.unit.abstract.agreement import agree

PROGRAMS = {
    "unbound": """
def f(a):
    if a > 0:
        b = 1
    return b
""",
    "global": """
LIMIT = 3

def f(a):
    if a == LIMIT:
        raise KeyError
    if a == 0:
        missing
""",
    "matching": """
def f(a):
    try:
        if a == 0:
            raise KeyError
        if a == 1:
            raise IndexError("x")
        if a == 2:
            raise ValueError
    except LookupError:
        raise TypeError
""",
    "stack": """
def f(a):
    xs = [[0, 1], [2, 3]]
    xs[0][1] += a
    if xs[0][1] == 3 < 4 != 5:
        raise KeyError
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_traces_are_what_runs_do(name: str) -> None:
    agree(PROGRAMS[name])
