"""Random inputs to compare a search with."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from slowpath.errors import ShapeError
from slowpath.model.charset import CharSet
from slowpath.shape.base import Shape
from slowpath.shape.inputs import write_inputs
from slowpath.shape.maker import ClassRef
from slowpath.shape.sampler import Sampler

COUNT = 5  # random inputs: the best of a few is what a user would have met by chance
_LONGER = 2  # times as long as told an input may get


def random_inputs(shapes: Mapping[str, Shape], length: int, random: Random) -> Iterator[dict[str, str]]:
    """Yield random inputs about as long as told, as expressions.

    A shape may have a choice between a text of N characters and N such texts, and the size be that of the
    first: what gets much longer than told is made anew of a smaller size.
    """
    largest = _size(shapes, length)
    for _ in range(COUNT):
        size = largest
        while size:
            with suppress(_TooLongError):
                most = _LONGER * length if size > 1 else sys.maxsize  # there is none smaller
                yield write_inputs(shapes, size, _Counting(random, most))
                break
            size //= 2


def _size(shapes: Mapping[str, Shape], length: int) -> int:
    """The largest size whose inputs are no longer than told: N texts of N characters have a length of N^2."""
    over = 1
    while over <= length and _is_within(shapes, over, length):
        over *= 2
    between = range(over // 2, min(over, length + 1))
    is_over = bisect_left(between, True, key=lambda size: not _is_within(shapes, size, length))
    return max(1, over // 2 + is_over - 1)


def _is_within(shapes: Mapping[str, Shape], size: int, length: int) -> bool:
    """Whether the input at a size is no longer than told."""
    tally = _Tally(Random(0), length)
    try:
        for name, shape in shapes.items():
            shape.build(size, tally, name)
    except (ShapeError, _TooLongError):  # or a number that is too large to be made
        return False
    return True


class _TooLongError(Exception):
    """What is made gets longer than it may."""


class _Counting(Sampler):
    """Adds up the characters, bytes and numbers that a shape asks for, and raises if they are too many."""

    def __init__(self, rng: Random, most: int) -> None:
        super().__init__(rng)
        self._left = most

    def integer(self, name: str, lo: int | None, hi: int | None) -> int:
        self._count(1)
        return super().integer(name, lo, hi)

    def real(self, name: str, lo: float | None, hi: float | None) -> float:
        self._count(1)
        return super().real(name, lo, hi)

    def boolean(self, name: str) -> bool:
        self._count(1)
        return super().boolean(name)

    def text(self, name: str, length: int, alphabet: CharSet) -> str:
        self._count(length)
        return super().text(name, length, alphabet)

    def blob(self, name: str, length: int) -> bytes:
        self._count(length)
        return super().blob(name, length)

    def _count(self, length: int) -> None:
        self._left -= length
        if self._left < 0:
            raise _TooLongError


class _Tally(_Counting):
    """The same, but it makes no texts and no objects, and evaluates nothing: that would import the target,
    and this process never does."""

    def text(self, name: str, length: int, alphabet: CharSet) -> str:
        self._count(length)
        return ""

    def blob(self, name: str, length: int) -> bytes:
        self._count(length)
        return b""

    def expression(self, source: str) -> None:
        return None

    def construct(
        self, name: str, ref: ClassRef, arguments: Sequence[Any], fields: Mapping[str, Any]
    ) -> None:
        return None

    def member(self, ref: ClassRef, name: str) -> None:
        return None
