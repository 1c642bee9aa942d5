"""Lists and the like: any number of parts of one shape, or fixed ones."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from slowpath.shape.base import Inner, Length, Shape, check_kind, wrong_kind
from slowpath.shape.maker import Maker
from slowpath.shape.scalars import Boolean, Integer, Real, describe_bounds
from slowpath.shape.source import write_gathered

KINDS: dict[str, tuple[str, type]] = {
    "list": ("lists", list),
    "tuple": ("tuples", tuple),
    "set": ("sets", set),
    "frozenset": ("frozensets", frozenset),
    "deque": ("deques", deque),
    "iterator": ("iterators", Iterator),
}
UNORDERED = ("set", "frozenset")


@dataclass(frozen=True, slots=True)
class Sequences(Shape):
    """A container of parts of one shape.

    A set is built from so many members of which equal ones coincide: it has at most that many.
    """

    of: Shape
    length: Length
    kind: str = "list"

    def __post_init__(self) -> None:
        check_kind(self.kind, KINDS, "container")

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        count, part = self.length.decide(size, maker, name), self.of.build
        return maker.gather(name, self.kind, [part(size, maker, f"{name}[{i}]") for i in range(count)])

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not isinstance(value, KINDS[self.kind][1]):
            return wrong_kind(value, f"a {self.kind}", name)
        parts = _parts(value)
        for i, part in enumerate(parts):
            fault = self.of.fault(part, size, f"{name}[{i}]")
            if fault is not None:
                return fault
        return self.length.fault(len(parts), size, name, distinct=self.kind in UNORDERED)

    def render(self, value: Any) -> str:
        parts = [self.of.render(part) for part in _parts(value)]
        return write_gathered(self.kind, sorted(parts) if self.kind in UNORDERED else parts)

    def describe(self) -> str:
        length = self.length.describe()
        if self.kind == "list":
            match self.of:
                case Boolean():
                    return f"bools({length})"
                case Integer() | Real() as number:
                    bounds = describe_bounds(number)
                    name = "ints" if isinstance(number, Integer) else "floats"
                    return f"{name}({length}, {bounds})" if bounds else f"{name}({length})"
        return f"{KINDS[self.kind][0]}({self.of.describe()}, {length})"

    def inner(self) -> Inner:
        return [("", self.length), ("[0]", self.of)]


@dataclass(frozen=True, slots=True)
class Matrix(Shape):
    """A list of rows of the same length."""

    rows: Length
    columns: Length
    of: Shape

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        rows = self.rows.decide(size, maker, name)
        columns = self.columns.decide(size, maker, f"{name}[0]") if rows else 0
        return maker.gather(
            name,
            "list",
            [
                maker.gather(
                    f"{name}[{i}]",
                    "list",
                    [self.of.build(size, maker, f"{name}[{i}][{j}]") for j in range(columns)],
                )
                for i in range(rows)
            ],
        )

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
            return wrong_kind(value, "a list of lists", name)
        if len({len(row) for row in value}) > 1:
            return f"{name} has rows of different lengths"
        fault = self.rows.fault(len(value), size, name)
        if fault is None and value:
            fault = self.columns.fault(len(value[0]), size, f"{name}[0]")
        if fault is not None:
            return fault
        cells = ((f"{name}[{i}][{j}]", cell) for i, row in enumerate(value) for j, cell in enumerate(row))
        return next(filter(None, (self.of.fault(cell, size, where) for where, cell in cells)), None)

    def render(self, value: Any) -> str:
        return write_gathered(
            "list", [write_gathered("list", [self.of.render(cell) for cell in row]) for row in value]
        )

    def describe(self) -> str:
        return f"matrix({self.rows.describe()}, {self.columns.describe()}, {self.of.describe()})"

    def inner(self) -> Inner:
        return [("", self.rows), ("[0]", self.columns), ("[0][0]", self.of)]


@dataclass(frozen=True, slots=True)
class FixedTuple(Shape):
    """A tuple of fixed parts, each of its own shape."""

    parts: tuple[Shape, ...]

    def build(self, size: int, maker: Maker, name: str = "") -> Any:
        made = [part.build(size, maker, f"{name}[{i}]") for i, part in enumerate(self.parts)]
        return maker.gather(name, "tuple", made)

    def fault(self, value: Any, size: int | None, name: str = "it") -> str | None:
        if not isinstance(value, tuple):
            return wrong_kind(value, "a tuple", name)
        if len(value) != len(self.parts):
            return f"{name} has {len(value)} parts, not {len(self.parts)}"
        pairs = enumerate(zip(self.parts, value, strict=True))
        return next(
            filter(None, (shape.fault(part, size, f"{name}[{i}]") for i, (shape, part) in pairs)), None
        )

    def render(self, value: Any) -> str:
        parts = [shape.render(part) for shape, part in zip(self.parts, value, strict=True)]
        return write_gathered("tuple", parts)

    def describe(self) -> str:
        return f"row({', '.join(part.describe() for part in self.parts)})"

    def inner(self) -> Inner:
        return [(f"[{i}]", part) for i, part in enumerate(self.parts)]


def _parts(value: Any) -> list[Any]:
    """The parts of a container; an iterator is not used up."""
    return list(copy.copy(value)) if isinstance(value, Iterator) else list(value)
