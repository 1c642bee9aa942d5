"""A program, read from its source."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.errors import InputError
from slowpath.recipe.expression import INDEXES, SIZE, Argument, Call, Expression, Value
from slowpath.recipe.program import MeasuredLoop, Program
from slowpath.recipe.statement import Assign, Do, Import, Repeat, Statement
from slowpath.recipe.writing import MEASURED

_HINT = (
    "A program has assignments, calls, imports and 'for i in range(N)'. It ends in the call that is "
    f"measured, or in a loop around it; what is measured begins at the line that ends in '{MEASURED}'."
)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A source in two: the code that builds, and the statements that are measured."""

    setup: str
    building: tuple[ast.stmt, ...]
    call: Call
    rounds: MeasuredLoop | None
    closing: tuple[str, ...]


def parse_program(source: str) -> Program:
    """Return the program that a source spells, or raise InputError."""
    found = split(source)
    return Program(statements_of(found.building), found.call, found.rounds, found.closing)


def split(source: str) -> Parsed:
    """Return what a source builds, by any statements of Python, and what it measures, or raise InputError.

    What is measured begins at the first line that is marked; it is the last statement if none is.
    """
    source = textwrap.dedent(source).strip("\n")
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(
            f"the program is not Python: {getattr(error, 'msg', None) or error}", _HINT
        ) from None
    if not body:
        raise InputError("the program is empty", _HINT)
    lines = source.splitlines()
    marked = [place for place, each in enumerate(body) if lines[each.lineno - 1].rstrip().endswith(MEASURED)]
    first = marked[0] if marked else len(body) - 1
    call, rounds = _measured(body[first])
    closing = tuple(_closing(each, call) for each in body[first + 1 :])
    setup = "\n".join(lines[: body[first].lineno - 1]).rstrip()
    return Parsed(setup, tuple(body[:first]), call, rounds, closing)


def _measured(tree: ast.stmt) -> tuple[Call, MeasuredLoop | None]:
    """The call that a statement makes, and the loop around it. To read an attribute, a property, is to call
    its function."""
    match tree:
        case ast.Expr(value=ast.Call() as call):
            return _call(call), None
        case ast.Expr(value=ast.Attribute() as read):
            return _call(ast.Call(read, [], [])), None
        case ast.For(target=names, iter=items, body=[ast.Expr(value=ast.Call() as call)], orelse=[]):
            return _call(call), MeasuredLoop(_names(names), _expression(items))
        case ast.For(
            target=names,
            iter=items,
            body=[ast.Expr(value=ast.Call() as feed), ast.Expr(value=ast.Call() as call)],
            orelse=[],
        ) if _feeds(_call(feed), _call(call)):
            return _call(call), MeasuredLoop(_names(names), _expression(items), _call(feed))
    raise InputError(f"what is measured is no call, but: {_shown(tree)}", _HINT)


def _feeds(feed: Call, call: Call) -> bool:
    """Whether a call is one of another method of the same receiver, with one argument."""
    return (
        feed.receiver is not None
        and feed.receiver.is_reference
        and feed.receiver == call.receiver
        and len(feed.arguments) == 1
        and not feed.arguments[0].name
    )


def _names(tree: ast.expr) -> Expression:
    """The names that a loop binds, as most people write them: `a, b`."""
    parts = tree.elts if isinstance(tree, ast.Tuple) and len(tree.elts) > 1 else [tree]
    return Expression(", ".join(map(ast.unparse, parts)))


def _closing(tree: ast.stmt, call: Call) -> str:
    """The method of the receiver of a call that a statement calls without arguments."""
    match tree:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=value, attr=name), args=[], keywords=[])):
            if call.receiver is not None and ast.unparse(value) == call.receiver.source:
                return name
    raise InputError(
        f"line {tree.lineno} cannot be measured: {_shown(tree)}",
        f"After the call of the target come only methods of its receiver, without arguments. {_HINT}",
    )


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
