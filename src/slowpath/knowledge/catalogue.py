"""All that slowpath knows before it starts, in one value; and nothing of it, in another."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields

from slowpath.knowledge.entry import KnownExpression, Level, Meaning, Naming, Structure, Verb, Word
from slowpath.knowledge.items import (
    LINKS,
    NESTED,
    NUMBER_KEYS,
    ROWS,
    STRIDES,
    STRINGS,
    TEXT_KEYS,
    TEXTS,
    UNUSUAL,
)
from slowpath.knowledge.names import BOUNDS, CLOSING, FILLING, PARAMETERS
from slowpath.knowledge.numbers import NUMBERS, SCALARS, SHARES
from slowpath.knowledge.orders import FLAGS, ORDERS, VARIANTS
from slowpath.knowledge.structures import OBJECTS, STRUCTURES
from slowpath.knowledge.tables import CELLS, LEVELS, PLACES, REGIONS, WEIGHTS
from slowpath.knowledge.words import ENVIRONMENT, WORDS


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The catalogues; each is whole unless it is given."""

    numbers: tuple[KnownExpression, ...] = NUMBERS
    scalars: tuple[KnownExpression, ...] = SCALARS
    shares: tuple[KnownExpression, ...] = SHARES
    orders: tuple[KnownExpression, ...] = ORDERS
    variants: tuple[KnownExpression, ...] = VARIANTS
    flags: tuple[KnownExpression, ...] = FLAGS
    cells: tuple[KnownExpression, ...] = CELLS
    regions: tuple[KnownExpression, ...] = REGIONS
    levels: tuple[Level, ...] = LEVELS
    weights: tuple[KnownExpression, ...] = WEIGHTS
    places: tuple[KnownExpression, ...] = PLACES
    texts: tuple[KnownExpression, ...] = TEXTS
    strings: tuple[KnownExpression, ...] = STRINGS
    rows: tuple[KnownExpression, ...] = ROWS
    links: tuple[KnownExpression, ...] = LINKS
    nested: tuple[KnownExpression, ...] = NESTED
    unusual: tuple[KnownExpression, ...] = UNUSUAL
    text_keys: tuple[KnownExpression, ...] = TEXT_KEYS
    number_keys: tuple[KnownExpression, ...] = NUMBER_KEYS
    strides: tuple[KnownExpression, ...] = STRIDES
    structures: tuple[Structure, ...] = STRUCTURES
    objects: tuple[Structure, ...] = OBJECTS
    words: tuple[Word, ...] = WORDS
    environment: tuple[Word, ...] = ENVIRONMENT
    parameters: tuple[Naming, ...] = PARAMETERS
    bounds: tuple[Naming, ...] = BOUNDS
    filling: tuple[Verb, ...] = FILLING
    closing: tuple[Verb, ...] = CLOSING

    def meaning(self, name: str) -> Meaning | None:
        """Return what the name of a parameter suggests, or None."""
        return next((each.meaning for each in self.parameters if each.fits(name)), None)

    def bound(self, name: str) -> Meaning | None:
        """Return which end of a stretch the name of an index suggests, or None."""
        return next((each.meaning for each in self.bounds if each.fits(name)), None)

    def certain_meaning(self, name: str) -> Meaning | None:
        """Return what the name of a parameter leaves no doubt about, or None."""
        return next((each.meaning for each in self.parameters if each.is_certain(name)), None)

    def fills(self, name: str) -> bool:
        """Whether a method of this name is likely to fill an object."""
        return any(each.fits(name) for each in self.filling)


ALL = Knowledge()
NONE = Knowledge(**{each.name: () for each in fields(Knowledge)})


def knowledge_without(off: Collection[str]) -> Knowledge:
    """Return what may be known if some strategies, or "knowledge", are switched `off`."""
    return NONE if "knowledge" in off else ALL
