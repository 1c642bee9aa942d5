"""Text from values: format specifications, str.format(), the % operator, repr()."""

from __future__ import annotations

import re
from _string import formatter_field_name_split, formatter_parser  # type: ignore[import-not-found]
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from slowpath.values.integer import SymInt
from slowpath.values.text.char import Part, Parts, SymChar, form_of, fulfils, is_in, is_same
from slowpath.values.text.classes import any_of, between, one
from slowpath.values.text.figures import Unmodelled, digits, specified
from slowpath.values.text.templates import Conversion, conversions_of, decided, fields_of

_SPECIFICATION = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>^]))?(?P<zero>0)?(?P<width>\d+)?(?:\.(?P<precision>\d+))?s?", re.DOTALL
)


# -- one value -----------------------------------------------------------------------------------------


def padded(parts: Parts, specification: str) -> Parts:
    """The characters of a text by a format specification that the builtin accepts."""
    found = _SPECIFICATION.fullmatch(specification)
    if found is None:
        raise Unmodelled
    if found["precision"]:
        parts = parts[: int(found["precision"])]
    fill = (ord(found["fill"] or ("0" if found["zero"] else " ")),)
    missing = max(int(found["width"] or 0) - len(parts), 0)
    left = {"<": 0, ">": missing, "^": missing // 2}[found["align"] or "<"]
    return fill * left + parts + fill * (missing - left)


def quoted(parts: Parts, printable: Callable[[str], bool] = str.isprintable) -> Parts:
    """The characters of the repr() of a text; those that are not `printable` are escaped."""
    single = any(is_same(part, 39) for part in parts)
    double = single and any(is_same(part, 34) for part in parts)
    quote = 34 if single and not double else 39
    built: list[Part] = [quote]
    special = any_of(f"\\{chr(quote)}")
    for part in parts:
        if is_in(part, special):
            built += (92, part)
        elif fulfils(part, printable):
            built.append(part)
        else:
            built += _escaped(part)
    return (*built, quote)


def is_printable_ascii(character: str) -> bool:
    """Tell whether ascii() and the repr() of bytes show a character as it is."""
    return " " <= character <= "~"


def _escaped(part: Part) -> Parts:
    for code, letter in ((10, 110), (13, 114), (9, 116)):
        if is_in(part, one(code)):
            return 92, letter
    return escape(part)


def escape(part: Part) -> Parts:
    """The shortest of \\xNN, \\uNNNN and \\UNNNNNNNN that tells a character."""
    if not isinstance(part, SymChar):
        letters = "\\x%02x" if part < 0x100 else "\\u%04x" if part < 0x10000 else "\\U%08x"
        return tuple(map(ord, letters % part))
    letter, count = next(
        (escape for limit, *escape in _ESCAPES if is_in(part, between(0, limit))), _LONGEST_ESCAPE
    )
    return (92, letter, *digits(part.value, form_of(part), part.trace, 16, count))


_ESCAPES = ((0xFF, ord("x"), 2), (0xFFFF, ord("u"), 4))  # largest code point, letter, digits
_LONGEST_ESCAPE = [ord("U"), 8]


# -- str.format() --------------------------------------------------------------------------------------


class Fields:
    """The arguments of a str.format(): fields take them by number or name."""

    def __init__(self, arguments: tuple[Any, ...] | None, names: Mapping[str, Any]) -> None:
        self._arguments = arguments
        self._names = names
        self._next: int | None = 0  # None once a field has a number of its own

    def value(self, name: str) -> Any:
        first, rest = formatter_field_name_split(name)
        if first == "":
            if self._next is None:
                raise Unmodelled
            first, self._next = self._next, self._next + 1
        elif isinstance(first, int):
            if self._next:
                raise Unmodelled
            self._next = None
        if isinstance(first, int):
            if self._arguments is None or first >= len(self._arguments):
                raise Unmodelled
            value = self._arguments[first]
        else:
            value = self._names[first]
        for is_attribute, key in rest:
            value = getattr(value, key) if is_attribute else value[key]
        return value


def filled(
    template: Parts, fields: Fields, shown: Callable[[Any, str | None, str], Parts], depth: int = 2
) -> Iterator[Part]:
    """The characters of a filled template. `shown` gives those of a value by conversion and specification."""
    if depth < 0:
        raise Unmodelled
    for piece in fields_of(template):
        if not isinstance(piece, str):
            yield piece
            continue
        for _, name, specification, conversion in formatter_parser(piece):
            if name is None:
                raise Unmodelled
            value = fields.value(name)
            inner = tuple(filled(tuple(map(ord, specification)), fields, shown, depth - 1))
            yield from shown(value, conversion, decided(inner))


# -- the % operator -----------------------------------------------------------------------------------


def percent(template: Parts, values: Any, shown: Callable[[Any, str | None, str], Parts]) -> Iterator[Part]:
    """The characters of `template % values`; raises Unmodelled where the builtin raises."""
    given = iter(values) if isinstance(values, tuple) else iter((values,))
    mapping = isinstance(values, Mapping) and not isinstance(values, tuple | str)
    used = 0
    for found in conversions_of(template):
        if not isinstance(found, re.Match):
            yield found
            continue
        if found.group() == "%%":
            yield 37
            continue
        if found["type"] == "%":
            raise Unmodelled
        if found["key"] is not None:
            if not mapping:
                raise Unmodelled
            value = values[found["key"]]
        else:
            if "*" in (found["width"], found["precision"]) or used < 0:
                raise Unmodelled
            value = next(given, Unmodelled)
            if value is Unmodelled:
                raise Unmodelled
        used += 1
        yield from _converted(value, found, shown)
    if not mapping and next(given, Unmodelled) is not Unmodelled:
        raise Unmodelled


def _converted(value: Any, found: Conversion, shown: Callable[[Any, str | None, str], Parts]) -> Parts:
    kind, flags, width, precision = found["type"], found["flags"], found["width"] or "", found["precision"]
    align = "<" if "-" in flags else ">"
    if kind in "srab":
        limit = f".{precision or 0}" if precision is not None else ""
        return shown(value, kind, f"{align}{width}{limit}")
    if kind == "c" and isinstance(value, str):
        if len(value) != 1:
            raise Unmodelled
        return shown(value, None, f"{align}{width}")
    if type(value) is SymInt and kind in _OF_NUMBERS and precision is None:
        return specified(value, _specification(flags, width, _OF_NUMBERS[kind]))
    specification = f"%{flags}{width}{'' if precision is None else '.' + precision}{kind}"
    return (
        shown(specification % (value,), None, "")
        if type(value) is not SymInt
        else _given_up(specification, value)
    )


_OF_NUMBERS = {"d": "d", "i": "d", "u": "d", "x": "x", "X": "X", "o": "o"}


def _specification(flags: str, width: str, kind: str) -> str:
    """The format specification that does what flags of the % operator do to a number."""
    align = "<" if "-" in flags else "=" if "0" in flags else ">"
    fill = "0" if align == "=" else " "
    sign = "+" if "+" in flags else " " if " " in flags else ""
    return f"{fill}{align}{sign}{'#' if '#' in flags else ''}{width}{kind}"


def _given_up(specification: str, value: SymInt) -> Parts:
    value.trace.give_up("text of a number", 1)
    return tuple(map(ord, specification % (int.__index__(value),)))
