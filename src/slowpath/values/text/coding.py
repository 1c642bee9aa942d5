"""encode() and decode(): UTF-8, Latin-1 and ASCII.

A character of the UTF-8 form of several bytes becomes bytes that remember it, so that decoding them gives it
back without a question.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from typing import Any

from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, apply
from slowpath.values.text.char import Char, Part, Parts, form_of, formed, is_in, value_of
from slowpath.values.text.classes import ASCII, BYTES, between, class_of
from slowpath.values.text.kind import Kind, note

UTF_8, LATIN_1, US_ASCII = "utf-8", "iso8859-1", "ascii"
SURROGATES = between(0xD800, 0xDFFF)
LIMITS = (0x7F, 0x7FF, 0xFFFF)  # the largest code points of one, two and three bytes
LEADS = (0, 0xC0, 0xE0, 0xF0)
_DIRECT = {LATIN_1: BYTES, US_ASCII: ASCII}


class Unmodelled(Exception):
    """The characters after this depend on the input in a way that is not told."""


def codec(encoding: Any) -> str | None:
    """The canonical name of an encoding that is modelled."""
    try:
        name = codecs.lookup(encoding).name
    except (LookupError, TypeError, ValueError):
        return None
    return name if name in (UTF_8, LATIN_1, US_ASCII) else None


def encode(parts: Parts, encoding: str) -> list[Part]:
    """The bytes of characters; raises Unmodelled where one has none."""
    if encoding == UTF_8:
        return [byte for part in parts for byte in _utf_8(part)]
    allowed = _DIRECT[encoding]
    for part in parts:
        if not is_in(part, allowed):
            raise Unmodelled
    return list(parts)


def _utf_8(part: Part) -> Sequence[Part]:
    if not isinstance(part, Char):
        if part in SURROGATES.chars:
            raise Unmodelled
        return tuple(chr(part).encode())
    if is_in(part, ASCII):
        return (part,)
    if is_in(part, SURROGATES):
        raise Unmodelled
    count = 2
    while count < 4 and not is_in(part, between(0, LIMITS[count - 1])):
        count += 1
    form = form_of(part)
    octets = chr(part.value).encode()
    return [
        formed(octets[place], _octet(form, place, count), part.trace, BYTES, (part, place, count))
        for place in range(count)
    ]


def _octet(form: Expression, place: int, count: int) -> Expression:
    """The byte at a place of the UTF-8 form of a code point."""
    behind = count - 1 - place
    shifted = apply("//", form, 64**behind) if behind else form
    if place == 0:
        return apply("+", shifted, LEADS[count - 1])
    return apply("+", apply("%", shifted, 64), 0x80)


def decode(parts: Parts, encoding: str) -> list[Part]:
    """The characters of bytes; raises Unmodelled where some have none."""
    if encoding == LATIN_1:
        return list(parts)
    built: list[Part] = []
    at = 0
    while at < len(parts):
        part = parts[at]
        if (whole := _remembered(parts, at)) is not None:
            built.append(whole[0])
            at += whole[1]
        elif is_in(part, ASCII):
            built.append(part)
            at += 1
        elif encoding == US_ASCII:
            raise Unmodelled
        else:
            count = _length(part)
            built.append(_combined(parts[at : at + count], count))
            at += count
    return built


def _remembered(parts: Parts, at: int) -> tuple[Char, int] | None:
    """The character that bytes come from, all of them and in order."""
    first = parts[at]
    if not isinstance(first, Char) or first.origin is None or first.origin[1] != 0:
        return None
    char, _, count = first.origin
    octets = parts[at : at + count]
    whole = len(octets) == count and all(
        isinstance(octet, Char)
        and octet.origin is not None
        and octet.origin[0] is char
        and octet.origin[1] == place
        for place, octet in enumerate(octets)
    )
    return (char, count) if whole else None


def _length(lead: Part) -> int:
    """How many bytes a first byte announces."""
    for count, (low, high) in {2: (0xC2, 0xDF), 3: (0xE0, 0xEF), 4: (0xF0, 0xF4)}.items():
        if is_in(lead, between(low, high)):
            return count
    raise Unmodelled


def _combined(octets: Parts, count: int) -> Part:
    """The character of several bytes, each in the range that it has behind the ones before."""
    if len(octets) < count:
        for octet in octets[1:]:
            is_in(octet, between(0x80, 0xBF))
        raise Unmodelled
    value, form, trace = (
        value_of(octets[0]) - LEADS[count - 1],
        apply("-", form_of(octets[0]), LEADS[count - 1]),
        None,
    )
    for octet in octets:
        trace = octet.trace if isinstance(octet, Char) else trace
    for place, octet in enumerate(octets[1:]):
        low, high = _second(octets[0], count) if place == 0 else (0x80, 0xBF)
        if not is_in(octet, between(low, high)):
            raise Unmodelled
        value = value * 64 + value_of(octet) - 0x80
        form = apply("+", apply("*", form, 64), apply("-", form_of(octet), 0x80))
    return value if trace is None else formed(value, form, trace)


def _second(lead: Part, count: int) -> tuple[int, int]:
    """The range of a second byte: the first excludes long forms, surrogates and what is beyond Unicode."""
    if count == 3:
        return (
            (0xA0, 0xBF)
            if is_in(lead, between(0xE0, 0xE0))
            else ((0x80, 0x9F) if is_in(lead, between(0xED, 0xED)) else (0x80, 0xBF))
        )
    if count == 4:
        return (
            (0x90, 0xBF)
            if is_in(lead, between(0xF0, 0xF0))
            else ((0x80, 0x8F) if is_in(lead, between(0xF4, 0xF4)) else (0x80, 0xBF))
        )
    return 0x80, 0xBF


def transcoded(kind: Kind, plain: Any, self: Any, encoding: Any, work: Any, make: Any) -> Any:
    """The result of encode() or decode(): the builtin's own where the codec or an error is not modelled."""
    name = codec(encoding)
    if name is None:
        note(f"the codec {encoding}", self)
        return plain
    try:
        return make(work(kind.parts(self), name))
    except Unmodelled:
        if not isinstance(plain, ValueError):
            note("an error handler of a codec", self)
        return plain


__all__ = ["Linear", "class_of", "decode", "encode", "transcoded"]
