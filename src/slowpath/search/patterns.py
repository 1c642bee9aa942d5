"""What a regular expression tells about texts that keep it busy.

Characters are taken from a small readable alphabet: one representative of each class of characters that
the pattern distinguishes. What the pattern can read in many ways gives *attacks*, and every repetition in
it gives *seeds*: what leads there, what is repeated, and an end that is there to fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from slowpath.search.ambiguity import pumpings
from slowpath.search.automaton import TooLarge, automaton
from slowpath.search.readable import READABLE, Node, is_character, members, representatives

_MOST_SEEDS = 60  # of one pattern
_SHORT = 12  # characters of a repetition that is tried with an end
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
Seed = tuple[str, str, str]  # what leads to a repetition, what it repeats, what makes it fail


@dataclass(frozen=True, slots=True)
class Hints:
    """What one pattern tells: a character of each class, literal words, attacks and seeds."""

    alphabet: tuple[str, ...]
    words: tuple[str, ...]
    attacks: tuple[Seed, ...]
    seeds: tuple[Seed, ...]


@lru_cache(maxsize=1024)
def hints(pattern: str, flags: int) -> Hints:
    """Return what a pattern tells; nothing where it is no pattern."""
    try:
        tree = list(parser.parse(pattern, flags & ~re.DEBUG))
    except (re.error, RecursionError, OverflowError, ValueError):
        return Hints((), (), (), ())
    alphabet = representatives([members(node) for node in _walk(tree) if is_character(node)])
    attacks = dict.fromkeys(_attacks(tree, re.compile(pattern, flags & ~re.DEBUG)))
    found = dict.fromkeys(_seeds(tree, "", alphabet))
    words = dict.fromkeys(_words(tree))
    return Hints(alphabet, tuple(words), tuple(attacks), tuple(found)[:_MOST_SEEDS])


def _attacks(tree: Sequence[Node], compiled: re.Pattern[str]) -> Iterator[Seed]:
    """What the pattern can read in many ways, with an end at which all of them fail."""
    try:
        places = automaton(tree)
    except TooLarge:
        return
    leading = places.leading()
    for state, pump in pumpings(places):
        before = leading.get(state, "")
        text = before + pump * max(2, _SHORT // len(pump))
        # What no character fails may fail on another line.
        ends = ("", *places.alphabet, *("\n" + char for char in places.alphabet))
        failing = [end for end in ends if compiled.match(text + end) is None]
        # Where a match fails, a search may still find another.
        lost = next((end for end in failing if compiled.search(text + end) is None), None)
        yield before, pump, failing[0] if failing else ""
        if lost is not None:
            yield before, pump, lost


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
        if is_character((op, argument)):
            able = members((op, argument))
            fitting = wanted if wanted in able else next((each for each in READABLE if each in able), "")
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
