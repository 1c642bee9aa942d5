"""Builtins give in the abstraction what they give in Python."""

from __future__ import annotations

import pytest

from tests.unit.abstract.agreement import agree

PROGRAMS = {
    "abs": """
def f(a):
    if abs(a) == 3:
        if a < 0:
            raise KeyError
    if abs(-2) == 2 and a == 0:
        raise IndexError
""",
    "least and largest": """
def f(a):
    if min(3, 1, 2) == 1 and max(4, 7) == 7 and a == 1:
        raise KeyError
""",
    "empty max": """
def f(a):
    xs = []
    if a > 0:
        xs.append(1)
    max(xs)
""",
    "conversions": """
def f(a):
    xs = list((1, 2))
    t = tuple(xs)
    if len(xs) == len(t) == 2 and int(2.7) == 2 and bool(a) and isinstance(a, int) and not isinstance(a, str):
        raise KeyError
""",
    "range with step 0": """
def f(a):
    for i in range(0, 3, 0):
        a += 1
""",
    "zip of nothing": """
def f(a):
    for _ in zip():
        raise KeyError
    if a > 0:
        for i, x in enumerate(zip()):
            raise ValueError
        raise IndexError
""",
    "infinity as a whole number": """
def f(a):
    if a > 0:
        return int(1e999)
""",
    "a text without abs": """
def f(a):
    if a > 0:
        return abs("x")
""",
    "what cannot be compared": """
def f(a):
    if a > 0:
        return min(1, "x")
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_traces_are_what_runs_do(name: str) -> None:
    agree(PROGRAMS[name])
