"""The characters a text may hold, and how they are spelled in a shape.

"ab<>"              these characters
span("a", "z")      from one to another
digits              a name of NAMED
digits | "+-."      either;  a - b: one without the other
"""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache

from slowpath.errors import ShapeError
from slowpath.model.charset import CharSet

SURROGATES = CharSet.between(0xD800, 0xDFFF)
ANY = CharSet.everything() - SURROGATES  # what can be encoded
PRINTABLE = CharSet.between(" ", "~")
READABLE = string.ascii_lowercase + string.digits + string.ascii_uppercase + string.punctuation + " "
NAMED: Mapping[str, CharSet] = {
    "any": ANY,
    "everything": CharSet.everything(),
    "ascii": CharSet.between(0, 127),
    "latin1": CharSet.between(0, 255),
    "printable": PRINTABLE,
    "letters": CharSet.of(string.ascii_letters),
    "lower": CharSet.of(string.ascii_lowercase),
    "upper": CharSet.of(string.ascii_uppercase),
    "digits": CharSet.of(string.digits),
    "hexdigits": CharSet.of(string.hexdigits),
    "punctuation": CharSet.of(string.punctuation),
    "space": CharSet.of(string.whitespace),
    "word": CharSet.of(string.ascii_letters + string.digits + "_"),
}
HINT = f'An alphabet is text, a span or a name: "ab<>", span("a", "z"), {", ".join(NAMED)}; join them with |.'
_SPELLED_OUT = 4  # spans of up to so many characters are spelled out: 'abcd' is shorter than span("a", "d")


def alphabet_of_tree(tree: ast.expr) -> CharSet:
    """Return the alphabet that a syntax tree spells."""
    match tree:
        case ast.Constant(value=str() as characters):
            return CharSet.of(characters)
        case ast.Name(id=name) if name in NAMED:
            return NAMED[name]
        case ast.Name(id=name):
            close = get_close_matches(name, NAMED, 1)
            also = f" (did you mean {close[0]}?)" if close else ""
            raise ShapeError(f"no alphabet {name!r}{also}", HINT)
        case ast.Call(
            func=ast.Name(id="span"),
            args=[ast.Constant(value=str() as low), ast.Constant(value=str() as high)],
            keywords=[],
        ) if len(low) == len(high) == 1:
            if low > high:
                raise ShapeError(f"no character from {low!r} to {high!r}", f"Try span({high!r}, {low!r}).")
            return CharSet.between(low, high)
        case ast.BinOp(left=left, op=ast.BitOr() | ast.Add(), right=right):
            return alphabet_of_tree(left) | alphabet_of_tree(right)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return alphabet_of_tree(left) - alphabet_of_tree(right)
    raise ShapeError(f"{ast.unparse(tree)} is not an alphabet", HINT)


def describe_alphabet(alphabet: CharSet) -> str:
    """Return the shortest spelling of an alphabet: a name, text, or spans and the rest as text."""
    for name, known in NAMED.items():
        if alphabet == known:
            return name
    if len(alphabet) <= 3 * _SPELLED_OUT:
        return repr("".join(alphabet))
    parts = [
        f"span({chr(first)!r}, {chr(last)!r})"
        for first, last in alphabet.spans
        if last - first >= _SPELLED_OUT
    ]
    rest = "".join(
        chr(code)
        for first, last in alphabet.spans
        if last - first < _SPELLED_OUT
        for code in range(first, last + 1)
    )
    return " | ".join([*parts, repr(rest)] if rest else parts)


def check_alphabet(alphabet: CharSet, name: str = "") -> None:
    """Raise where an alphabet has no character."""
    if not alphabet:
        where = f"the alphabet of {name}" if name else "the alphabet"
        raise ShapeError(f"{where} is empty", 'Name at least one character: text(N, "ab").')


@lru_cache(maxsize=256)
def plain_part(alphabet: CharSet) -> str:
    """Return the readable characters of an alphabet, the most readable first."""
    return "".join(character for character in READABLE if character in alphabet)


def ranked(alphabet: CharSet, rank: int) -> str:
    """Return the character of an alphabet at a rank: readable ones come first, then by code point."""
    plain = plain_part(alphabet)
    if rank < len(plain):
        return plain[rank]
    rank -= len(plain)
    for first, last in _other_spans(alphabet):
        if rank <= last - first:
            return chr(first + rank)
        rank -= last - first + 1
    raise IndexError(rank)


def offending(text: str, alphabet: CharSet) -> Iterator[tuple[int, str]]:
    """Yield the places and characters of a text that are not in an alphabet."""
    allowed: dict[str, bool] = {}
    for place, character in enumerate(text):
        if character not in allowed:
            allowed[character] = character in alphabet
        if not allowed[character]:
            yield place, character


@lru_cache(maxsize=256)
def _other_spans(alphabet: CharSet) -> tuple[tuple[int, int], ...]:
    return (alphabet - CharSet.of(READABLE)).spans
