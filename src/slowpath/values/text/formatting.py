"""Text from values: format specifications, str.format(), the % operator, repr()."""

from __future__ import annotations

import re
from _string import formatter_field_name_split, formatter_parser  # type: ignore[import-not-found]
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from slowpath.values.integer import SymInt
from slowpath.values.text.char import Char, Part, Parts, fulfils, is_in, is_same
from slowpath.values.text.classes import any_of, one
from slowpath.values.text.numerals import decimal

_SPECIFICATION = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<zero>0)?(?P<width>\d+)?(?:\.(?P<precision>\d+))?(?P<type>[sd])?",
    re.DOTALL,
)
_PERCENT = re.compile(
    r"%(?:\((?P<key>(?:[^()]|\([^()]*\))*)\))?(?P<flags>[-+ #0]*)(?P<width>\*|\d*)"
    r"(?:\.(?P<precision>\*|\d*))?[hlL]?(?P<type>.)",
    re.DOTALL,
)


class Unmodelled(Exception):
    """The builtin has to say what this gives, or what is wrong with it."""


# -- one value -----------------------------------------------------------------------------------------


def padded(parts: Parts, specification: str, number: bool = False) -> Parts:
    """The characters of a text or a number in decimal, by a format specification that the builtin accepts."""
    found = _SPECIFICATION.fullmatch(specification)
    if found is None or (number and found["precision"]) or (number and found["type"] == "s"):
        raise Unmodelled
    if found["precision"]:
        parts = parts[: int(found["precision"])]
    zero = found["zero"] is not None
    fill = ord(found["fill"] or ("0" if zero else " "))
    align = found["align"] or ("=" if zero and number else ">" if number else "<")
    missing = max(int(found["width"] or 0) - len(parts), 0)
    if align == "=":
        sign = 1 if parts and parts[0] == 45 else 0
        return parts[:sign] + (fill,) * missing + parts[sign:]
    left = {"<": 0, ">": missing, "^": missing // 2}[align]
    return (fill,) * left + parts + (fill,) * (missing - left)


def quoted(parts: Parts, printable: Callable[[str], bool] = str.isprintable) -> Parts:
    """The characters of the repr() of a text; those that are not printable are told by the concrete value."""
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


def _escaped(part: Part) -> Parts:
    for code, letter in ((10, 110), (13, 114), (9, 116)):
        if is_in(part, one(code)):
            return 92, letter
    if isinstance(part, Char):
        part.trace.give_up("the escape of a character", 1)
        part = part.value
    return tuple(map(ord, repr(chr(part))[1:-1]))


# -- str.format() --------------------------------------------------------------------------------------


class Fields:
    """The arguments of a str.format(): fields take them by number or name."""

    def __init__(self, arguments: tuple[Any, ...], names: Mapping[str, Any]) -> None:
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
            if first >= len(self._arguments):
                raise Unmodelled
            value = self._arguments[first]
        else:
            value = self._names[first]
        for is_attribute, key in rest:
            value = getattr(value, key) if is_attribute else value[key]
        return value


def filled(
    template: str, fields: Fields, shown: Callable[[Any, str | None, str], Parts], depth: int = 2
) -> Iterator[Part]:
    """The characters of a filled template. `shown` gives those of a value by conversion and specification."""
    if depth < 0:
        raise Unmodelled
    for literal, name, specification, conversion in formatter_parser(template):
        yield from map(ord, literal)
        if name is not None:
            value = fields.value(name)
            inner = "".join(map(_plain, filled(specification, fields, shown, depth - 1)))
            yield from shown(value, conversion, inner)


def _plain(part: Part) -> str:
    return chr(part.value if isinstance(part, Char) else part)


# -- the % operator -----------------------------------------------------------------------------------


def percent(template: str, values: Any, shown: Callable[[Any, str | None, str], Parts]) -> Iterator[Part]:
    """The characters of `template % values`; raises Unmodelled where the builtin raises."""
    given = iter(values) if isinstance(values, tuple) else iter((values,))
    mapping = isinstance(values, Mapping) and not isinstance(values, tuple | str)
    used = start = 0
    while (place := template.find("%", start)) >= 0:
        yield from map(ord, template[start:place])
        found = _PERCENT.match(template, place)
        if found is None:
            raise Unmodelled
        start = found.end()
        if found["type"] == "%":
            yield 37
            continue
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
    yield from map(ord, template[start:])
    if not mapping and next(given, Unmodelled) is not Unmodelled:
        raise Unmodelled


def _converted(value: Any, found: re.Match[str], shown: Callable[[Any, str | None, str], Parts]) -> Parts:
    kind, flags, width, precision = found["type"], found["flags"], found["width"] or "", found["precision"]
    align = "<" if "-" in flags else ">"
    if kind in "sra":
        limit = f".{precision or 0}" if precision is not None else ""
        return shown(value, kind, f"{align}{width}{limit}")
    if kind in "di" and type(value) is SymInt and precision is None and not set(flags) - {"-", "0"}:
        zero = "0" if "0" in flags and "-" not in flags else ""
        return padded(decimal(value), f"{zero}{width}" if zero or align == ">" else f"<{width}", number=True)
    specification = f"%{flags}{width}{'' if precision is None else '.' + precision}{kind}"
    return (
        shown(specification % (value,), None, "")
        if type(value) is not SymInt
        else _given_up(specification, value)
    )


def _given_up(specification: str, value: SymInt) -> Parts:
    value.trace.give_up("text of a number", 1)
    return tuple(map(ord, specification % (int.__index__(value),)))
