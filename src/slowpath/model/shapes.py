"""What `shapes` answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShapeEntry:
    """A shape as users write it, by an example, and what it admits."""

    name: str
    example: str
    admits: str


@dataclass(frozen=True, slots=True)
class ShapesReport:
    """All shapes, and the names of alphabets."""

    shapes: tuple[ShapeEntry, ...]
    alphabets: tuple[str, ...]
