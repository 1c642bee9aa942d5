"""Sets of characters, as cheap for the whole of Unicode as for ASCII."""

from __future__ import annotations

import string
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from random import Random

LAST = 0x10FFFF  # the largest code point

Span = tuple[int, int]  # first and last code point, both included


class CharSet:
    """An immutable set of code points: sorted, disjoint spans that do not touch.

    Members are asked for as characters or as code points; iteration gives characters in order.
    """

    __slots__ = ("_before", "_hash", "_inverse", "spans")

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self.spans: tuple[Span, ...] = tuple(_joined(spans))
        self._hash = hash(self.spans)
        self._before: list[int] | None = None  # how many members each span has before it, and in all
        self._inverse: CharSet | None = None

    @classmethod
    def of(cls, characters: Iterable[str]) -> CharSet:
        """The set of the characters of a text."""
        return cls((ord(character), ord(character)) for character in characters)

    @classmethod
    def between(cls, low: str | int, high: str | int) -> CharSet:
        """All characters from `low` to `high`, both included; empty where `high` comes before `low`."""
        first, last = _code(low), _code(high)
        return cls(((max(first, 0), min(last, LAST)),) if first <= last else ())

    @classmethod
    def everything(cls) -> CharSet:
        """All code points, surrogates included: what a Python str may hold."""
        return _EVERYTHING

    @classmethod
    def from_predicate(cls, predicate: Callable[[str], bool]) -> CharSet:
        """The characters for which `predicate` holds; computed once per predicate."""
        return _satisfying(predicate)

    def __or__(self, other: CharSet) -> CharSet:
        return CharSet(self.spans + other.spans)

    def __and__(self, other: CharSet) -> CharSet:
        return _intersection(self, other)

    def __sub__(self, other: CharSet) -> CharSet:
        return self & ~other

    def __invert__(self) -> CharSet:
        if self._inverse is None:
            self._inverse = _exact(_gaps(self.spans))
            self._inverse._inverse = self
        return self._inverse

    def __contains__(self, character: object) -> bool:
        if isinstance(character, str):
            if len(character) != 1:
                return False
            code = ord(character)
        elif isinstance(character, int):
            code = character
        else:
            return False
        found = self.at_most(code)
        return found == code

    def __len__(self) -> int:
        return self._counts()[-1]

    def __bool__(self) -> bool:
        return bool(self.spans)

    def __iter__(self) -> Iterator[str]:
        for first, last in self.spans:
            yield from map(chr, range(first, last + 1))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, CharSet) and self._hash == other._hash and self.spans == other.spans
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"CharSet[{''.join(_shown(first, last) for first, last in self.spans)}]"

    def __reduce__(self) -> tuple[type[CharSet], tuple[tuple[Span, ...]]]:
        return CharSet, (self.spans,)

    @property
    def lowest(self) -> int:
        """The smallest code point of a set that is not empty."""
        return self.spans[0][0]

    @property
    def highest(self) -> int:
        """The largest code point of a set that is not empty."""
        return self.spans[-1][1]

    def at_most(self, code: int) -> int | None:
        """The largest member that is not above `code`."""
        place = bisect_right(self.spans, (code, LAST)) - 1
        return min(code, self.spans[place][1]) if place >= 0 else None

    def at_least(self, code: int) -> int | None:
        """The smallest member that is not below `code`."""
        place = bisect_right(self.spans, (code, LAST)) - 1
        if place >= 0 and code <= self.spans[place][1]:
            return code
        return self.spans[place + 1][0] if place + 1 < len(self.spans) else None

    def pick(self, rng: Random) -> str:
        """A random member, all equally likely."""
        if not self.spans:
            raise ValueError("an empty set has no character to pick")
        before = self._counts()
        rank = rng.randrange(before[-1])
        place = bisect_right(before, rank) - 1
        return chr(self.spans[place][0] + rank - before[place])

    def representative(self) -> str:
        """The most readable member: a letter, else a digit, else punctuation, else the smallest."""
        if not self.spans:
            raise ValueError("an empty set has no representative")
        for kind in _READABLE:
            common = self & kind
            if common:
                return chr(common.lowest)
        return chr(self.lowest)

    def _counts(self) -> list[int]:
        if self._before is None:
            self._before = [0]
            for first, last in self.spans:
                self._before.append(self._before[-1] + last - first + 1)
        return self._before


def _code(character: str | int) -> int:
    return ord(character) if isinstance(character, str) else character


def _exact(spans: Iterable[Span]) -> CharSet:
    """A set from spans that are sorted and apart."""
    made = CharSet.__new__(CharSet)
    made.spans = tuple(spans)
    made._hash = hash(made.spans)
    made._before = None
    made._inverse = None
    return made


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """The same code points in spans that are sorted and apart."""
    ordered = sorted(spans)
    if not ordered:
        return
    first, last = ordered[0]
    for low, high in ordered:
        if low > last + 1:
            yield first, last
            first, last = low, high
        elif high > last:
            last = high
    yield first, last


@lru_cache(maxsize=4096)  # searches ask for the same classes at every character
def _intersection(left: CharSet, right: CharSet) -> CharSet:
    return _exact(_common(left.spans, right.spans))


def _common(left: tuple[Span, ...], right: tuple[Span, ...]) -> Iterator[Span]:
    i = j = 0
    while i < len(left) and j < len(right):
        first, last = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if first <= last:
            yield first, last
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1


def _gaps(spans: tuple[Span, ...]) -> Iterator[Span]:
    start = 0
    for first, last in spans:
        if start < first:
            yield start, first - 1
        start = last + 1
    if start <= LAST:
        yield start, LAST


def _shown(first: int, last: int) -> str:
    ends = [_escaped(first), _escaped(last)]
    if last - first < 2:
        return "".join(ends[: last - first + 1])
    return "-".join(ends)


def _escaped(code: int) -> str:
    character = chr(code)
    if character in "-]\\":
        return "\\" + character
    return character if character.isprintable() else repr(character)[1:-1]


@lru_cache(maxsize=256)
def _satisfying(predicate: Callable[[str], bool]) -> CharSet:
    return CharSet((code, code) for code in range(LAST + 1) if predicate(chr(code)))


_EVERYTHING = CharSet([(0, LAST)])
_READABLE = [
    CharSet.of(kind)
    for kind in (string.ascii_lowercase, string.ascii_uppercase, string.digits, string.punctuation, " ")
]
