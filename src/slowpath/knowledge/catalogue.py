"""All that slowpath knows before it starts, in one value; and nothing of it, in another."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from slowpath.knowledge import items, names, numbers, orders, structures, tables, words
from slowpath.knowledge.entry import KnownExpression, Level, Meaning, Naming, Structure, Verb, Word


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The catalogues; each is empty unless it is given."""

    numbers: tuple[KnownExpression, ...] = ()
    scalars: tuple[KnownExpression, ...] = ()
    orders: tuple[KnownExpression, ...] = ()
    variants: tuple[KnownExpression, ...] = ()
    flags: tuple[KnownExpression, ...] = ()
    cells: tuple[KnownExpression, ...] = ()
    regions: tuple[KnownExpression, ...] = ()
    levels: tuple[Level, ...] = ()
    weights: tuple[KnownExpression, ...] = ()
    places: tuple[KnownExpression, ...] = ()
    texts: tuple[KnownExpression, ...] = ()
    strings: tuple[KnownExpression, ...] = ()
    nested: tuple[KnownExpression, ...] = ()
    unusual: tuple[KnownExpression, ...] = ()
    text_keys: tuple[KnownExpression, ...] = ()
    number_keys: tuple[KnownExpression, ...] = ()
    strides: tuple[KnownExpression, ...] = ()
    structures: tuple[Structure, ...] = ()
    words: tuple[Word, ...] = ()
    environment: tuple[Word, ...] = ()
    parameters: tuple[Naming, ...] = ()
    bounds: tuple[Naming, ...] = ()
    filling: tuple[Verb, ...] = ()
    closing: tuple[Verb, ...] = ()

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


ALL = Knowledge(
    numbers=numbers.NUMBERS,
    scalars=numbers.SCALARS,
    orders=orders.ORDERS,
    variants=orders.VARIANTS,
    flags=orders.FLAGS,
    cells=tables.CELLS,
    regions=tables.REGIONS,
    levels=tables.LEVELS,
    weights=tables.WEIGHTS,
    places=tables.PLACES,
    texts=items.TEXTS,
    strings=items.STRINGS,
    nested=items.NESTED,
    unusual=items.UNUSUAL,
    text_keys=items.TEXT_KEYS,
    number_keys=items.NUMBER_KEYS,
    strides=items.STRIDES,
    structures=structures.STRUCTURES,
    words=words.WORDS,
    environment=words.ENVIRONMENT,
    parameters=names.PARAMETERS,
    bounds=names.BOUNDS,
    filling=names.FILLING,
    closing=names.CLOSING,
)
NONE = Knowledge()


def knowledge_without(off: Collection[str]) -> Knowledge:
    """Return what may be known if some strategies, or "knowledge", are switched `off`."""
    return NONE if "knowledge" in off else ALL
