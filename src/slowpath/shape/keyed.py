"""Mappings with one more key, wherever a shape has mappings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from slowpath.shape import library as lib
from slowpath.shape.base import Shape
from slowpath.shape.choices import OneOf
from slowpath.shape.mappings import Dicts, Entries, Entry
from slowpath.shape.sequences import Sequences
from slowpath.shape.strings import Text


def with_key(shape: Shape, key: str) -> Iterator[Shape]:
    """Yield the shape with a text under a key in one of its mappings, the outermost first."""
    match shape:
        case Entries(entries=entries):
            if all(each.key != key for each in entries):
                yield Entries((*entries, Entry(key, lib.text())))
            for place, entry in enumerate(entries):
                for inner in with_key(entry.shape, key):
                    yield Entries((*entries[:place], replace(entry, shape=inner), *entries[place + 1 :]))
        case Dicts(keys=Text()):
            yield lib.entries(**{key: lib.text()})
        case Sequences(of=of):
            for inner in with_key(of, key):
                yield replace(shape, of=inner)
        case OneOf(options=options):
            for option in options:
                yield from with_key(option, key)
