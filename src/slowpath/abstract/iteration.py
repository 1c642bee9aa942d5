"""Ranges and iterators, as values of the abstraction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slowpath.abstract.value import Value


@dataclass(frozen=True, slots=True)
class Counting:
    """An iterator of a range.

    It does not end if `stop` is None.
    """

    at: Value
    stop: Value | None
    step: int


@dataclass(frozen=True, slots=True)
class Walking:
    """An iterator of a list, tuple or text.

    `at` is the next index.
    """

    over: Value
    at: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """enumerate() and zip(): iterators that go together. The first that ends ends all."""

    parts: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class RangeValue:
    """A range, or a slice."""

    start: Value
    stop: Value
    step: Value
