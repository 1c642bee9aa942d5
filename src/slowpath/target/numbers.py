"""Which names of a function hold plain numbers, as far as its own text tells.

An addition or subtraction with a plain number does no native work that depends on a size, so it needs
no hook. The rules are those of everyday code: a name is plain if everything assigned to it is.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable

PLAIN_CALLS = frozenset({"len", "ord", "float", "round", "hash", "id", "bool"})
_ADDITIVE = (ast.Add, ast.Sub)


def plain_names(parameters: Iterable[str], own: Iterable[ast.AST]) -> frozenset[str]:
    """Return the names to which a function, whose scope has the nodes `own`, assigns only plain numbers."""
    values: dict[str, list[ast.expr | None]] = defaultdict(list)
    for name in parameters:
        values[name].append(None)
    for node in own:
        _collect(node, values)
    plain: frozenset[str] = frozenset()
    while True:
        more = frozenset(
            name
            for name, assigned in values.items()
            if all(value is not None and is_plain(value, plain | {name}) for value in assigned)
        )
        if more == plain:
            return plain
        plain = more


def is_plain(node: ast.expr, names: frozenset[str]) -> bool:
    """Tell whether an expression gives a number of bounded size, if `names` do."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int | float | complex)
        case ast.Name(id=name):
            return name in names
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Not(), operand=operand):
            return is_plain(operand, names)
        case ast.BinOp(op=ast.Div()):
            return True
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
            return is_plain(left, names) or is_plain(right, names)
        case ast.BinOp(left=left, op=ast.Mult() | ast.FloorDiv() | ast.Mod(), right=right):
            return is_plain(left, names) and is_plain(right, names)
        case ast.Call(func=ast.Name(id=name)):
            return name in PLAIN_CALLS
        case ast.Compare():
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return is_plain(body, names) and is_plain(orelse, names)
    return False


def needs_hook(node: ast.BinOp | ast.AugAssign, names: frozenset[str]) -> bool:
    """Tell whether a binary operation may do work that depends on the size of its operands."""
    left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    if _is_fraction(left) or _is_fraction(right):
        return False
    if isinstance(node.op, _ADDITIVE):
        return not (is_plain(left, names) or is_plain(right, names))
    if isinstance(node.op, ast.Mod) and isinstance(right, ast.Constant) and isinstance(right.value, int):
        return False
    return not (is_plain(left, names) and is_plain(right, names))


def _is_fraction(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, float)


def _collect(node: ast.AST, values: dict[str, list[ast.expr | None]]) -> None:
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                _assign(target, value, values)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            _assign(target, value, values)
        case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
            values[name].append(value if isinstance(op, _ADDITIVE) else None)
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            values[name].append(value)
        case ast.For(target=target, iter=ast.Call(func=ast.Name(id="range"))):
            _assign(target, ast.Constant(0), values)
        case ast.For(target=ast.Tuple(elts=[index, item]), iter=ast.Call(func=ast.Name(id="enumerate"))):
            _assign(index, ast.Constant(0), values)
            _assign(item, None, values)
        case ast.For(target=target) | ast.AsyncFor(target=target) | ast.comprehension(target=target):
            _assign(target, None, values)
        case ast.withitem(optional_vars=ast.expr() as target):
            _assign(target, None, values)
        case ast.arg(arg=name) | ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
            values[name].append(None)
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            for name in names:
                values[name].append(None)


def _assign(target: ast.expr, value: ast.expr | None, values: dict[str, list[ast.expr | None]]) -> None:
    match target, value:
        case ast.Name(id=name), _:
            values[name].append(value)
        case ast.Tuple(elts=targets) | ast.List(elts=targets), ast.Tuple(elts=parts) if len(targets) == len(
            parts
        ):
            for part, assigned in zip(targets, parts, strict=True):
                _assign(part, assigned, values)
        case ast.Tuple(elts=targets) | ast.List(elts=targets), _:
            for part in targets:
                _assign(part, None, values)
        case ast.Starred(value=part), _:
            _assign(part, None, values)
