"""Test methods with what their class sets up."""

from __future__ import annotations

import ast

from slowpath.search.programs.fixtures import bodies_of_tests

SOURCE = """
class TestTree:
    @classmethod
    def setup_class(cls):
        cls.kind = Tree

    def setUp(self):
        self.tree = self.kind(3)
        self.tree.fill('a')

    def test_size(self):
        self.assertEqual(self.tree.size(self.tree.root), 3)

class TestPlain:
    def test_nothing(self):
        pass
"""


def test_attributes_of_the_case_are_names() -> None:
    bodies = ["\n".join(map(ast.unparse, body)) for body in bodies_of_tests(ast.parse(SOURCE))]
    assert bodies == [
        "own_kind = Tree\n"
        "own_tree = self.kind(3)\n"
        "own_tree.fill('a')\n"
        "self.assertEqual(own_tree.size(own_tree.root), 3)"
    ]


def test_the_tree_stays_as_it_is() -> None:
    tree = ast.parse(SOURCE)
    list(bodies_of_tests(tree))
    assert ast.unparse(tree) == ast.unparse(ast.parse(SOURCE))
