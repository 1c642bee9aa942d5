from __future__ import annotations

import ast

import pytest

from slowpath.target.questions import is_free, key_of


@pytest.mark.parametrize(
    ("call", "is_so"),
    [
        ("s.startswith('ab')", True),
        ("s.startswith(prefix)", False),
        ("s.removeprefix('ab')", False),  # it copies the rest
        ("s.removesuffix('ab')", False),
        ("xs.pop()", True),
        ("xs.pop(0)", False),
    ],
)
def test_a_call_is_free_if_it_takes_no_longer_on_a_longer_text(call: str, is_so: bool) -> None:
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call)
    assert isinstance(node.func, ast.Attribute)
    assert is_free(node.func.attr, node) is is_so


@pytest.mark.parametrize(
    ("call", "is_so"),
    [
        ("max(xs, key=xs.count)", True),
        ("sorted(xs, reverse=True, key=xs.index)", True),
        ("max(xs, key=len)", False),
        ("max(xs, key=self.weigh)", False),
        ("max(xs, key=pattern.match)", False),  # it is charged wherever it is called
        ("best(xs, key=xs.count)", False),
    ],
)
def test_a_key_may_do_native_work_if_its_name_is_that_of_a_costly_method(call: str, is_so: bool) -> None:
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call)
    assert (key_of(node) is not None) is is_so
