"""Templates of str.format() and of the % operator taken apart, which may depend on the input.

Outside of fields a character is only asked whether it opens one; those of a field are decided one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from slowpath.values.text.char import Part, Parts, SymChar, is_in, is_same, settled
from slowpath.values.text.classes import EVERYTHING, any_of, between
from slowpath.values.text.figures import Unmodelled

_OPENING, _CLOSING = ord("{"), ord("}")
_BRACES = any_of("{}")
_MEANINGS = tuple(
    map(any_of, ("{}", ":!", "[].", "()", "0123456789", "sr"))
)  # in fields; those alike together
_ASCII = between(0, 127)
_PERCENT = ord("%")
_CONVERSION = re.compile(
    r"%(?:\((?P<key>(?:[^()]|\([^()]*\))*)\))?(?P<flags>[-+ #0]*)(?P<width>\*|\d*)"
    r"(?:\.(?P<precision>\*|\d*))?[hlL]?(?P<type>[^(])",
    re.DOTALL,
)
Conversion = re.Match[str]


def fields_of(template: Parts) -> Iterator[Part | str]:
    """The characters outside of the fields of a str.format(), and each field with its braces."""
    plain = shown_plainly(template)

    def read(place: int) -> tuple[Part | str, int]:
        code = _OPENING if is_same(template[place], _OPENING) else _CLOSING
        if place + 1 < len(template) and is_same(template[place + 1], code):
            return code, place + 2
        if code == _CLOSING:
            raise Unmodelled
        end = _field_end(plain, place + 1)
        return _decided(template, place, end), end

    return _pieces(template, lambda part: is_in(part, _BRACES), read)


Piece = TypeVar("Piece")


def _pieces(
    template: Parts, begins: Callable[[Part], bool], read: Callable[[int], tuple[Piece, int]]
) -> Iterator[Part | Piece]:
    """The characters of a template, and what is read at those that begin something: it, and where it ends."""
    place = 0
    while place < len(template):
        if begins(template[place]):
            piece, place = read(place)
            yield piece
        else:
            yield template[place]
            place += 1


def _field_end(plain: str, start: int) -> int:
    """Where a field ends that begins behind a brace; the end of the template where the builtin refuses it."""
    quiet = False  # inside of `[]`
    for place in range(start, len(plain)):
        match plain[place]:
            case "{":
                break
            case "[":
                quiet = True
            case "]":
                quiet = False
            case "}" if not quiet:
                return place + 1
            case ":" | "!" if not quiet:
                return _specification_end(plain, place + 1)
    return len(plain)


def _specification_end(plain: str, start: int) -> int:
    """Where a field ends whose conversion or specification begins somewhere."""
    depth = 1
    for place in range(start, len(plain)):
        depth += {"{": 1, "}": -1}.get(plain[place], 0)
        if not depth:
            return place + 1
    return len(plain)


def conversions_of(template: Parts) -> Iterator[Part | Conversion]:
    """The characters outside of the conversions of the % operator, and each conversion."""
    plain = shown_plainly(template)

    def read(place: int) -> tuple[Conversion, int]:
        found = _CONVERSION.match(plain, place)
        _decided(template, place, len(plain) if found is None else found.end())
        if found is None:
            raise Unmodelled
        return found, found.end()

    return _pieces(template, lambda part: is_same(part, _PERCENT), read)


def _decided(template: Parts, start: int, end: int) -> str:
    """A piece of a template, each character of which is decided."""
    return shown_plainly(template[start : start + 1]) + decided(template[start + 1 : end])


def decided(parts: Parts) -> str:
    """The text of characters, each of which is decided."""
    for part in parts:
        tell(part)
    return shown_plainly(parts)


def tell(part: Part) -> None:
    """Decide which character it is: one that means something first, then by halves."""
    if isinstance(part, SymChar):
        classes = (*_MEANINGS, _ASCII)
        settled(part, next((each for each in classes if is_in(part, each)), EVERYTHING))


def shown_plainly(parts: Parts) -> str:
    """The text of this run."""
    return "".join(chr(part.value if isinstance(part, SymChar) else part) for part in parts)
