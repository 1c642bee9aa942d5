"""Which parameters are flags."""

from __future__ import annotations

import ast

import pytest

from slowpath.target.flags import flags_of


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(a: bool, b: 'bool', c: int, d=True, e=1, *, g=False, h: bool): return a", "abdgh"),
        ("def f(a: bool):\n    a &= 1", ""),
        ("def f(a: bool, b: bool):\n    return lambda x=a: x", "b"),
        ("def f(a: bool, b: bool):\n    @a\n    def g(): return b", "b"),
        ("def f(a: list[bool], b=None): return a", ""),
    ],
)
def test_by_hint_or_default_and_only_used_as_values(source: str, expected: str) -> None:
    (node,) = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    assert "".join(flags_of(node)) == expected
