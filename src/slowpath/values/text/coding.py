"""encode() and decode(): UTF-8, Latin-1 and ASCII, with the error handlers of the standard library.

A character of the UTF-8 form of several bytes becomes bytes that remember it, so that decoding them gives it
back without a question.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from slowpath.expr.term import Expression, apply
from slowpath.values.integer import SymInt
from slowpath.values.text.char import Part, Parts, SymChar, are_same, form_of, formed, is_in, value_of
from slowpath.values.text.classes import ASCII, BYTES, CharClass, between
from slowpath.values.text.figures import Unmodelled, decimal, digits
from slowpath.values.text.formatting import escape
from slowpath.values.text.kind import TextKind, note

UTF_8, UTF_8_SIG, LATIN_1, US_ASCII, RAW = "utf-8", "utf-8-sig", "iso8859-1", "ascii", "raw-unicode-escape"
SURROGATES = between(0xD800, 0xDFFF)
ESCAPING = between(0xDC80, 0xDCFF)  # surrogates that stand for bytes
CONTINUATION = between(0x80, 0xBF)
LIMITS = (0x7F, 0x7FF, 0xFFFF)  # the largest code points of one, two and three bytes
LEADS = (0, 0xC0, 0xE0, 0xF0)
SIGNATURE = tuple(codecs.BOM_UTF8)
REPLACEMENT, QUESTION_MARK = 0xFFFD, 63  # what the handler "replace" puts when decoding, and when encoding
_DIRECT = {LATIN_1: BYTES, US_ASCII: ASCII, RAW: BYTES}


Coder = Callable[[Parts, str, str], list[Part]]  # characters, encoding, error handler


def codec(encoding: Any) -> str | None:
    """The canonical name of an encoding that is modelled."""
    try:
        name = codecs.lookup(encoding).name
    except (LookupError, TypeError, ValueError):
        return None
    return name if name in (UTF_8, UTF_8_SIG, LATIN_1, US_ASCII, RAW) else None


# -- encode ----------------------------------------------------------------------------------------------


def encode(parts: Parts, encoding: str, errors: str) -> list[Part]:
    """The bytes of characters; raises Unmodelled where one has none."""
    refused = escape if encoding == RAW else _IN_BYTES.get(errors, _refuse)
    if encoding in _DIRECT:
        allowed = _DIRECT[encoding]
        return [byte for part in parts for byte in ((part,) if is_in(part, allowed) else refused(part))]
    built: list[Part] = list(SIGNATURE) if encoding == UTF_8_SIG else []
    for part in parts:
        built += _utf_8(part, _passed if errors == "surrogatepass" else refused)
    return built


def _utf_8(part: Part, refused: Callable[[Part], Sequence[Part]]) -> Sequence[Part]:
    if is_in(part, ASCII):
        return (part,)
    if is_in(part, SURROGATES):
        return refused(part)
    return _octets(part)


def _octets(part: Part) -> Sequence[Part]:
    """The bytes of a character that has several."""
    if not isinstance(part, SymChar):
        return tuple(chr(part).encode(errors="surrogatepass"))
    count = 2
    while count < 4 and not is_in(part, between(0, LIMITS[count - 1])):
        count += 1
    form = form_of(part)
    octets = chr(part.value).encode(errors="surrogatepass")
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


def _refuse(*parts: Part) -> Sequence[Part]:
    raise Unmodelled


def _passed(part: Part) -> Sequence[Part]:
    return _octets(part)


def _nothing(*parts: Part) -> Sequence[Part]:
    return ()


def _escaped_byte(part: Part) -> Sequence[Part]:
    """The byte that a surrogate stands for."""
    if not is_in(part, ESCAPING):
        raise Unmodelled
    return (_moved(part, -0xDC00, BYTES),)


def _moved(part: Part, distance: int, domain: CharClass) -> Part:
    if not isinstance(part, SymChar):
        return part + distance
    return formed(part.value + distance, apply("+", form_of(part), distance), part.trace, domain)


def _reference(part: Part) -> Sequence[Part]:
    """The XML character reference of a character."""
    number = (
        decimal(SymInt(part.value, form_of(part), part.trace))
        if isinstance(part, SymChar)
        else tuple(map(ord, str(part)))
    )
    return 38, 35, *number, 59


_IN_BYTES: Mapping[str, Callable[[Part], Sequence[Part]]] = {
    "ignore": _nothing,
    "replace": lambda part: (QUESTION_MARK,),
    "backslashreplace": escape,
    "xmlcharrefreplace": _reference,
    "surrogateescape": _escaped_byte,
}


# -- decode ----------------------------------------------------------------------------------------------


def decode(parts: Parts, encoding: str, errors: str) -> list[Part]:
    """The characters of bytes; raises Unmodelled where some have none."""
    if encoding == RAW:
        raise Unmodelled
    if encoding == LATIN_1:
        return list(parts)
    if encoding == UTF_8_SIG and len(parts) >= 3 and are_same(parts[:3], SIGNATURE):
        parts = parts[3:]
    refused = _IN_TEXT.get(errors, _refuse)
    built: list[Part] = []
    at = 0
    while at < len(parts):
        if (whole := _remembered(parts, at)) is not None:
            built.append(whole[0])
            at += whole[1]
        elif is_in(parts[at], ASCII):
            built.append(parts[at])
            at += 1
        elif encoding == US_ASCII:
            built += refused(parts[at])
            at += 1
        else:
            character, count = _sequence(parts, at)
            if character is None and errors == "surrogatepass":
                character, count = _surrogate(parts, at)
            built += refused(*parts[at : at + count]) if character is None else (character,)
            at += count
    return built


def _escape_all(*parts: Part) -> Sequence[Part]:
    return [each for part in parts for each in _byte_escape(part)]


def _byte_escape(part: Part) -> Sequence[Part]:
    if not isinstance(part, SymChar):
        return tuple(map(ord, f"\\x{part:02x}"))
    return (92, 120, *digits(part.value, form_of(part), part.trace, 16, 2))


_IN_TEXT: Mapping[str, Callable[..., Sequence[Part]]] = {
    "ignore": _nothing,
    "replace": lambda *parts: (REPLACEMENT,),
    "backslashreplace": _escape_all,
    "surrogateescape": lambda *parts: [_moved(part, 0xDC00, ESCAPING) for part in parts],
}


def _remembered(parts: Parts, at: int) -> tuple[SymChar, int] | None:
    """The character that bytes come from, all of them and in order."""
    first = parts[at]
    if not isinstance(first, SymChar) or first.origin is None or first.origin[1] != 0:
        return None
    char, _, count = first.origin
    octets = parts[at : at + count]
    whole = len(octets) == count and all(
        isinstance(octet, SymChar)
        and octet.origin is not None
        and octet.origin[0] is char
        and octet.origin[1] == place
        for place, octet in enumerate(octets)
    )
    return (char, count) if whole else None


def _sequence(parts: Parts, at: int) -> tuple[Part | None, int]:
    """The character of the bytes at a place and how many they are; None and how many are wrong together."""
    count = next((count for count, range_ in _ANNOUNCED if is_in(parts[at], range_)), 0)
    if not count:
        return None, 1
    octets = parts[at : at + count]
    for place, octet in enumerate(octets[1:], 1):
        allowed = _second(octets[0], count) if place == 1 else CONTINUATION
        if not is_in(octet, allowed):
            return None, place
    return (_combined(octets), count) if len(octets) == count else (None, len(octets))


_ANNOUNCED = ((2, between(0xC2, 0xDF)), (3, between(0xE0, 0xEF)), (4, between(0xF0, 0xF4)))


def _surrogate(parts: Parts, at: int) -> tuple[Part, int]:
    """The surrogate that three bytes stand for."""
    octets = parts[at : at + 3]
    ranges = (between(0xED, 0xED), between(0xA0, 0xBF), CONTINUATION)
    if len(octets) < 3 or not all(map(is_in, octets, ranges)):
        raise Unmodelled
    return _combined(octets), 3


def _combined(octets: Parts) -> Part:
    """The character of several bytes."""
    trace = next((octet.trace for octet in octets if isinstance(octet, SymChar)), None)
    lead = LEADS[len(octets) - 1]
    value, form = value_of(octets[0]) - lead, apply("-", form_of(octets[0]), lead)
    for octet in octets[1:]:
        value = value * 64 + value_of(octet) - 0x80
        form = apply("+", apply("*", form, 64), apply("-", form_of(octet), 0x80))
    return value if trace is None else formed(value, form, trace)


def _second(lead: Part, count: int) -> CharClass:
    """What a second byte may be: the first excludes long forms, surrogates and what is beyond Unicode."""
    for length, first, allowed in _AFTER:
        if length == count and is_in(lead, between(first, first)):
            return allowed
    return CONTINUATION


_AFTER = (
    (3, 0xE0, between(0xA0, 0xBF)),
    (3, 0xED, between(0x80, 0x9F)),
    (4, 0xF0, between(0x90, 0xBF)),
    (4, 0xF4, between(0x80, 0x8F)),
)


def transcoded(work: Coder, make: Callable[..., Any], encoding: Any, errors: Any) -> Callable[..., Any]:
    """The model of encode() or decode(): the builtin's own result where the codec or an error has none."""

    def model(kind: TextKind, plain: Any, self: Any, *arguments: Any) -> Any:
        name = codec(encoding)
        if name is None:
            note(f"the codec {encoding}", self)
            return plain
        try:
            return make(work(kind.parts(self), name, str(errors)))
        except Unmodelled:
            if not isinstance(plain, ValueError):
                note("an error handler of a codec", self)
            return plain

    return model
