"""Pieces of syntax tree that rewritten code is made of.

Names that start with a dot live in the private `builtins` of the copies, or, for counters, in local
variables. No source can spell them, so they cannot clash with names of the target.
"""

from __future__ import annotations

import ast

COUNTS = ".counts"
DUE = ".due"


def load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def call(name: str, *arguments: ast.expr) -> ast.Call:
    """A call of one of our functions."""
    return ast.Call(load(name), list(arguments), [])


def number(value: int) -> ast.Constant:
    return ast.Constant(value)


def slot(table: str, index: int, context: ast.expr_context | None = None) -> ast.Subscript:
    """`.counts[index]` or the like."""
    return ast.Subscript(load(table), number(index), context or ast.Load())


def count(index: int) -> ast.stmt:
    """`.counts[index] += 1`"""
    return ast.AugAssign(slot(COUNTS, index, ast.Store()), ast.Add(), number(1))


def check(index: int) -> ast.stmt:
    """`if .counts[index] > .due[index]: .enter(index)`"""
    overdue = ast.Compare(slot(COUNTS, index), [ast.Gt()], [slot(DUE, index)])
    return ast.If(overdue, [ast.Expr(call(".enter", number(index)))], [])


def counting_clause(index: int, checked: bool) -> ast.comprehension:
    """`for .counts[index] in [.counts[index] + 1]`, which the compiler turns into an assignment."""
    following: ast.expr = ast.BinOp(slot(COUNTS, index), ast.Add(), number(1))
    if checked:
        in_time = ast.Compare(slot(COUNTS, index), [ast.Lt()], [slot(DUE, index)])
        following = ast.IfExp(in_time, following, call(".count_checked", number(index)))
    return ast.comprehension(slot(COUNTS, index, ast.Store()), ast.List([following], ast.Load()), [], 0)


def place(new: ast.AST, at: ast.AST) -> None:
    """Give a new subtree the position of an old node wherever it has none."""
    for node in ast.walk(new):
        if isinstance(node, ast.expr | ast.stmt) and not hasattr(node, "lineno"):
            ast.copy_location(node, at)
