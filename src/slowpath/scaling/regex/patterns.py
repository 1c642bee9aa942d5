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
from itertools import chain, product
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]

from slowpath.counting.regex._matcher import Machine
from slowpath.counting.regex.machine import NO_LIMIT, Mode, machine, run
from slowpath.counting.regex.program import parsed
from slowpath.scaling.regex.ambiguity import pumpings
from slowpath.scaling.regex.automaton import TooLarge, automaton
from slowpath.scaling.regex.readable import (
    READABLE,
    REPEATS,
    Node,
    bodies,
    is_character,
    members,
    representatives,
)

_MOST_SEEDS = 60  # of one pattern: a fifth of what a vocabulary takes in all
_WAYS = 8  # texts that lead to a place, the shortest first: each is tried with every repetition there
_SHORT = 12  # characters of a repetition that is tried with an end: exponential matches still end soon
_FEW = 4  # characters of which longer ends are made: of two and three there are 80
_SIZE = 16  # the first of three sizes at which an attack is tried: at 48 an exponential one meets the limit
_LIMIT = 50_000 * 1_000_000  # micro-ops of a match: 50,000 ops, about a millisecond
_END_LIMIT = 1_000 * 1_000_000  # the same for a few characters: a match that needs more is as good as failed
_LEAST_BEND = 1_000_000  # micro-ops: one op, above what rounding makes
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
    attacks = _attacks(tree, pattern, flags & ~re.DEBUG)
    found = dict.fromkeys(_seeds(tree, "", alphabet))
    words = dict.fromkeys(_words(tree))
    return Hints(alphabet, tuple(words), tuple(attacks), tuple(found)[:_MOST_SEEDS])


def _attacks(tree: Sequence[Node], pattern: str, flags: int) -> list[Seed]:
    """What the pattern can read in many ways, with an end that makes them fail: the costliest first.

    The automaton passes over assertions and references, so each is tried: its counted cost must bend.
    """
    try:
        places = automaton(tree)
        readings = pumpings(places)
        matcher = machine(parsed(pattern, flags)) if readings else None
    except (TooLarge, ValueError):
        return []
    if matcher is None:
        return []
    leading = places.leading(_WAYS)
    found: dict[str, tuple[int, Seed]] = {}  # by what is repeated
    for state, pump in readings:
        for before in leading.get(state, [""]):
            text = before + pump * max(2, _SHORT // len(pump))
            for end in _ends(matcher, text, places.alphabet):
                seed = before, pump, end
                bend = max(_bend(matcher, seed, mode) for mode in (Mode.MATCH, Mode.SEARCH))
                if bend > found.get(pump, (_LEAST_BEND,))[0]:
                    found[pump] = bend, seed
    return [seed for _, seed in sorted(found.values(), key=lambda each: -each[0])]


def _ends(matcher: Machine, text: str, alphabet: Sequence[str]) -> list[str]:
    """The first ends after which a text has no match at its start, and none anywhere.

    The empty end, where all have a match: much may be tried before it is found.
    """

    def failing(ends: Iterable[str], mode: Mode) -> Iterator[str]:
        return (end for end in ends if run(matcher, text + end, mode, limit=_END_LIMIT).spans is None)

    # What no character fails may fail on another line, or because of two things that exclude each other.
    lines = ("\n" + char for char in alphabet)
    several = ("".join(chars) for count in (2, 3) for chars in product(alphabet[:_FEW], repeat=count))
    first = next(failing(chain(("",), alphabet, lines, several), Mode.MATCH), None)
    if first is None:
        return [""]
    lost = next(failing(("", *alphabet), Mode.SEARCH), first)
    return list(dict.fromkeys([first, lost]))


def _bend(matcher: Machine, seed: Seed, mode: Mode) -> int:
    """The second difference of the cost of a repetition; where the limit ends a match, the limit."""
    before, pump, end = seed
    one, two, three = (
        matcher.cost(before + pump * size + end, mode, 0, NO_LIMIT, 1, _LIMIT)
        for size in (_SIZE, 2 * _SIZE, 3 * _SIZE)
    )
    return _LIMIT if three >= _LIMIT else three - 2 * two + one


def _seeds(tree: Sequence[Node], before: str, alphabet: Sequence[str]) -> Iterator[Seed]:
    """The seeds of every repetition in a sequence of nodes that `before` leads to."""
    for place, (op, argument) in enumerate(tree):
        if op in REPEATS and argument[1] > 1:
            body = argument[2]
            for wanted in alphabet:
                pump = _sample(body, wanted)
                for end in ("", alphabet[-1], "\0"):
                    if pump:
                        yield before, pump, end
        for inner in bodies((op, argument)):
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
        elif op in REPEATS:
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
        for inner in bodies((op, argument)):
            yield from _words(inner)
    if run:
        yield run


def _walk(tree: Iterable[Node]) -> Iterator[Node]:
    for op, argument in tree:
        yield op, argument
        for inner in bodies((op, argument)):
            yield from _walk(inner)
