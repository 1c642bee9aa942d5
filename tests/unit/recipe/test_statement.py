"""Statements know how they are written, what they bind and what they use."""

from __future__ import annotations

import ast

import pytest

from slowpath.recipe.parsing import statements_of
from slowpath.recipe.statement import Statement, binds, lines, uses


def statement(source: str) -> Statement:
    (made,) = statements_of(ast.parse(source).body)
    return made


@pytest.mark.parametrize(
    ("source", "bound", "used"),
    [
        ("root = node = Element('a')", {"root", "node"}, {"Element"}),
        ("(a, b) = pair", {"a", "b"}, {"pair"}),
        ("node.text = word", set(), {"node", "word"}),
        ("table['k'] = N", set(), {"table", "N"}),
        ("node.append(leaf)", set(), {"node", "leaf"}),
        ("import os.path", {"os"}, set()),
        ("from os import path as p, sep", {"p", "sep"}, set()),
        (
            "for i in range(N):\n    node = SubElement(node, str(i))",
            {"node"},
            {"SubElement", "node", "str", "i"},
        ),
    ],
)
def test_what_a_statement_binds_and_uses(source: str, bound: set[str], used: set[str]) -> None:
    assert binds(statement(source)) == bound
    assert uses(statement(source)) == used


def test_repetitions_inside_repetitions_have_numbers_of_their_own() -> None:
    source = "for i in range(N):\n    for j in range(N):\n        f(i, j)"
    assert "\n".join(lines([statement(source)])) == source
