"""The bodies of test methods, each behind what its class sets up: as functions that need no test case."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

# What is run before the methods of a class, in this order.
_SETTING_UP = ("setUpClass", "setup_class", "setUp", "setup_method", "setup")
_OWN = ("self", "cls")


def bodies_of_tests(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Yield the statements of each method of a class that sets something up, with what it sets up before
    them. Attributes of the test case are plain names: `self.tree` is `own_tree`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
        setting_up = [each for name in _SETTING_UP for each in methods if each.name == name]
        before = [statement for each in setting_up for statement in each.body]
        for method in methods if before else ():
            if method.name not in _SETTING_UP:
                yield [_Renamed().visit(copy.deepcopy(each)) for each in (*before, *method.body)]


class _Renamed(ast.NodeTransformer):
    """Makes plain names of the attributes of a test case; calls of its methods stay as they are."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not (isinstance(node.func, ast.Attribute) and _is_own(node.func.value)):
            node.func = self.visit(node.func)
        node.args = [self.visit(each) for each in node.args]
        node.keywords = [self.visit(each) for each in node.keywords]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if _is_own(node.value):
            return ast.copy_location(ast.Name(f"own_{node.attr}", node.ctx), node)
        node.value = self.visit(node.value)
        return node


def _is_own(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in _OWN
