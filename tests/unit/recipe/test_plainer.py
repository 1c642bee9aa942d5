"""Expressions become plainer step by step, and the steps come to an end."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given

from slowpath.recipe.expression import Expression, expression
from slowpath.recipe.plainer import plainer
from tests.unit.recipe.generated import EXPRESSIONS


@pytest.mark.parametrize(
    ("source", "some"),
    [
        ("'word'", {"'a'", "'rd'", "'wo'", "'ord'", "'wor'"}),
        (r"'\x80'", {"'a'", "' '"}),
        (r"'k\x00'", {"'a'", "'ka'", "'k '"}),
        ("b'word'", {"b'a'", "b'rd'", "b'wo'"}),
        ("42", {"0", "1"}),
        ("4.5", {"0.0"}),
        ("f'k{i}'", {"'a'", "f'k{0}'"}),
        ("f'k{0}'", {"'a'", "'k0'"}),
        ("['k' for i in range(N)]", {"['k'] * N"}),
        ("'x' * N", {"'x'", "N"}),
        ("'x' * 3 * 4", {"'x' * 12", "'x' * 3"}),
        ("[1, 0]", {"[0]", "[1]"}),
        ("(1, 0)", {"(0,)", "(1,)"}),
        ("{1, 0}", {"{0}", "{1}"}),
        ("{'k': i}", {"{}", "{'k': 0}"}),
        ("f(x, key=i)", {"x", "f(key=i)", "f(x)", "f(x, key=0)"}),
        ("([x] * N)[-1]", {"x", "[x] * N"}),
    ],
)
def test_plainer_expressions(source: str, some: set[str]) -> None:
    found = [each.source for each in plainer(expression(source))]
    assert some <= set(found)
    assert len(found) == len(set(found))


@pytest.mark.parametrize("source", ["[max(i, 1) for i in range(N)]", "[i for i, j in x]"])
def test_what_a_comprehension_binds_stays_a_name(source: str) -> None:
    found = [each.source for each in plainer(expression(source))]
    assert found
    for each in found:
        ast.parse(each, mode="eval")


@pytest.mark.parametrize("source", ["x", "N", "0", "1", "'a'", "'<'", "''", "True", "None", "[]", "{1}"])
def test_what_is_plain(source: str) -> None:
    assert list(plainer(expression(source))) == []


def size(each: Expression) -> tuple[int, int]:
    nodes = list(ast.walk(ast.parse(each.source)))
    return len(nodes), len(ascii(each.source)) + each.source.count("i")


@given(EXPRESSIONS)
def test_every_step_is_an_expression_and_smaller(large: Expression) -> None:
    for each in plainer(large):
        assert expression(each.source) == each
        assert size(each) <= size(large)
        assert each != large
