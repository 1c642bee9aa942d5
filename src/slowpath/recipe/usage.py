"""How something is used: a program of one small size, an example for searches of what it makes and calls."""

from __future__ import annotations

import ast
import builtins

from slowpath.recipe.expression import SIZE
from slowpath.recipe.writing import MEASURED

_SMALL = 3  # the size of an example: what is repeated is seen to be
_LONGEST = 2_000  # characters: longer ones are data, and travel with each order
_MOST = 1_000  # characters and items of a constant


def usage(program: str) -> str:
    """Return a program in N at a small size, in which constants are worked out; empty if it is long."""
    try:
        tree = _Small().visit(ast.parse(program.replace(MEASURED, "")))
    except (SyntaxError, ValueError, RecursionError):
        return ""
    written = ast.unparse(ast.fix_missing_locations(tree))
    return written if len(written) <= _LONGEST else ""


def imported(source: str, module: str) -> str:
    """Return a usage for other modules than the one whose names it knows: it imports them from there."""
    tree = ast.parse(source)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    free = dict.fromkeys(node.id for node in names if node.id not in bound)
    known = [name for name in free if not hasattr(builtins, name) and f"import {name}" not in source]
    return f"from {module} import {', '.join(known)}\n{source}" if known else source


class _Small(ast.NodeTransformer):
    """Puts a small number in the place of N, and works out sums and products of constants."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(_SMALL) if node.id == SIZE else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        folded = ast.BinOp(left, node.op, right)
        try:
            first, second = ast.literal_eval(left), ast.literal_eval(right)
            match node.op:
                case ast.Add():
                    value = first + second
                case ast.Mult() if _is_short(first, second):
                    value = first * second
                case _:
                    return folded
        except (ValueError, TypeError):
            return folded
        return ast.parse(repr(value), mode="eval").body


def _is_short(*values: object) -> bool:
    """Whether a product of constants is no larger than an example should be."""
    sizes = [len(each) if isinstance(each, str | bytes | list | tuple) else each for each in values]
    return all(isinstance(size, int | float) and abs(size) <= _MOST for size in sizes)
