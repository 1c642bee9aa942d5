"""Cells of the heap: a list knows its length, and its items if that is a number; an iterator what is left."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.abstract.value import ANY, Value


@dataclass(frozen=True, slots=True)
class Listed:
    """A list in the heap: its items where their number is known, else its length and what stands for any
    item."""

    length: Value
    items: tuple[Value, ...] | None
    item: Value = ANY


@dataclass(frozen=True, slots=True)
class Instance:
    """An object in the heap. Fields are sorted by name."""

    kind: type
    fields: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Ongoing:
    """An iterator in the heap: all that refer to it go on where one of them stopped."""

    left: Value


Cell = Listed | Instance | Ongoing
