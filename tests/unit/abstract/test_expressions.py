"""Expressions are in the abstraction what they are in Python."""

from __future__ import annotations

import pytest

from tests.unit.abstract.agreement import agree

PROGRAMS = {
    "chained": """
def f(a):
    if 0 < a < 3:
        raise KeyError
    if not -2 <= a <= 2:
        raise IndexError
""",
    "boolean": """
def f(a):
    b = a > 1 or a == -1
    c = a > 0 and 7
    if b:
        raise KeyError
    if c == 7:
        raise IndexError
""",
    "choice": """
def f(a):
    b = a if a > 0 else -a
    if b == 3:
        raise KeyError
""",
    "walrus": """
def f(a):
    if (b := a + 1) > 3 and b < 5:
        raise KeyError
    if b == 0:
        raise IndexError
""",
    "comprehension": """
def f(a):
    xs = [x * 2 + a for x in [1, 2, 3] if x != 2]
    a = [y for x in xs for y in [x, 0]]
    if len(a) == 4 and a[0] == 3:
        raise KeyError
""",
    "slices": """
def f(a):
    xs = [1, 2, 3, 4]
    if a > 1:
        xs = xs[1:-1]
    elif a == 0:
        xs = xs[::-2]
    if xs[0] == 2 and len(xs) == 2:
        raise KeyError
    if xs[0] == 4:
        raise IndexError
""",
    "membership": """
def f(a):
    if 3 not in [1, 2] and "b" in "abc":
        raise KeyError
""",
    "identity": """
def f(a):
    b = None
    if a > 0:
        b = a
    if b is not None:
        raise KeyError
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_traces_are_what_runs_do(name: str) -> None:
    agree(PROGRAMS[name])
