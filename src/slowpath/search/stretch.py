"""From one input to recipes: each short stretch of it is pumped."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from slowpath.scale.pump.part import Fixed, Items, Kind, Part, Wrapped, seeds
from slowpath.scale.pump.recipe import Recipe, recipe
from slowpath.shape.base import Shape
from slowpath.shape.sequences import Sequences
from slowpath.shape.strings import Blob, Text

_LONGEST = 3  # items of a stretch


def recipes_of(
    values: Mapping[str, Any], shapes: Mapping[str, Shape], optional: Collection[str]
) -> Iterator[Recipe]:
    """Yield recipes made of one input; parameters in `optional` that do not grow are left out."""
    fixed: dict[str, Part] = {
        name: Fixed(shapes[name].render(value)) for name, value in values.items() if name not in optional
    }
    for name, value in values.items():
        shape = shapes[name]
        for part in _parts(shape, value):
            yield recipe({**fixed, name: part})


def _parts(shape: Shape, value: Any) -> Iterator[Part]:
    if isinstance(value, str) and isinstance(shape, Text):
        yield from seeds(Kind.TEXT, value, _LONGEST)
    elif isinstance(shape, Blob):
        wrap = "" if shape.kind == "bytes" else shape.kind
        yield from _wrapped(seeds(Kind.BYTES, bytes(value).decode("latin-1"), _LONGEST), wrap)
    elif isinstance(shape, Sequences) and shape.kind in ("list", "tuple"):
        items: Items = tuple(shape.of.render(item) for item in value)
        yield from _wrapped(seeds(Kind.LIST, items, _LONGEST), "" if shape.kind == "list" else shape.kind)


def _wrapped(parts: Iterator[Part], call: str) -> Iterator[Part]:
    for part in parts:
        yield Wrapped(call, part) if call else part
