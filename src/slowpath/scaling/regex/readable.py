"""The characters that a pattern distinguishes, by readable representatives."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Sequence
from functools import lru_cache
from re import _constants as sre  # type: ignore[attr-defined]
from typing import Any

# The first of a class represents it.
READABLE = "a0 ,.-_/:;=\"'<>()[]{}&#%@!?*+$^|\\~`\t\nAbxez19\r\x0b\x00éß中\u200c"
_CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}

REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)

Chars = frozenset[str]
Node = tuple[Any, Any]


def representatives(sets: Sequence[Chars], more: str = "") -> tuple[str, ...]:
    """One character of each class that the sets distinguish: a readable one, or one of `more`."""
    classes: dict[tuple[bool, ...], str] = {}
    for char in READABLE + more:
        classes.setdefault(tuple(char in each for each in sets), char)
    return tuple(classes.values())


def is_character(node: Node) -> bool:
    """Whether a node of a pattern's parse tree stands for one character."""
    return node[0] in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)


def is_word(char: str) -> bool:
    """Whether a character is one of a word, as `\\b` sees it."""
    return char.isalnum() or char == "_"


def literals(tree: Iterable[Node]) -> str:
    """The characters that a pattern spells out."""
    found: dict[str, None] = {}
    for op, argument in tree:
        if op in (sre.LITERAL, sre.NOT_LITERAL):
            found[chr(argument)] = None
        elif op is sre.IN:
            found.update((chr(value), None) for kind, value in argument if kind is sre.LITERAL)
        else:
            for inner in bodies((op, argument)):
                found.update(dict.fromkeys(literals(inner)))
    return "".join(found)


def bodies(node: Node) -> list[Any]:
    """The sequences of nodes inside a node."""
    op, argument = node
    if op in REPEATS:
        return [argument[2]]
    if op is sre.BRANCH:
        return list(argument[1])
    if op is sre.SUBPATTERN:
        return [argument[-1]]
    if op in (sre.ASSERT, sre.ASSERT_NOT):
        return [argument[1]]
    if op is sre.ATOMIC_GROUP:
        return [argument]
    if op is sre.GROUPREF_EXISTS:
        return [each for each in argument[1:] if each is not None]
    return []


def members(node: Node, more: str = "") -> Chars:
    """The readable characters, and those of `more`, that one character of a pattern may be."""
    op, argument = node
    every = frozenset(READABLE + more)
    if op is sre.LITERAL:
        return frozenset(chr(argument))
    if op is sre.NOT_LITERAL:
        return every - {chr(argument)}
    if op is sre.ANY:
        return every - {"\n"}
    found: set[str] = set()
    negated = False
    for kind, value in argument:
        if kind is sre.NEGATE:
            negated = True
        elif kind is sre.LITERAL:
            found.add(chr(value))
        elif kind is sre.RANGE:
            near = (*every, *string.printable)
            found.update(each for each in near if value[0] <= ord(each) <= value[1])
            found.add(chr(value[0]))
        elif kind is sre.CATEGORY:
            found |= _category(_CATEGORIES[value], more)
    return every - found if negated else frozenset(found)


@lru_cache(maxsize=64)
def _category(name: str, more: str) -> Chars:
    return frozenset(re.findall(name, READABLE + string.printable + more))
