"""Methods of lists change in the abstraction what they change in Python."""

from __future__ import annotations

import pytest

from tests.unit.abstract.agreement import agree

PROGRAMS = {
    "pop": """
def f(a):
    xs = [1, 2, 3]
    while a > 0:
        a -= 1
        xs.pop()
    if len(xs) == 1:
        if xs.pop(0) == 1:
            raise KeyError
""",
    "insert": """
def f(a):
    xs = [1, 2]
    xs.insert(0, a)
    xs.insert(-1, 7)
    xs.insert(99, 8)
    ys = xs.copy()
    ys.reverse()
    if xs[2] == 7 and ys[0] == 8 and xs[0] == 3:
        raise KeyError
    if len(xs) == len(ys) == 5:
        raise IndexError
""",
    "alias": """
def f(a):
    xs = [1]
    ys = xs
    ys.append(a)
    if xs[1] == 2:
        raise KeyError
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_traces_are_what_runs_do(name: str) -> None:
    agree(PROGRAMS[name])
