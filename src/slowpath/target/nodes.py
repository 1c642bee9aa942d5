"""Pieces of syntax tree that rewritten code is made of.

Names that start with a dot live in the private `builtins` of the copies, or, for counters, in local
variables. No source can spell them, so they cannot clash with names of the target. Every piece
stands where the node `at` stands.
"""

from __future__ import annotations

import ast
from typing import TypeVar

Node = TypeVar("Node", bound=ast.expr | ast.stmt)

COUNTS = ".counts"
DUE = ".due"


def placed(node: Node, at: ast.AST) -> Node:
    """Return a new node at the position of an old one."""
    node.lineno, node.col_offset = at.lineno, at.col_offset  # type: ignore[attr-defined]
    node.end_lineno, node.end_col_offset = at.end_lineno, at.end_col_offset  # type: ignore[attr-defined]
    return node


def load(name: str, at: ast.AST) -> ast.expr:
    """`name`, read."""
    return placed(ast.Name(name, ast.Load()), at)


def store(name: str, at: ast.AST) -> ast.Name:
    """`name`, assigned to."""
    return placed(ast.Name(name, ast.Store()), at)


def constant(value: str | int | None, at: ast.AST) -> ast.expr:
    """`value`, written as a literal."""
    return placed(ast.Constant(value), at)


def call(name: str, at: ast.AST, *arguments: ast.expr) -> ast.expr:
    """A call of one of our functions."""
    return placed(ast.Call(load(name, at), list(arguments), []), at)


def slot(table: str, index: int, at: ast.AST, context: ast.expr_context | None = None) -> ast.Subscript:
    """`.counts[index]` or the like."""
    return placed(ast.Subscript(load(table, at), constant(index, at), context or ast.Load()), at)


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr, at: ast.AST) -> ast.Compare:
    """`left operator right`"""
    return placed(ast.Compare(left, [operator], [right]), at)


def add_to(target: ast.Name | ast.Subscript, value: ast.expr, at: ast.AST) -> ast.stmt:
    """`target += value`"""
    return placed(ast.AugAssign(target, ast.Add(), value), at)


def when(test: ast.expr, statement: ast.stmt, at: ast.AST) -> ast.stmt:
    """`if test: statement`"""
    return placed(ast.If(test, [statement], []), at)


def perform(expression: ast.expr, at: ast.AST) -> ast.stmt:
    """`expression`, as a statement of its own."""
    return placed(ast.Expr(expression), at)


def assign(target: ast.expr, value: ast.expr, at: ast.AST) -> ast.stmt:
    """`target = value`"""
    return placed(ast.Assign([target], value), at)


def count(index: int, at: ast.AST) -> ast.stmt:
    """`.counts[index] += 1`"""
    return add_to(slot(COUNTS, index, at, ast.Store()), constant(1, at), at)


def check(index: int, at: ast.AST) -> ast.stmt:
    """`if .counts[index] > .due[index]: .enter(index)`"""
    overdue = compare(slot(COUNTS, index, at), ast.Gt(), slot(DUE, index, at), at)
    return when(overdue, perform(call(".enter", at, constant(index, at)), at), at)


def mark(index: int, at: ast.AST) -> ast.expr:
    """`.mark(index)`, the count of a block after one more execution."""
    return call(".mark", at, constant(index, at))


def following_count(index: int, checked: bool, at: ast.AST) -> ast.expr:
    """`.counts[index] + 1`, by way of a budget check that comes due where it is `checked`."""
    following = placed(ast.BinOp(slot(COUNTS, index, at), ast.Add(), constant(1, at)), at)
    if not checked:
        return following
    in_time = compare(slot(COUNTS, index, at), ast.Lt(), slot(DUE, index, at), at)
    return placed(ast.IfExp(in_time, following, call(".count_checked", at, constant(index, at))), at)


def counting_clause(index: int, following: ast.expr, at: ast.AST) -> ast.comprehension:
    """`for .counts[index] in [following]`, which the compiler turns into an assignment."""
    display = placed(ast.List([following], ast.Load()), at)
    return ast.comprehension(slot(COUNTS, index, at, ast.Store()), display, [], 0)


def slice_object(node: ast.Slice) -> ast.expr:
    """The slice object of `[lower:upper:step]`."""
    parts = (part or constant(None, node) for part in (node.lower, node.upper, node.step))
    return call(".slice", node, *parts)
