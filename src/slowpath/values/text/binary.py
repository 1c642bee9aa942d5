"""Bytes as text: hexadecimal digits and base64, to and fro.

A byte that is a variable of the input becomes digits by maps; digits, and characters of base64, become
numbers once it is decided in which run of the alphabet they are.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable, Mapping
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.term import Expression, apply
from slowpath.values.blob import SymBytes, blob, parts_of
from slowpath.values.text.char import Part, Parts, SymChar, form_of, formed, is_in, mapped, trace_of, value_of
from slowpath.values.text.classes import BYTES, Image, between, satisfying
from slowpath.values.text.figures import digits
from slowpath.values.text.kind import byte_predicate, checked, note
from slowpath.values.text.numerals import NoNumber, digit
from slowpath.values.text.text import SymStr, text
from slowpath.values.text.text import parts_of as characters_of

# The two hexadecimal digits of a byte.
_HIGH, _LOW = (Image({code: ord(f"{code:02x}"[place]) for code in range(256)}) for place in (0, 1))
_PAD = between(61, 61)
# (first value, first character, how many) of the runs of the alphabet of base64
_RUNS = ((0, 65, 26), (26, 97, 26), (52, 48, 10), (62, 43, 1), (63, 47, 1))


# -- hexadecimal -------------------------------------------------------------------------------------------


def hexadecimal(parts: Parts, separator: Parts = (), every: int = 1) -> Parts:
    """Two digits for each byte; a separator between groups, counted from the right where `every` > 0."""
    built: list[Part] = []
    size = abs(every)
    for place, part in enumerate(parts):
        counted = len(parts) - place if every > 0 else place
        if separator and place and size and counted % size == 0:
            built += separator
        built += _two_digits(part)
    return tuple(built)


def _two_digits(part: Part) -> Parts:
    if not isinstance(part, SymChar):
        return _HIGH(part), _LOW(part)
    if part.form is None:
        return mapped(part, _HIGH), mapped(part, _LOW)
    return digits(part.value, part.form, part.trace, 16, 2)


def to_hex(data: Any, *grouping: Any, **options: Any) -> Any:
    """`data.hex(separator, every)`"""
    plain = bytes(_values(data)).hex(*grouping, **options)
    return checked(text(_grouped(data, *grouping, **options)), plain, "hex()", data)


def hexlify(data: Any, *grouping: Any, **options: Any) -> Any:
    """`binascii.hexlify(data, separator, every)`"""
    plain = binascii.hexlify(bytes(_values(data)), *grouping, **options)
    return checked(blob(_grouped(data, *grouping, **options)), plain, "hexlify()", data)


def _grouped(data: Any, sep: Any = "", bytes_per_sep: Any = 1) -> Parts:
    separator = characters_of(sep) if isinstance(sep, str) else parts_of(sep)
    return hexadecimal(parts_of(data), separator, int(bytes_per_sep))


def unhexlify(data: Any) -> Any:
    """`binascii.unhexlify(data)`"""
    return _paired(data, binascii.unhexlify, _parts(data))


def from_hex(data: Any) -> Any:
    """`bytes.fromhex(text)`: white space may stand between bytes."""
    is_space = satisfying(byte_predicate("isspace"), BYTES)
    parts = _parts(data)
    kept: list[Part] = []
    at = 0
    while at < len(parts):
        if is_in(parts[at], is_space):
            at += 1
            continue
        kept += parts[at : at + 2]
        at += 2
    return _paired(data, bytes.fromhex, tuple(kept))


def _paired(data: Any, builtin: Callable[[Any], bytes], parts: Parts) -> Any:
    """The bytes of pairs of digits."""
    built: list[Part] = []
    try:
        for high, low in zip(parts[::2], parts[1::2], strict=False):
            left, right = digit(high, 16, False), digit(low, 16, False)
            trace = trace_of((high, low))
            value = int(chr(value_of(high)) + chr(value_of(low)), 16)
            form = apply("+", apply("*", left, 16), right)
            built.append(value if trace is None else formed(value, form, trace, BYTES))
    except NoNumber:
        return builtin(_plain(data))  # raises
    return checked(blob(built), builtin(_plain(data)), f"{builtin.__name__}()", data)


# -- base64 ------------------------------------------------------------------------------------------------


def to_base64(data: Any, *, newline: Any = True) -> Any:
    """`binascii.b2a_base64(data, newline=...)`"""
    plain = binascii.b2a_base64(bytes(_values(data)), newline=newline)
    parts = parts_of(data)
    built: list[Part] = []
    for place in range(0, len(parts), 3):
        group = parts[place : place + 3]
        built += [_sextet(group, each) for each in range(len(group) + 1)]
        built += [61] * (3 - len(group))
    return checked(blob([*built, 10] if newline else built), plain, "b2a_base64()", data)


def _sextet(group: Parts, place: int) -> Part:
    """The character of six bits of up to three bytes: the last of the byte before, the first of the next."""
    trace = trace_of(group[max(place - 1, 0) : place + 1])
    value = 0
    form: Expression = 0
    if place:
        below = 4**place
        value = value_of(group[place - 1]) % below * (64 // below)
        form = apply("*", apply("%", form_of(group[place - 1]), below), 64 // below)
    if place < len(group) and place < 3:
        above = 4 ** (place + 1)
        value += value_of(group[place]) // above
        form = apply("+", form, apply("//", form_of(group[place]), above))
    for first, character, count in _RUNS:
        inside = first <= value < first + count
        if count == 1 and first == 63:
            return character
        if trace is None:
            if inside:
                return value - first + character
        elif trace.decide(compare(form, "<", first + count), inside, 1):
            return formed(value - first + character, apply("+", form, character - first), trace, BYTES)
    raise AssertionError("six bits are below 64")


def from_base64(data: Any, *, strict_mode: Any = False) -> Any:
    """`binascii.a2b_base64(data)`; characters of no run are passed over."""
    if strict_mode:
        note("binascii.a2b_base64()", data)
        return binascii.a2b_base64(_plain(data), strict_mode=strict_mode)
    built: list[Part] = []
    kept: list[tuple[int, Expression]] = []
    parts = _parts(data)
    trace = trace_of(parts)
    pads = 0
    for part in parts:
        if is_in(part, _PAD):
            pads += 1
            if len(kept) >= 2 and len(kept) + pads >= 4:
                kept.clear()
                break
            continue
        run = next((run for run in _RUNS if is_in(part, between(run[1], run[1] + run[2] - 1))), None)
        if run is None:
            continue
        pads = 0
        kept.append((value_of(part) - run[1] + run[0], apply("+", form_of(part), run[0] - run[1])))
        if len(kept) > 1:
            built.append(_octet(kept[-2], kept[-1], len(kept), trace))
        if len(kept) == 4:
            kept.clear()
    plain = binascii.a2b_base64(_plain(data))  # raises where the padding is wrong
    return checked(blob(built), plain, "a2b_base64()", data)


def _octet(left: tuple[int, Expression], right: tuple[int, Expression], place: int, trace: Any) -> Part:
    """The byte between two characters of base64, the second of which is at a place from 2 to 4."""
    up, down = 4 ** (place - 1), 4 ** (4 - place)
    value = left[0] * up % 256 + right[0] // down
    form = apply("+", apply("%", apply("*", left[1], up), 256), apply("//", right[1], down))
    return value if trace is None else formed(value, form, trace, BYTES)


def _parts(data: Any) -> Parts:
    return characters_of(data) if isinstance(data, str) else parts_of(data)


def _plain(data: Any) -> Any:
    return data.__getnewargs__()[0] if type(data) in (SymStr, SymBytes) else data


def _values(data: Any) -> list[int]:
    return [value_of(part) for part in parts_of(data)]


FUNCTIONS: Mapping[Any, Callable[..., Any]] = {
    binascii.hexlify: hexlify,
    binascii.b2a_hex: hexlify,
    binascii.unhexlify: unhexlify,
    binascii.a2b_hex: unhexlify,
    binascii.b2a_base64: to_base64,
    binascii.a2b_base64: from_base64,
}
