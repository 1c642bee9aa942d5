"""Calls bind, enter, construct and raise in the abstraction as in Python."""

from __future__ import annotations

import pytest

from tests.unit.abstract.agreement import agree

PROGRAMS = {
    "arguments": """
def g(x, y=2, *, z=3):
    return x + y + z

def f(a):
    if g(a) == 8:
        raise KeyError
    if g(a, z=0, y=1) == 0:
        raise IndexError
    if g(1, 2, z=a) == 6:
        raise ValueError
""",
    "wrong arguments": """
def g(x):
    return x

def f(a):
    if a == 0:
        g()
    if a == 1:
        g(1, 2)
    if a == 2:
        g(y=1)
    if a == 3:
        g(1, x=2)
""",
    "recursion": """
def g(n):
    if n <= 0:
        return 0
    return 1 + g(n - 1)

def f(a):
    if g(a) == 3:
        raise KeyError
""",
    "constructor": """
class Box:
    def __init__(self, value):
        self.value = value

    def double(self):
        return 2 * self.value

def f(a):
    box = Box(a)
    box.value += 1
    if box.double() == 6:
        raise KeyError
""",
    "not callable": """
def f(a):
    b = 3
    if a > 0:
        b()
""",
    "raises through": """
def g(x):
    if x == 1:
        raise KeyError
    return 1 // x

def f(a):
    try:
        g(a)
    except ZeroDivisionError:
        raise ValueError from None
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_traces_are_what_runs_do(name: str) -> None:
    agree(PROGRAMS[name])
