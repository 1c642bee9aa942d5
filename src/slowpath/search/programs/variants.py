"""A program that grows: something in it is repeated, made distinct, or N times as long."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from slowpath.recipe.expression import Argument, Call, Expression, Value, parsed
from slowpath.recipe.plainer import with_node
from slowpath.recipe.program import Program
from slowpath.recipe.statement import Assign, Do, Import, Repeat, Statement

_INDEX = "i"
_PUMPED = 8  # lines, or words, of one text that are repeated: the first ones say what it is
_BETWEEN = " "  # what stands between words: most formats of text have words
_WORDS = re.compile(r"\w+\W*|\W+")


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


def grown_twice(program: Program) -> Iterator[Program]:
    """Yield the program with one statement repeated for distinct values, and one text elsewhere longer: what
    is done for each of many things may take as long as another one is."""
    body = program.statements
    for place, each in enumerate(body):
        other = distinct(each)
        if other != each:
            repeats = replace(program, statements=(*body[:place], Repeat((other,)), *body[place + 1 :]))
            yield from pumped(repeats)
            yield from _longer(repeats, ())


def mixed(program: Program) -> Iterator[Program]:
    """Yield programs that grow with N: repeated statements, longer values and pumped texts in turn."""
    several = (repeated(program), _longer(program, ()), pumped(program))
    for row in itertools.zip_longest(*several):
        yield from (each for each in row if each is not None)


def pumped(program: Program) -> Iterator[Program]:
    """Yield the program with one line of a text N times in its place, or one word if it has one line."""
    return _with_values(program, _pumped)


def _longer(program: Program, words: Sequence[str]) -> Iterator[Program]:
    """The program with one text or list N times as long, or with a word N times in its place."""
    return _with_values(program, lambda value: longer(value, words))


def _with_values(program: Program, others: Callable[[Value], Iterator[Value]]) -> Iterator[Program]:
    """The program with one value replaced by others."""
    for place, each in enumerate(program.statements):
        if isinstance(each, Assign | Do):
            for value in others(each.value):
                other = replace(each, value=value)
                yield replace(
                    program, statements=(*program.statements[:place], other, *program.statements[place + 1 :])
                )
    for value in others(program.measured):
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
    return _replaced(value, lambda source: _longer_sources(source, words))


def _pumped(value: Value) -> Iterator[Value]:
    return _replaced(value, _pumped_sources)


def _replaced(value: Value, others: Callable[[str], Iterator[str]]) -> Iterator[Value]:
    """A value with the source of one of its expressions replaced by others."""
    if isinstance(value, Expression):
        yield from map(Expression, others(value.source))
        return
    for place, each in enumerate(value.arguments):
        for source in others(each.value.source):
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
                for word in dict.fromkeys((text, f"{text}{_BETWEEN}", *words)):
                    yield _with(source, place, f"{word!r} * N")
            case ast.Constant(value=bytes() as data) if data:
                yield _with(source, place, f"{data!r} * N")
            case ast.List(elts=[_, *_]):
                yield _with(source, place, f"{ast.unparse(node)} * N")


def _pumped_sources(source: str) -> Iterator[str]:
    """An expression with a line, or a word, of one of its texts N times."""
    nodes = list(ast.walk(parsed(source)))
    pieces = {id(each) for node in nodes if isinstance(node, ast.JoinedStr) for each in node.values}
    for place, node in enumerate(nodes):
        if isinstance(node, ast.Constant) and id(node) not in pieces:
            value = node.value
            if isinstance(value, str):
                yield from (_with(source, place, each) for each in _pumps(value, repr))
            elif isinstance(value, bytes):
                text = value.decode("latin-1")
                yield from (_with(source, place, each) for each in _pumps(text, _as_bytes))


def _pumps(text: str, written: Callable[[str], str]) -> Iterator[str]:
    """A text with one of its first lines, or of its first words if it has one line, N times. If it has
    several lines, then also with a word of one of them."""
    several = [each for each in (text.splitlines(keepends=True), _WORDS.findall(text)) if len(each) > 1]
    pumps: dict[str, None] = {}
    for parts in several:
        for number, part in enumerate(parts[:_PUMPED]):
            around = "".join(parts[:number]), "".join(parts[number + 1 :])
            before, after = (written(each) if each else "" for each in around)
            pumps.setdefault(" + ".join(filter(None, (before, f"{written(part)} * N", after))))
    yield from pumps


def _as_bytes(text: str) -> str:
    return repr(text.encode("latin-1"))


def _with(source: str, place: int, other: str) -> str:
    """The source of an expression with another expression at a place of `ast.walk`."""
    return ast.unparse(with_node(parsed(source), place, ast.parse(other, mode="eval").body))
