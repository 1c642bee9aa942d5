"""A pattern as an automaton: which of its characters may follow which.

The states are the places of the pattern that read a character (Glushkov's automaton). What is known of an
engine that backtracks is kept: two ways from one place to another, as in `(a+)+`, count as two. Assertions
and references to groups are taken to hold.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from re import _constants as sre  # type: ignore[attr-defined]
from typing import Any

from slowpath.scaling.regex.readable import (
    READABLE,
    REPEATS,
    Chars,
    Node,
    is_character,
    is_word,
    literals,
    members,
    representatives,
)

START = 0  # where nothing was read
SCAN = 1  # where a search passes over what comes before a match
_COPIES = 8  # of what must be repeated, at most: `x{1000}` would fill the automaton
_OPTIONAL = 2  # copies of what may be repeated a few times: two show whether one text is read in two ways
_ENDLESS = 16  # repetitions that are as good as any number: the smallest attack repeats as often
_MOST_PLACES = 600  # characters of a pattern: pairs of 600 are far more than `ambiguity` looks at


class TooLarge(Exception):
    """The pattern has more places than are worth looking at."""


@dataclass(frozen=True)
class Automaton:
    """For each state, what it reads, and which states follow it in how many ways."""

    chars: tuple[Chars, ...]
    follows: tuple[dict[int, int], ...]

    @cached_property
    def alphabet(self) -> tuple[str, ...]:
        """A character of each class that the states distinguish; those of words are told from the others."""
        every = sorted(set().union(*self.chars))
        return representatives((*self.chars, frozenset(filter(is_word, [*READABLE, *every]))), "".join(every))

    @cached_property
    def steps(self) -> tuple[dict[str, tuple[int, ...]], ...]:
        """For each state, the states that reading a character leads to; twice where there are two ways."""
        readable = [[char for char in self.alphabet if char in chars] for chars in self.chars]
        found: list[dict[str, tuple[int, ...]]] = []
        for follows in self.follows:
            after: dict[str, list[int]] = {}
            for state, ways in follows.items():
                for char in readable[state]:
                    after.setdefault(char, []).extend([state] * ways)
            found.append({char: tuple(after[char]) for char in self.alphabet if char in after})
        return tuple(found)

    @cached_property
    def reached(self) -> tuple[frozenset[int], ...]:
        """For each state, those that some text leads to from it."""
        return tuple(frozenset(_closure(state, self.follows)) for state in range(len(self.follows)))

    def leading(self, most: int) -> dict[int, list[str]]:
        """For each state that is reached from the start, the shortest texts that lead to it without passing
        through a state twice."""
        texts: dict[int, list[str]] = {START: [""]}
        waiting: deque[tuple[int, str, frozenset[int]]] = deque([(START, "", frozenset())])
        while waiting:
            state, text, passed = waiting.popleft()
            for char, after in self.steps[state].items():
                for each in after:
                    known = texts.setdefault(each, [])
                    if len(known) < most and each not in passed and text + char not in known:
                        known.append(text + char)
                        waiting.append((each, text + char, passed | {each}))
        return texts


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a pattern: whether it matches nothing, and the states that it begins and ends with."""

    empty: bool
    first: tuple[int, ...]
    last: tuple[int, ...]


def automaton(tree: Sequence[Node]) -> Automaton:
    """Return the automaton of a parse tree; TooLarge where it has too many places."""
    builder = _Builder(literals(tree))
    builder.link([START], builder.sequence(tree).first)
    if not (tree and tree[0][0] is sre.AT and tree[0][1] in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING)):
        builder.link([SCAN], [SCAN, *builder.follows[START]])
    every = frozenset().union(*builder.chars, representatives([]))
    return Automaton((frozenset(), every, *builder.chars[2:]), tuple(builder.follows))


class _Builder:
    """Adds the places of a parse tree."""

    def __init__(self, spelled: str) -> None:
        """`spelled` are the characters that the pattern spells out: what else it takes may be one of them."""
        self._spelled = spelled
        self.chars: list[Chars] = [frozenset(), frozenset()]
        self.follows: list[dict[int, int]] = [{}, {}]

    def link(self, ends: Iterable[int], firsts: Iterable[int]) -> None:
        for end in ends:
            for first in firsts:
                self.follows[end][first] = min(2, self.follows[end].get(first, 0) + 1)

    def sequence(self, tree: Iterable[Node]) -> _Piece:
        whole = _Piece(True, (), ())
        for node in tree:
            whole = self._joined(whole, self._piece(node))
        return whole

    def _joined(self, one: _Piece, other: _Piece) -> _Piece:
        self.link(one.last, other.first)
        return _Piece(
            one.empty and other.empty,
            one.first + other.first if one.empty else one.first,
            one.last + other.last if other.empty else other.last,
        )

    def _piece(self, node: Node) -> _Piece:
        op, argument = node
        if is_character(node):
            if len(self.chars) >= _MOST_PLACES:
                raise TooLarge
            self.chars.append(members(node, self._spelled))
            self.follows.append({})
            place = (len(self.chars) - 1,)
            return _Piece(False, place, place)
        if op in REPEATS:
            low, high, body = argument
            return self._repeated(lambda: self.sequence(body), low, high)
        if op is sre.BRANCH:
            return _either([self.sequence(option) for option in argument[1]])
        if op is sre.SUBPATTERN:
            return self.sequence(argument[-1])
        if op is sre.ATOMIC_GROUP:
            return self.sequence(argument)
        if op is sre.GROUPREF_EXISTS:
            return _either([self.sequence(each or ()) for each in argument[1:]])
        return _Piece(True, (), ())

    def _repeated(self, body: Callable[[], _Piece], low: int, high: Any) -> _Piece:
        whole = last = _Piece(True, (), ())
        for _ in range(min(low, _COPIES)):
            last = body()
            whole = self._joined(whole, last)
        if high >= max(_ENDLESS, low + 1):
            if not low:
                last = body()
                whole = _Piece(True, last.first, last.last)
            self.link(last.last, last.first)
            return whole
        for _ in range(min(high - low, _OPTIONAL)):
            # Each follows the one before and no other: the same characters are read in one way.
            more = body()
            self.link(last.last, more.first)
            whole = _Piece(whole.empty, whole.first or more.first, whole.last + more.last)
            last = more
        return whole


def _either(options: Sequence[_Piece]) -> _Piece:
    return _Piece(
        any(each.empty for each in options),
        tuple(state for each in options for state in each.first),
        tuple(state for each in options for state in each.last),
    )


def _closure(state: int, follows: Sequence[dict[int, int]]) -> set[int]:
    seen: set[int] = set()
    waiting = [state]
    while waiting:
        for after in follows[waiting.pop()]:
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen
