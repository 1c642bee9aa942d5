"""Pieces of the build of reads: which loops need not tell of all iterations."""

from __future__ import annotations

import ast

import pytest

from slowpath.target.reading import is_leaf


@pytest.mark.parametrize(
    ("source", "is_so"),
    [
        ("for x in xs:\n    if x == y:\n        return x", True),
        ("for i in range(n):\n    if xs[i] is y:\n        found = i\n        break", True),
        ("while link is not head:\n    link = link.after", True),
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
