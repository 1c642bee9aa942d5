"""A program, read from its source."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from slowpath.errors import InputError
from slowpath.recipe.expression import INDEXES, SIZE, Argument, Call, Expression, Value
from slowpath.recipe.program import Program
from slowpath.recipe.statement import Assign, Do, Import, Repeat, Statement

_HINT = "A program has assignments, calls, imports and 'for i in range(N)'; its last statement is a call."


def parse_program(source: str) -> Program:
    """Return the program that a source spells, or raise InputError."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(
            f"the program is not Python: {getattr(error, 'msg', None) or error}", _HINT
        ) from None
    if not body:
        raise InputError("the program is empty", _HINT)
    last = body[-1]
    if not (isinstance(last, ast.Expr) and isinstance(last.value, ast.Call)):
        raise InputError(f"the program does not end in a call but in: {_shown(last)}", _HINT)
    return Program(statements_of(body[:-1]), _call(last.value))


def statements_of(trees: Sequence[ast.stmt], depth: int = 0) -> tuple[Statement, ...]:
    """Return the statements that trees spell, inside so many repetitions, or raise InputError."""
    return tuple(_statement(each, depth) for each in trees)


def value_of(tree: ast.expr) -> Value:
    """Return what a tree spells: a call, or another expression."""
    return _call(tree) if isinstance(tree, ast.Call) else _expression(tree)


def _statement(tree: ast.stmt, depth: int) -> Statement:
    match tree:
        case ast.Import() | ast.ImportFrom():
            return Import(ast.unparse(tree))
        case ast.Assign(targets=targets, value=value):
            return Assign(tuple(map(_expression, targets)), value_of(value))
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return Assign((_expression(target),), value_of(value))
        case ast.Expr(value=value):
            return Do(value_of(value))
        case ast.For(
            target=ast.Name(id=index),
            iter=ast.Call(func=ast.Name(id="range"), args=[ast.Name(id=bound)], keywords=[]),
            body=body,
            orelse=[],
        ) if bound == SIZE and index == _index(depth):
            return Repeat(statements_of(body, depth + 1))
    raise InputError(f"line {tree.lineno} is no statement of a program: {_shown(tree)}", _HINT)


def _index(depth: int) -> str:
    return INDEXES[depth] if depth < len(INDEXES) else ""


def _call(tree: ast.Call) -> Call:
    named = [Argument(_expression(each.value), each.arg or "**") for each in tree.keywords]
    return Call(_expression(tree.func), (*map(_argument, tree.args), *named))


def _argument(tree: ast.expr) -> Argument:
    return (
        Argument(_expression(tree.value), "*")
        if isinstance(tree, ast.Starred)
        else Argument(_expression(tree))
    )


def _expression(tree: ast.expr) -> Expression:
    return Expression(ast.unparse(tree))


def _shown(tree: ast.AST) -> str:
    return ast.unparse(tree).partition("\n")[0]
