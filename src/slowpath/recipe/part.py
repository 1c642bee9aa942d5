"""What a recipe gives one parameter: an expression in N."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

PREFIX, PUMP, MIDDLE, SECOND, SUFFIX = range(5)
PUMPS = (PUMP, SECOND)
LEAST_NEEDED = (SECOND, MIDDLE, SUFFIX, PREFIX, PUMP)  # places in the order in which to do without them

Items = str | tuple[str, ...]  # characters of text, or sources of the items of a list


def joined(one: Items, other: Items) -> Items:
    """Return some items and others behind them."""
    return one + other if isinstance(one, str) and isinstance(other, str) else (*one, *other)


class PartKind(StrEnum):
    """What a pumped part is made of."""

    TEXT = "str"
    BYTES = "bytes"  # spelled in characters up to U+00FF
    LIST = "list"


class Part(Protocol):
    """An input of any size for one parameter."""

    @property
    def source(self) -> str:
        """The expression; it uses builtins and N alone."""

    @property
    def weight(self) -> int:
        """How hard it is to read: the number of characters, or items, that are spelled out."""

    def length(self, size: int) -> int:
        """How long the part is at a size: what its cost is compared with."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """The same value at every size."""

    source: str

    @property
    def weight(self) -> int:
        return len(self.source)

    def length(self, size: int) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Family:
    """A well-known family of inputs, such as `list(range(N, 0, -1))`."""

    source: str
    step: int = 1  # by which it is longer for each N

    @property
    def weight(self) -> int:
        return len(self.source) // 8

    def length(self, size: int) -> int:
        return self.step * size


@dataclass(frozen=True, slots=True)
class Pumped:
    """`prefix + pump * N + middle + second * N + suffix`; a part may be empty."""

    kind: PartKind
    parts: tuple[Items, ...]

    @property
    def source(self) -> str:
        terms = [
            f"{_written(self.kind, part)} * N" if place in PUMPS else _written(self.kind, part)
            for place, part in enumerate(self.parts)
            if part
        ]
        return " + ".join(terms) or _written(self.kind, ())

    @property
    def weight(self) -> int:
        return sum(map(len, self.parts))

    def length(self, size: int) -> int:
        pumped = sum(len(self.parts[place]) for place in PUMPS)
        return self.weight + pumped * (size - 1)

    @property
    def grows(self) -> bool:
        return any(self.parts[place] for place in PUMPS)

    def with_part(self, place: int, items: Items) -> Pumped:
        """The same with another part at a place."""
        parts = list(self.parts)
        parts[place] = items
        return replace(self, parts=tuple(parts))


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A part that is made into another type: `tuple(...)`, `bytearray(...)`, among arguments that stay.

    Without a call it stands between `before` and `after`: `[...]`.
    """

    call: str
    inner: Part
    before: str = ""  # the arguments in front of it, as "0, "
    after: str = ""

    @property
    def source(self) -> str:
        return self.source_of(self.inner.source)

    def source_of(self, inner: str) -> str:
        """The expression with another source of what is inside."""
        inside = f"{self.before}{inner}{self.after}"
        return f"{self.call}({inside})" if self.call else inside

    @property
    def weight(self) -> int:
        return self.inner.weight + 1

    def length(self, size: int) -> int:
        return self.inner.length(size)


def pumped(
    kind: PartKind,
    prefix: Items = "",
    pump: Items = "",
    middle: Items = "",
    second: Items = "",
    suffix: Items = "",
) -> Pumped:
    """Return a pumped part."""
    return Pumped(kind, (prefix, pump, middle, second, suffix))


def seeds(kind: PartKind, items: Items, most: int = 3) -> Iterator[Pumped]:
    """Yield parts that pump one stretch of an input, of up to `most` items."""
    for length in range(1, most + 1):
        for start in range(len(items) - length + 1):
            end = start + length
            yield Pumped(kind, (items[:start], items[start:end], items[:0], items[:0], items[end:]))


def _written(kind: PartKind, items: Items) -> str:
    if kind is PartKind.LIST:
        return f"[{', '.join(items)}]"
    text = "".join(items)
    return repr(text) if kind is PartKind.TEXT else repr(text.encode("latin-1"))
