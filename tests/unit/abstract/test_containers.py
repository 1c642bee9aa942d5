"""Items, slices and iterations of the abstraction are those of Python."""

from __future__ import annotations

import pytest

from tests.unit.abstract.agreement import agree

PROGRAMS = {
    "index": """
def f(a):
    xs = [10, 20]
    xs[a]
""",
    "set index": """
def f(a):
    xs = [10, 20, 30]
    if a == 1 or a == -1:
        xs[a] = 5
    if xs[2] == 5:
        raise KeyError
    if xs[1] == 5:
        raise ValueError
""",
    "unpack": """
def f(a):
    xs = [1, 2]
    if a > 0:
        xs.append(3)
    if a > 1:
        xs.append(4)
        b, *c, d = xs
        if len(c) == 2 and d == 4:
            raise KeyError
    b, c = xs
""",
    "ranges": """
def f(a):
    total = 0
    for i in range(4, a, -2):
        total += i
    if total == 6:
        raise KeyError
""",
    "pairs": """
def f(a):
    total = 0
    for i, x in enumerate([5, 6, 7], 1):
        for y in zip([1, 2], "ab"):
            total += 1
        if i == a:
            break
    if total == 4:
        raise KeyError
""",
    "text": """
def f(a):
    for c in "abc":
        if c == "b":
            a += 1
    if "abc"[1] == "b" and len("abc") == 3 and a == 0:
        raise KeyError
""",
    "slice with step 0": """
def f(a):
    xs = [1, 2]
    if a == 0:
        xs[::a]
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_traces_are_what_runs_do(name: str) -> None:
    agree(PROGRAMS[name])
