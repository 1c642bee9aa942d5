"""A program that grows: something in it is repeated, made distinct, or N times as long."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from slowpath.recipe.expression import Argument, Call, Expression, Value, parsed
from slowpath.recipe.plainer import with_node
from slowpath.recipe.program import Program
from slowpath.recipe.statement import Assign, Do, Import, Repeat, Statement

_INDEX = "i"


def grown(program: Program, words: Sequence[str] = ()) -> Iterator[Program]:
    """Yield programs that grow with N, the likeliest first. `words` are texts that the code reacts to."""
    yield from repeated(program)
    yield from _longer(program, words)


def repeated(program: Program) -> Iterator[Program]:
    """Yield the program with a statement, or a run of them, repeated: as it is, and with distinct values."""
    body = program.statements
    for length in (1, 2, 3):
        for start in range(len(body) - length + 1):
            chosen = body[start : start + length]
            if any(isinstance(each, Import | Repeat) for each in chosen):
                continue
            for other in (chosen, tuple(map(distinct, chosen))):
                yield replace(program, statements=(*body[:start], Repeat(other), *body[start + length :]))


def _longer(program: Program, words: Sequence[str]) -> Iterator[Program]:
    """The program with one text or list N times as long, or with a word N times in its place."""
    for place, each in enumerate(program.statements):
        if isinstance(each, Assign | Do):
            for value in longer(each.value, words):
                other = replace(each, value=value)
                yield replace(
                    program, statements=(*program.statements[:place], other, *program.statements[place + 1 :])
                )
    for value in longer(program.measured, words):
        if isinstance(value, Call):
            yield replace(program, measured=value)


def distinct(statement: Statement) -> Statement:
    """Return a statement in which the texts and numbers of arguments depend on the round."""
    if not isinstance(statement, Assign | Do):
        return statement
    value = statement.value
    if isinstance(value, Call):
        value = replace(value, arguments=distinct_arguments(value))
    return replace(statement, value=value)


def distinct_arguments(call: Call) -> tuple[Argument, ...]:
    """Return the arguments of a call with texts and numbers that depend on the round."""
    return tuple(_distinct(each) for each in call.arguments)


def _distinct(argument: Argument) -> Argument:
    tree = parsed(argument.value.source)
    match tree:
        case ast.Constant(value=str() as text):
            source = f"f{text.replace('{', '{{').replace('}', '}}') + '{i}'!r}"
        case ast.Constant(value=bool()):
            return argument
        case ast.Constant(value=int()):
            source = _INDEX
        case _:
            return argument
    return replace(argument, value=Expression(ast.unparse(ast.parse(source, mode="eval").body)))


def longer(value: Value, words: Sequence[str]) -> Iterator[Value]:
    """Yield a value with one of its texts or lists N times as long, or with a word N times in its place."""
    if isinstance(value, Expression):
        yield from map(Expression, _longer_sources(value.source, words))
        return
    for place, each in enumerate(value.arguments):
        for source in _longer_sources(each.value.source, words):
            other = replace(each, value=Expression(source))
            yield replace(value, arguments=(*value.arguments[:place], other, *value.arguments[place + 1 :]))


def _longer_sources(source: str, words: Sequence[str]) -> Iterator[str]:
    """An expression with one of its texts, or of its lists, N times as long."""
    nodes = list(ast.walk(parsed(source)))
    pieces = {id(each) for node in nodes if isinstance(node, ast.JoinedStr) for each in node.values}
    for place, node in enumerate(nodes):
        match node:
            case ast.Constant() if id(node) in pieces:
                continue
            case ast.Constant(value=str() as text) if text:
                for word in dict.fromkeys((text, *words)):
                    yield _with(source, place, f"{word!r} * N")
            case ast.Constant(value=bytes() as data) if data:
                yield _with(source, place, f"{data!r} * N")
            case ast.List(elts=[_, *_]):
                yield _with(source, place, f"{ast.unparse(node)} * N")


def _with(source: str, place: int, other: str) -> str:
    """The source of an expression with another expression at a place of `ast.walk`."""
    return ast.unparse(with_node(parsed(source), place, ast.parse(other, mode="eval").body))
