"""Of a piece of code, the statements stay that matter for one call."""

from __future__ import annotations

import ast

from slowpath.search.programs.slice import bound_in, called_in, known_in, programs_in, value_in

TESTS = """
import unittest
from tree import Node
LATER = None
SAMPLE = Node('sample')

class TestNode:
    def test_find(self):
        log = []
        root = Node('a')
        log.append(1)
        with root.locked() as key:
            for n in range(10):
                root.add(Node(str(n)))
        child = Node('b')
        child.text = 'x'
        attach(child, root)
        if log:
            root.clear()
        self.assertEqual(root.find('b', key=key), child)

    def test_sample(self):
        SAMPLE.find(LATER)
"""


def sliced() -> list[str]:
    tree = ast.parse(TESTS)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    around = known_in(tree)
    return [each.source for node in functions for each in programs_in(node.body, "find", around)]


def test_what_binds_and_what_changes_the_values_of_a_call_stays() -> None:
    assert sliced()[0].splitlines() == [
        "from tree import Node",
        "root = Node('a')",
        "key = root.locked()",
        "for i in range(N):",
        "    root.add(Node(str(i)))",
        "child = Node('b')",
        "child.text = 'x'",
        "attach(child, root)",
        "root.find('b', key=key)  # measured",
    ]


def test_what_the_module_binds_is_added_with_what_that_needs() -> None:
    assert sliced()[1].splitlines() == [
        "from tree import Node",
        "SAMPLE = Node('sample')",
        "SAMPLE.find(LATER)  # measured",
    ]


def test_what_takes_too_much_is_left_out() -> None:
    source = "\n".join(["x = make()", *(f"x.step({n})" for n in range(30)), "x.find()"])
    assert list(programs_in(ast.parse(source).body, "find", {})) == []


def test_a_value_comes_with_all_that_is_done_to_it() -> None:
    body = ast.parse("a = 1\nb = Box(a)\nc = 2\nb.put(3)\nprint(c)").body
    program = value_in(body, "b", {})
    assert program is not None
    assert program.setup == "a = 1\nb = Box(a)\nb.put(3)"
    assert bound_in(body) == {"a", "b", "c"}
    assert called_in(body) == {"Box", "put", "print"}


def test_what_a_test_module_defines_is_imported_from_it() -> None:
    source = """
from .support import unused, name_of

class Fake:
    pass

def build(size):
    return [Fake()] * size

def test_find():
    tree = build(3)
    tree.find(name_of(Fake()))
"""
    tree = ast.parse(source)
    function = tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    (program,) = programs_in(function.body, "find", known_in(tree, "pkg.tests.test_tree"))
    assert program.source.splitlines() == [
        "from pkg.tests.test_tree import Fake",
        "from pkg.tests.test_tree import build",
        "from pkg.tests.support import name_of",
        "tree = build(3)",
        "tree.find(name_of(Fake()))  # measured",
    ]
    (unknown,) = programs_in(function.body, "find", known_in(tree))
    assert "test_tree" not in unknown.source
