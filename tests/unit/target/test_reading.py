"""Pieces of the build of reads: which loops and calls need not tell, and which reads are told."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import pytest

from slowpath.counting.reading import Reading
from slowpath.target.reading import is_brief, is_leaf
from tests.unit.oracle.read_runs import Reads


@pytest.mark.parametrize(
    ("source", "is_so"),
    [
        ("for x in xs:\n    if x == y:\n        return x", True),
        ("for i in range(n):\n    if xs[i] is y:\n        found = i\n        break", True),
        ("while link is not head:\n    link = link.after", True),
        ("for i, x in enumerate(xs):\n    if x == y:\n        del xs[i]\n        break", True),  # runs once
        ("for x in xs:\n    if x == y:\n        return found(x)\n    else:\n        z = x", True),
        ("for x in xs:\n    if x == y:\n        return x\n    else:\n        found(x)", False),
        ("for x in xs:\n    if x == y:\n        del xs[0]\n        continue", False),
        ("for x in xs:\n    if has(x):\n        pass", False),  # a call may run loops
        ("while more():\n    x = y", False),
        ("for x in xs:\n    if x in ys:\n        pass", False),  # a loop of C code
        ("for x in xs:\n    ys = ys[1:]", False),
        ("for x in xs:\n    text += x", False),
        ("for x in xs:\n    for y in ys:\n        z = y", False),
        ("for x in xs:\n    z = [y for y in ys]", False),
        ("for x in xs:\n    yield x", False),  # whoever it yields to may run loops
    ],
)
def test_a_loop_around_no_other_need_not_be_counted(source: str, is_so: bool) -> None:
    (loop,) = ast.parse(source).body
    assert isinstance(loop, ast.For | ast.While)
    assert is_leaf(loop) is is_so


@pytest.mark.parametrize(
    ("source", "is_so"),
    [
        ("def f(self):\n    return self.place < len(self.items)", True),
        ("def f(self):\n    self.place += 1\n    return self.items[self.place - 1]", True),
        ("def f(self, part):\n    self.text += part", False),
        ("def f(self):\n    return len(*self.items)", False),
        ("def f(self):\n    return self.items.index(1)", False),
        ("def f(n):\n    return n + f(n - 1)", False),
        ("def f(xs):\n    for x in xs:\n        pass", False),
        ("def f(xs, x):\n    return x in xs", False),
    ],
)
def test_calls_of_a_function_that_runs_no_loop_need_not_be_told(source: str, is_so: bool) -> None:
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    assert is_brief(function) is is_so


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often each hook of reads is called."""
    counts = dict.fromkeys(("item", "field", "iterate", "called"), 0)

    def counting(name: str) -> Callable[..., Any]:
        own = getattr(Reading, name)

        def hook(*arguments: Any) -> Any:
            counts[name] += 1
            return own(*arguments)

        return hook

    for name in counts:
        monkeypatch.setattr(Reading, name, counting(name))
    return counts


SEARCHES = """
class Link:
    def __init__(self, after):
        self.after = after

def chain(n):
    link = None
    for _ in range(n):
        link = Link(link)
    return link

def places(xs, ys):
    return [place(xs, y) for y in ys]

def place(xs, y):
    for i in range(len(xs)):
        if xs[i] == y:
            return i
    return -1

def lengths(link, n):
    return [length(link) for _ in range(n)]

def length(link):
    steps = 0
    while link is not None:
        link = link.after
        steps += 1
    return steps

def found(xs, ys):
    return sum(any(x == y for x in xs) for y in ys)
"""


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("places([0] * N, [1] * N)", "item"),
        ("lengths(chain(N), N)", "field"),
        ("found([0] * N, [1] * N)", "iterate"),
    ],
)
def test_iterations_that_are_not_compared_tell_little(told: dict[str, int], call: str, name: str) -> None:
    size = 100  # 24 executions are compared, and 24 iterations of each
    assert Reads(SEARCHES).redundancies(call, size)
    assert 0 < told[name] < size * size / 2


def test_reads_in_loops_raise_as_they_do_and_run_once() -> None:
    reads = Reads("""
        class Odd:
            def __init__(self):
                self.asked = []
            def __getitem__(self, key):
                self.asked.append(key)
                if key == 40:
                    raise LookupError(key)
                return key
            @property
            def part(self):
                self.asked.append("part")
                return self

        def search(odd, item):
            for i in range(100):
                if odd.part[i] == item:
                    return i

        def walk(odds):
            for odd in odds:
                if odd.part.part[1] == 0:
                    return odd
    """)
    odd = reads.names["Odd"]()
    with pytest.raises(LookupError, match="40"):
        reads.names["search"](odd, None)
    assert odd.asked == [each for i in range(41) for each in ("part", i)]
    odd.asked.clear()
    assert reads.names["walk"]([odd] * 50) is None
    assert odd.asked == ["part", "part", 1] * 50
