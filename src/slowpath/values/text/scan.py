"""Questions about runs of characters, in the order in which the C code scans them.

Places are counted from 0; a piece is (start, end). Needles are not empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from slowpath.values.text.char import (
    Part,
    Parts,
    are_same,
    is_below,
    is_in,
    is_plain,
    is_same,
    trace_of,
    values_of,
)
from slowpath.values.text.classes import any_of

Piece = tuple[int, int]
Test = Callable[[Part], bool]


def find(hay: Parts, needle: Parts, start: int, end: int) -> int:
    """The first place from `start` where a needle stands before `end`, or -1."""
    size = len(needle)
    for place in range(start, end - size + 1):
        if are_same(hay[place : place + size], needle):
            return place
    return -1


def rfind(hay: Parts, needle: Parts, start: int, end: int) -> int:
    """The last place from `start` where a needle stands before `end`, or -1."""
    size = len(needle)
    for place in range(end - size, start - 1, -1):
        if are_same(hay[place : place + size], needle):
            return place
    return -1


def contains(hay: Parts, needle: Parts) -> bool:
    """Decide whether a needle stands anywhere; one question for one character in plain text."""
    if len(needle) == 1 and is_plain(hay):
        return is_in(needle[0], any_of(tuple(values_of(hay))))
    return find(hay, needle, 0, len(hay)) >= 0


def occurrences(hay: Parts, needle: Parts, start: int, end: int, most: int) -> Iterator[int]:
    """The places of a needle, from the left, that do not overlap; at most so many."""
    while most and (place := find(hay, needle, start, end)) >= 0:
        yield place
        start = place + len(needle)
        most -= 1


def split(hay: Parts, needle: Parts, most: int) -> list[Piece]:
    """The pieces between the occurrences of a needle."""
    pieces = []
    start = 0
    for place in occurrences(hay, needle, 0, len(hay), most):
        pieces.append((start, place))
        start = place + len(needle)
    return [*pieces, (start, len(hay))]


def rsplit(hay: Parts, needle: Parts, most: int) -> list[Piece]:
    """The pieces between the occurrences of a needle, searched from the right."""
    pieces = []
    end = len(hay)
    while most and (place := rfind(hay, needle, 0, end)) >= 0:
        pieces.append((place + len(needle), end))
        end = place
        most -= 1
    return [(0, end), *reversed(pieces)]


def split_words(hay: Parts, is_space: Test, most: int) -> list[Piece]:
    """The pieces between runs of white space."""
    pieces: list[Piece] = []
    at, size = 0, len(hay)
    while True:
        while at < size and is_space(hay[at]):
            at += 1
        if at >= size:
            return pieces
        start = at
        if not most:
            return [*pieces, (start, size)]
        at += 1
        while at < size and not is_space(hay[at]):
            at += 1
        pieces.append((start, at))
        at += 1  # what ended the word is white space
        most -= 1


def rsplit_words(hay: Parts, is_space: Test, most: int) -> list[Piece]:
    """The pieces between runs of white space, from the right."""
    mirrored = split_words(hay[::-1], is_space, most)
    return [(len(hay) - end, len(hay) - start) for start, end in reversed(mirrored)]


def split_lines(hay: Parts, is_break: Test, keep: bool) -> list[Piece]:
    """The lines; each with its end where `keep`."""
    lines = []
    at, start = 0, 0
    while at < len(hay):
        if not is_break(hay[at]):
            at += 1
            continue
        end = at
        pair = at + 1 < len(hay) and is_same(hay[at], 13) and is_same(hay[at + 1], 10)
        at += 2 if pair else 1
        lines.append((start, at if keep else end))
        start = at
    return [*lines, (start, at)] if start < at else lines


def stripped(hay: Parts, off: Test, left: bool, right: bool) -> Piece:
    """What is left when characters are taken off the ends."""
    start, end = 0, len(hay)
    while left and start < end and off(hay[start]):
        start += 1
    while right and end > start and off(hay[end - 1]):
        end -= 1
    return start, end


def is_less(left: Sequence[Part], right: Sequence[Part]) -> bool:
    """Decide whether one text comes before another: the first difference tells."""
    trace = trace_of(left) or trace_of(right)
    if trace is None or trace.closed:
        return values_of(left) < values_of(right)
    for a, b in zip(left, right, strict=False):
        if not is_same(a, b):
            return is_below(a, b)
    return len(left) < len(right)
