"""Variables are kept if they get a known value and decide something, with all that they are compared with."""

from __future__ import annotations

import ast

import pytest

from slowpath.abstract.kept import kept


def names(source: str, *, sizes: bool = False) -> set[str]:
    """The variables that are kept, without the functions they belong to."""
    functions = [
        (node.name, node) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)
    ]
    return {name for _, name in kept(functions, sizes)}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("i = 0\n while i < a: i += 1", {"i", "a"}),  # known, and compared with the input
        ("t = 0\n for x in xs: t = t + x", set()),  # decides nothing
        ("if a > 0: pass", set()),  # is never given a known value
        ("i = 0\n j = i + 1\n if j > b: pass", {"i", "j", "b"}),  # by way of another
        ("i = 1\n b = a\n c = b\n if i < c: pass", {"i", "c", "b", "a"}),  # what flows into it
        ("xs[a] = 1\n i = 0\n xs[i]", {"i"}),  # an index decides
        ("return b // a", {"a"}),  # a divisor is checked
        ("n = len(xs)\n if n > 2: pass", {"n"}),  # a length is known
        ("for i in range(3):\n  if i == a: pass", {"i", "a"}),
        ("for i, x in enumerate(xs):\n  if i > 1: pass", {"i"}),
        ("i = a * a\n if i > 1: pass", set()),  # not linear
    ],
)
def test_what_is_kept(body: str, expected: set[str]) -> None:
    found = names(f"def f(xs, a, b):\n {body}\n")
    assert {name for name in found if not name.endswith("[]")} == expected


def test_items_of_a_list_are_kept_if_they_are_known_and_decide() -> None:
    source = "def f(a):\n xs = []\n xs.append(0)\n if xs[0] > a: pass\n"
    assert {"xs[]", "a"} <= names(source)


def test_arguments_flow_into_parameters() -> None:
    source = "def g(n):\n  if n > 2: pass\ndef f(a):\n  g(1)\n  g(n=a)\n"
    assert names(source) == {"n", "a"}
    assert names("def g(n):\n  return n\ndef f(a):\n  g(1)\n") == set()


def test_results_flow_back() -> None:
    source = "def g():\n  return 1\ndef f(a):\n  b = g()\n  if b > a: pass\n"
    assert {"a", "b"} <= names(source)


def test_sizes_are_kept_if_they_cost() -> None:
    source = "def f(n):\n  return [0] * n\n"
    assert names(source) == set()
    assert names(source, sizes=True) == {"n"}
