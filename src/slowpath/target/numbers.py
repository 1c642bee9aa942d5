"""Which operations do the same work whatever their operands, as far as their text tells.

`i + 1` gives a number about as large as `i`, so it needs no hook; `a + b` may join lists or add numbers
of a million digits.
"""

from __future__ import annotations

import ast

_BOUNDED_CALLS = frozenset({"len", "ord", "float", "hash", "id", "bool"})


def is_bounded(node: ast.expr) -> bool:
    """Tell whether an expression gives a number of bounded size."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int | float | complex)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Not(), operand=operand):
            return isinstance(node.op, ast.Not) or is_bounded(operand)
        case ast.BinOp(op=ast.Div()) | ast.Compare():
            return True
        case ast.BinOp(left=left, right=right):
            return is_bounded(left) and is_bounded(right) and not isinstance(node.op, ast.Pow | ast.LShift)
        case ast.Call(func=ast.Name(id=name)):
            return name in _BOUNDED_CALLS
    return False


def needs_hook(node: ast.BinOp | ast.AugAssign) -> bool:
    """Tell whether a binary operation may do work that depends on the size of its operands."""
    left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    if _is_float(left) or _is_float(right):
        return False
    match node.op:
        case ast.Add() | ast.Sub():
            return not (is_bounded(left) or is_bounded(right))
        case ast.Mod() if isinstance(right, ast.Constant) and isinstance(right.value, int):
            return False
    return not (is_bounded(left) and is_bounded(right))


def _is_float(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, float)
