"""What a regular expression tells about texts that keep it busy.

Characters are taken from a small readable alphabet: one representative of each class of characters that
the pattern distinguishes. Every repetition in the pattern gives *seeds*: what leads to it, what it
repeats, and an end that is there to fail.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

# The first of a class represents it.
READABLE = "a0 ,.-_/:;=\"'<>()[]{}&#%@!?*+$^|\\~`\t\nAbxez19\r\x0b\x00éß中\u200c"
_MOST_SEEDS = 60  # of one pattern
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
_CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}

Chars = frozenset[str]
Seed = tuple[str, str, str]  # what leads to a repetition, what it repeats, what makes it fail
Node = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Hints:
    """What one pattern tells: a character of each class, literal words, and seeds."""

    alphabet: tuple[str, ...]
    words: tuple[str, ...]
    seeds: tuple[Seed, ...]


@lru_cache(maxsize=1024)
def hints(pattern: str, flags: int) -> Hints:
    """Return what a pattern tells; nothing where it is no pattern."""
    try:
        tree = list(parser.parse(pattern, flags & ~re.DEBUG))
    except (re.error, RecursionError, OverflowError, ValueError):
        return Hints((), (), ())
    alphabet = _alphabet([_members(node) for node in _walk(tree) if _is_character(node)])
    found = dict.fromkeys(_seeds(tree, "", alphabet))
    return Hints(alphabet, tuple(dict.fromkeys(_words(tree))), tuple(found)[:_MOST_SEEDS])


def _alphabet(sets: Sequence[Chars]) -> tuple[str, ...]:
    """One readable character of each class that the sets distinguish."""
    classes: dict[tuple[bool, ...], str] = {}
    for char in READABLE:
        classes.setdefault(tuple(char in each for each in sets), char)
    return tuple(classes.values())


def _seeds(tree: Sequence[Node], before: str, alphabet: Sequence[str]) -> Iterator[Seed]:
    """The seeds of every repetition in a sequence of nodes that `before` leads to."""
    for place, (op, argument) in enumerate(tree):
        if op in _REPEATS and argument[1] > 1:
            body = argument[2]
            for wanted in alphabet:
                pump = _sample(body, wanted)
                for end in ("", alphabet[-1], "\0"):
                    if pump:
                        yield before, pump, end
        for inner in _bodies(op, argument):
            yield from _seeds(inner, before, alphabet)
        before += _sample(tree[place : place + 1], alphabet[0])


def _sample(tree: Iterable[Node], wanted: str) -> str:
    """A text that the nodes match, as far as that can be seen, of the wanted character where it fits."""
    text = ""
    for op, argument in tree:
        if _is_character((op, argument)):
            members = _members((op, argument))
            fitting = (
                wanted if wanted in members else next((each for each in READABLE if each in members), "")
            )
            text += chr(argument) if op is sre.LITERAL else fitting
        elif op in _REPEATS:
            text += _sample(argument[2], wanted) * max(1, min(argument[0], 8))
        elif op is sre.BRANCH:
            options = [_sample(option, wanted) for option in argument[1]]
            text += next((option for option in options if wanted in option), options[0] if options else "")
        elif op in (sre.SUBPATTERN, sre.ATOMIC_GROUP):
            text += _sample(argument[-1] if op is sre.SUBPATTERN else argument, wanted)
    return text


def _words(tree: Iterable[Node]) -> Iterator[str]:
    """The runs of literal characters."""
    run = ""
    for op, argument in tree:
        if op is sre.LITERAL:
            run += chr(argument)
            continue
        if run:
            yield run
        run = ""
        for inner in _bodies(op, argument):
            yield from _words(inner)
    if run:
        yield run


def _walk(tree: Iterable[Node]) -> Iterator[Node]:
    for op, argument in tree:
        yield op, argument
        for inner in _bodies(op, argument):
            yield from _walk(inner)


def _bodies(op: Any, argument: Any) -> list[Any]:
    """The sequences of nodes inside a node."""
    if op in _REPEATS:
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


def _is_character(node: Node) -> bool:
    return node[0] in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)


@lru_cache(maxsize=64)
def _category(name: str) -> Chars:
    return frozenset(re.findall(name, READABLE + string.printable))


def _members(node: Node) -> Chars:
    """The readable characters that one character of a pattern may be."""
    op, argument = node
    every = frozenset(READABLE)
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
            found.update(each for each in READABLE + string.printable if value[0] <= ord(each) <= value[1])
            found.add(chr(value[0]))
        elif kind is sre.CATEGORY:
            found |= _category(_CATEGORIES[value])
    return every - found if negated else frozenset(found)
