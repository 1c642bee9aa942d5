"""Simple statements of the count build: which hook each goes through, and what is evaluated once."""

from __future__ import annotations

import ast
import textwrap

import pytest

from slowpath.model.target import Build
from slowpath.target.rewrite import count
from slowpath.target.scope import Scope
from tests.unit.target.project import Project, run


def rewritten(*lines: str) -> list[str]:
    """The last statements of a function, without its counter; sites are numbered from 3 on."""
    tree = ast.parse("def f(b, c, d, i):\n" + textwrap.indent("\n".join(lines), "    "))
    count(tree, "m.py", 0, Build.COUNT, Scope(frozenset({"m"})))
    function = tree.body[1]
    assert isinstance(function, ast.FunctionDef)
    return [
        ast.unparse(each) for each in function.body if not ast.unparse(each).startswith((".counts", "if"))
    ]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("b += c", ["b += .grown(3, b, c)"]),  # Python concatenates texts of local variables in place
        ("b = b + c", ["b = b + .summed(3, b, c)"]),
        ("b.x += c", ["b.x = .iadd(3, b.x, c)"]),
        ("b.x.y += c", [".owner = b.x", ".owner.y = .iadd(3, .owner.y, c)", "del .owner"]),
        ("b[i()] += c", [".key = i()", "b[.key] = .iadd(3, b[.key], c)", "del .key"]),
        ("b[1:2] += c", ["b[1:2] += c"]),
        ("b[1:2] = c", [".setslice(3, c, b, .slice(1, 2, None))"]),
        ("d, *c = b", ["d, *c = b", ".made(3, c)"]),
        ("del b[1], c", [".delitem(3, b, 1)", "del c"]),
        ("a: list = b + b", ["a: list = .add(3, b, b)"]),
    ],
)
def test_native_work_of_a_statement_goes_through_a_hook(statement: str, expected: list[str]) -> None:
    assert rewritten(statement) == expected


def test_a_global_name_is_updated_by_an_assignment() -> None:
    assert rewritten("global g", "g += b") == ["global g", "g = .iadd(3, g, b)"]


def test_parts_are_evaluated_once_and_in_the_order_of_the_original(project: Project) -> None:
    project.write(
        parts="""
        def f():
            seen = []

            def said(what, value):
                seen.append(what)
                return value

            rows = [[1, 2]]
            said("owner", rows)[said("key", 0)] += said("value", [3])
            said("target", rows[0])[said("start", 0):1] = said("new", (7, 8))
            del said("deleted", rows[0])[said("index", -1)]
            return rows, seen
        """
    )
    expected = project.real("parts").f()
    assert run(project.load("parts:f")) == expected
    assert expected[0] == [[7, 8, 2]]


def test_what_a_statement_copies_is_charged(project: Project) -> None:
    project.write(
        copies="""
        def f(xs):
            first, *rest = xs
            return rest

        def g(xs):
            first, rest = xs[0], xs
            return rest
        """
    )
    spent = {}
    for name in "fg":
        loaded = project.load(f"copies:{name}")
        run(loaded, list(range(1_000)))
        spent[name] = loaded.ledger.ops()
    assert spent["f"] > spent["g"]
