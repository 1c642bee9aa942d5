"""Which kinds of values a caller would give, by what the code, its examples and its names say.

A text is a sequence too, so code about lists often runs on texts, and code about texts on lists. What such a
run shows is true, but nobody writes the call.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import islice
from typing import Any

from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.knowledge.entry import Meaning
from slowpath.model.slot import RunValues, is_for_each, parameter_of
from slowpath.shape import constants
from slowpath.shape.base import Shape
from slowpath.shape.choices import Const, OneOf
from slowpath.shape.infer import Inferred
from slowpath.shape.mappings import Dicts, Entries
from slowpath.shape.objects import Records
from slowpath.shape.scalars import Boolean, Char, Integer, Real
from slowpath.shape.sequences import FixedTuple, Matrix, Sequences
from slowpath.shape.strings import Blob, Text

_PLAIN = (str, bytes, int, float, type(None))
_LOOKED_AT = 8  # items of a value: those of generated values are alike, or alternate between a few


class Kind(Enum):
    """What a value is, as far as one kind may stand for another by mistake."""

    TEXT = "text"
    BYTES = "bytes"
    SEQUENCE = "sequence"
    MAPPING = "mapping"


_KINDS: tuple[tuple[tuple[type, ...], Kind], ...] = (
    ((str, io.StringIO), Kind.TEXT),  # what reads a file often takes its text as well
    ((bytes, bytearray, memoryview, io.BytesIO), Kind.BYTES),
    ((dict,), Kind.MAPPING),
    ((list, tuple, set, frozenset, deque, range, Iterator), Kind.SEQUENCE),
)
_MEANINGS = {
    Meaning.TEXT: Kind.TEXT,
    Meaning.NUMBERS: Kind.SEQUENCE,
    Meaning.TEXTS: Kind.SEQUENCE,
    Meaning.BYTES: Kind.BYTES,
    Meaning.MAPPING: Kind.MAPPING,
}


def kind_of(value: Any) -> Kind | None:
    """The kind of a value; None if it is none that is mistaken for another."""
    return next((kind for types, kind in _KINDS if issubclass(type(value), types)), None)


def kinds_of(shape: Shape) -> frozenset[Kind]:
    """The kinds of the values of a shape, as far as the shape tells."""
    match shape:
        case Text() | Char():
            return frozenset({Kind.TEXT})
        case Blob():
            return frozenset({Kind.BYTES})
        case Dicts() | Entries():
            return frozenset({Kind.MAPPING})
        case Sequences() | Matrix() | FixedTuple():
            return frozenset({Kind.SEQUENCE})
        case Const(source=source):
            kind = kind_of(constants.evaluate(source))
            return frozenset(() if kind is None else {kind})
        case OneOf(options=options):
            return frozenset(kind for option in options for kind in kinds_of(option))
    return frozenset()


def suits(value: Any, shape: Shape) -> bool:
    """Whether a value is of the types of a shape, whatever its size and its bounds."""
    match shape:
        case OneOf(options=options):
            return any(suits(value, option) for option in options)
        case Const(source=source):
            known = constants.evaluate(source)
            return type(value) is type(known) or not isinstance(known, _PLAIN)
        case Records(ref=ref):
            kind = ref.resolve()
            return not isinstance(kind, type) or isinstance(value, kind)
        case Boolean():
            return isinstance(value, bool)
        case Integer():
            return isinstance(value, int)
        case Real():
            return isinstance(value, int | float)
    kinds = kinds_of(shape)
    if kinds and kind_of(value) not in kinds:
        return False
    match shape:
        case Sequences(of=of) if isinstance(value, list | tuple | set | frozenset | deque):
            return all(suits(each, of) for each in islice(value, _LOOKED_AT))
        case Dicts(keys=keys, values=values):
            looked_at = islice(value.items(), _LOOKED_AT)
            return all(suits(key, keys) and suits(each, values) for key, each in looked_at)
    return True


def natural_kinds(told: Mapping[str, Inferred], knowledge: Knowledge = ALL) -> dict[str, frozenset[Kind]]:
    """Return the kinds that are natural for each parameter of which something is known.

    What a person wrote down is not in doubt, for nothing else is searched. Guesses are told by names alone.
    """
    kinds = {
        name: _by_name(name, knowledge) if each.told_by.is_guess else kinds_of(each.shape)
        for name, each in told.items()
        if not each.told_by.is_sure
    }
    return {name: each for name, each in kinds.items() if each}


def contradicting(values: RunValues, natural: Mapping[str, frozenset[Kind]]) -> dict[Any, frozenset[Kind]]:
    """The parameters, or slots, whose values are of other kinds than the natural ones, and these."""
    odd = {}
    for name, value in values.items():
        wanted = natural.get(parameter_of(name) if is_for_each(name) else name)
        items = list(value) if is_for_each(name) else [value]
        kinds = {kind_of(each) for each in items}
        if wanted and any(kind is not None and kind not in wanted for kind in kinds):
            odd[name] = wanted
    return odd


def _by_name(name: str, knowledge: Knowledge) -> frozenset[Kind]:
    meaning = knowledge.certain_meaning(parameter_of(name))
    return frozenset({_MEANINGS[meaning]} if meaning in _MEANINGS else ())
