"""Plain values of a program written in their places, so that each of them can differ."""

from __future__ import annotations

import ast
from collections import Counter

from slowpath.errors import InputError
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program


def inlined(program: Program) -> Program:
    """Return a program in which names that stand for one plain value are replaced by it.

    Examples give a text a name and use it twice: then it cannot be another one in each round of a repetition
    and the same elsewhere.
    """
    if program.closing:
        return program
    tree = ast.parse(program.source)
    stored = Counter(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    plain: dict[str, ast.Constant] = {}
    for each in tree.body:
        match each:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant() as value) if stored[name] == 1:
                plain[name] = value
    tree.body = [each for each in tree.body if not _binds(each, plain)]
    try:
        return parse_program(ast.unparse(_Written(plain).visit(tree)))
    except InputError:
        return program


def _binds(statement: ast.stmt, plain: dict[str, ast.Constant]) -> bool:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in plain
    return False


class _Written(ast.NodeTransformer):
    def __init__(self, plain: dict[str, ast.Constant]) -> None:
        self._plain = plain

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._plain.get(node.id, node)
