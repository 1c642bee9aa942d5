"""Lookups in the Unicode database: `unicodedata` of characters that depend on the input.

A property parts the code points into classes, one per value; which class a character is in is decided by
halves. Normal forms are told by one class: characters that stay as they are whatever stands beside them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from slowpath.model.charset import CharSet
from slowpath.values.text.char import SymChar, is_in, reach
from slowpath.values.text.classes import EVERYTHING, FEW, UNIFORM, CharClass, assigned, class_of
from slowpath.values.text.kind import note, text_of
from slowpath.values.text.text import SymStr, parts_of

Property = Callable[[str], Any]
Values = tuple[tuple[Any, CharSet], ...]  # what a property is, and for which code points

_TOTAL = ("category", "bidirectional", "combining", "east_asian_width", "mirrored")
_PARTIAL = ("decimal", "digit", "numeric")  # these raise, or give a default
_MISSING = object()
_VOWELS_AND_FINALS = CharSet([(0x1161, 0x1175), (0x11A8, 0x11C2)])  # Hangul letters that join the one before


@lru_cache(maxsize=64)
def values(of: Property, domain: CharClass) -> Values:
    """The values that a property has in a domain, those of the fewest characters first."""
    if len(domain.chars) > FEW:
        return _all_values(of)
    spans: dict[Any, list[tuple[int, int]]] = {}
    for character in domain.chars:
        spans.setdefault(of(character), []).append((ord(character), ord(character)))
    return _sorted(spans)


@lru_cache(maxsize=32)
def _all_values(of: Property) -> Values:
    spans: dict[Any, list[tuple[int, int]]] = {}
    for first, last in assigned():
        if (first, last) in UNIFORM:
            spans.setdefault(of(chr(first)), []).append((first, last))
            continue
        start, current = first, of(chr(first))
        for code in range(first + 1, last + 1):
            value = of(chr(code))
            if value != current:
                spans.setdefault(current, []).append((start, code - 1))
                start, current = code, value
        spans.setdefault(current, []).append((start, last))
    return _sorted(spans)


def _sorted(spans: Mapping[Any, list[tuple[int, int]]]) -> Values:
    found = [(value, CharSet(each)) for value, each in spans.items()]
    return tuple(sorted(found, key=lambda pair: (len(pair[1]), pair[1].lowest)))


@lru_cache(maxsize=1024)
def _union(parts: Values) -> CharClass:
    return class_of(CharSet(span for _, chars in parts for span in chars.spans))


def decided(char: SymChar, of: Property) -> Any:
    """Decide what a property of a character is."""
    left = values(of, reach(char) if char.form is None else EVERYTHING)
    while len(left) > 1:
        half = left[: len(left) // 2]
        left = half if is_in(char, _union(half)) else left[len(half) :]
    return left[0][0]


def _lookup(function: Any) -> Callable[..., Any]:
    """The model of a property; one that a character does not have is the default, or raises."""
    raising = function.__name__ in _PARTIAL
    of: Property = partial(_or_missing, function) if raising else function

    def model(character: Any, *default: Any) -> Any:
        part = character.parts[0] if type(character) is SymStr and len(character) == 1 else None
        if not isinstance(part, SymChar) or len(default) > raising:
            return function(character, *default)
        found = decided(part, of)
        return function(chr(part.value), *default) if found is _MISSING else found

    return model


def _or_missing(function: Any, character: str) -> Any:
    return function(character, _MISSING)


# -- normal forms ------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def stable(form: Any) -> CharClass:
    """Characters that a normal form leaves as they are, whatever stands beside them if it is stable too."""

    def stays(character: str) -> bool:
        return unicodedata.combining(character) == 0 and unicodedata.normalize(form, character) == character

    chars = CharSet(span for value, each in _all_values(stays) if value for span in each.spans)
    return class_of(chars - _joining() if form in ("NFC", "NFKC") else chars)


@lru_cache(maxsize=1)
def _joining() -> CharSet:
    """Characters that join the one before them."""
    pairs = [
        unicodedata.decomposition(chr(code)).split() for code in range(0x30000) if not 0xAC00 <= code < 0xD7A4
    ]
    seconds = {int(pair[1], 16) for pair in pairs if len(pair) == 2 and not pair[0].startswith("<")}
    return CharSet((code, code) for code in seconds) | _VOWELS_AND_FINALS


def normalize(form: Any, value: Any) -> Any:
    """`unicodedata.normalize(form, text)`"""
    plain = unicodedata.normalize(form, value)
    if type(value) is SymStr and _is_stable(form, value):
        return value
    note("unicodedata.normalize()", value)
    return text_of(parts_of(plain))


def is_normalized(form: Any, value: Any) -> Any:
    """`unicodedata.is_normalized(form, text)`"""
    plain = unicodedata.is_normalized(form, value)
    if type(value) is SymStr and not _is_stable(form, value):
        note("unicodedata.is_normalized()", value)
    return plain


def _is_stable(form: str, value: SymStr) -> bool:
    return all(is_in(part, stable(str(form))) for part in parts_of(value))


DATABASES: tuple[Any, ...] = (unicodedata, unicodedata.ucd_3_2_0)
FUNCTIONS: Mapping[Any, Callable[..., Any]] = {
    **{
        getattr(database, name): _lookup(getattr(database, name))
        for database in DATABASES
        for name in _TOTAL + _PARTIAL
    },
    unicodedata.normalize: normalize,
    unicodedata.is_normalized: is_normalized,
}
