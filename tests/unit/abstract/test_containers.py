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
    "an iterator goes on": """
def f(a):
    it = enumerate([1, 2, 3])
    for i, x in it:
        if i == a:
            break
    for i, x in it:
        a += x
    for i, x in it:
        raise KeyError
    if a == 5:
        raise ValueError
""",
    "an iterator beside itself": """
def f(a):
    it = enumerate([4, 5, 6, 7, 8])
    other = it
    for (i, x), (j, y) in zip(it, other):
        if j - i == 1 and y == a + 4:
            raise KeyError
    for pair in it:
        raise ValueError
""",
    "an iterator that a zip took too many items from": """
def f(a):
    it = enumerate([4, 5, 6, 7, 8])
    both = zip(it, range(a))
    for pair in both:
        pass
    for pair in both:
        raise KeyError
    for i, x in it:
        if i == 3:
            raise ValueError
""",
    "an iterator of an object in a loop of another function": """
class Source:
    def __init__(self, xs):
        self.left = enumerate(xs)

def take(source):
    for i, x in source.left:
        return x
    return 0

def f(a):
    source = Source([3, 1, 2])
    if a > 0:
        take(source)
    if a > 1:
        take(source)
    if take(source) == 1:
        raise KeyError
    if a > 2 and take(source) == 0 and source.left:
        raise ValueError
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
