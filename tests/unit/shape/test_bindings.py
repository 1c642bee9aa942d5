"""What names stand for in source text."""

from __future__ import annotations

import ast

import pytest

from slowpath.shape.bindings import bindings, own_nodes


def bound(source: str, outer: str = "") -> dict[str, str]:
    """The names of the last statement of a source, or of the source itself if that is no function."""
    tree = ast.parse(source)
    scope = tree.body[-1] if isinstance(tree.body[-1], ast.FunctionDef) else tree
    found = bindings(scope, bindings(ast.parse(outer), {}))
    return {name: ast.unparse(each) for name, each in found.items()}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("a = 1\nb = 'x'", {"a": "1", "b": "'x'"}),
        ("a = 1\na = 2", {}),
        ("for s in ['x', 'y']:\n    f(s)", {"s": "'x'"}),
        ("for s, n in (('x', 1), ('y', 2)):\n    f(s)", {"s": "'x'", "n": "1"}),
        ("for s in ['x']:\n    s = s + s", {}),
        ("for s in texts:\n    f(s)", {}),
        ("for s in []:\n    f(s)", {}),
        ("@pytest.mark.parametrize('s', ['x', 'y'])\ndef test(s):\n    f(s)", {"s": "'x'"}),
        (
            "@pytest.mark.parametrize('s, n', [pytest.param('x', 1, id='one')])\ndef test(s, n):\n    f(s)",
            {"s": "'x'", "n": "1"},
        ),
        ("@cached\ndef test(s):\n    f(s)", {}),
    ],
)
def test_names_of_one_value(source: str, names: dict[str, str]) -> None:
    assert bound(source) == names


def test_names_of_the_outer_scope_are_known_unless_they_are_hidden() -> None:
    assert bound("def f(x):\n    y = 3", outer="x = 1\nz = 2") == {"z": "2", "y": "3"}
    assert bound("def f():\n    z, y = 3, 4", outer="z = 2\nx = 1") == {"x": "1"}


def test_what_is_expected_to_raise_is_left_out() -> None:
    tree = ast.parse("with pytest.raises(ValueError):\n    f(1)\nf(2)")
    calls = [ast.unparse(node) for node in own_nodes(tree) if isinstance(node, ast.Call)]
    assert calls == ["f(2)"]
