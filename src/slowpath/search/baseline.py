"""Random inputs to compare a search with."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from slowpath.errors import ShapeError
from slowpath.model.charset import CharSet
from slowpath.shape.base import Shape
from slowpath.shape.inputs import write_inputs
from slowpath.shape.maker import ClassRef
from slowpath.shape.sampler import Sampler

COUNT = 5  # random inputs: the best of a few is what a user would have met by chance


def random_inputs(shapes: Mapping[str, Shape], length: int, random: Random) -> Iterator[dict[str, str]]:
    """Yield random inputs about as long as told, as expressions."""
    sampler = Sampler(random)
    size = _size(shapes, length)
    for _ in range(COUNT):
        yield write_inputs(shapes, size, sampler)


def _size(shapes: Mapping[str, Shape], length: int) -> int:
    """The largest size whose inputs are no longer than told: N texts of N characters have a length of N^2."""
    over = 1
    while over <= length and _length(shapes, over) <= length:
        over *= 2
    between = range(over // 2, min(over, length + 1))
    return max(1, over // 2 + bisect_right(between, length, key=lambda size: _length(shapes, size)) - 1)


def _length(shapes: Mapping[str, Shape], size: int) -> int:
    tally = _Tally(Random(0))
    try:
        for name, shape in shapes.items():
            shape.build(size, tally, name)
    except ShapeError:  # a number that is too large to be made
        return sys.maxsize
    return tally.length_so_far


class _Tally(Sampler):
    """Adds up the characters, bytes and numbers that a shape asks for.

    It makes no objects and evaluates nothing: that would import the target, and this process never does.
    """

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.length_so_far = 0

    def integer(self, name: str, lo: int | None, hi: int | None) -> int:
        self.length_so_far += 1
        return super().integer(name, lo, hi)

    def real(self, name: str, lo: float | None, hi: float | None) -> float:
        self.length_so_far += 1
        return super().real(name, lo, hi)

    def boolean(self, name: str) -> bool:
        self.length_so_far += 1
        return super().boolean(name)

    def text(self, name: str, length: int, alphabet: CharSet) -> str:
        self.length_so_far += length
        return ""

    def blob(self, name: str, length: int) -> bytes:
        self.length_so_far += length
        return b""

    def expression(self, source: str) -> None:
        return None

    def construct(
        self, name: str, ref: ClassRef, arguments: Sequence[Any], fields: Mapping[str, Any]
    ) -> None:
        return None

    def member(self, ref: ClassRef, name: str) -> None:
        return None
