"""The stages of a formatter of SQL: tokens, statements, layout. Needs sqlparse."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from sqlparse import format as formatted
from sqlparse import lexer, tokens
from sqlparse.engine import StatementSplitter, grouping

Token = tuple[str, str]  # the name of its type, and its text


def tokenise(sql: str) -> list[Token]:
    return [(str(kind), text) for kind, text in lexer.tokenize(sql)]


def parse(stream: list[Token]) -> list[str]:
    return [str(grouping.group(statement)) for statement in StatementSplitter().process(_typed(stream))]


def layout(statements: list[str]) -> str:
    return "\n".join(formatted(each, reindent=True, keyword_case="upper") for each in statements)


def _typed(stream: list[Token]) -> Iterator[tuple[object, str]]:
    for name, text in stream:
        yield reduce(getattr, name.split(".")[1:], tokens.Token), text
