"""The sets of characters that patterns name: categories, and characters that are one but for their case."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from slowpath.counting.regex._matcher import category_spans, locale_bytes, simple_cases
from slowpath.model.charset import CharSet

ASCII_DIGIT = CharSet.between("0", "9")
ASCII_SPACE = CharSet.of(" \t\n\r\f\v")
ASCII_WORD = CharSet.of(string.ascii_letters + string.digits + "_")
NEWLINE = CharSet.of("\n")


@dataclass(frozen=True, slots=True)
class Folding:
    """A mapping of characters: `lower` has those that change, `changing` them as a set; `sources` tells which
    become a character, `results` has its keys as a set. `cased`: those that differ from another by case."""

    lower: Mapping[int, int]
    changing: CharSet
    sources: Mapping[int, CharSet]
    results: CharSet
    cased: CharSet

    def lowered(self, chars: CharSet) -> CharSet:
        """What `chars` become."""
        changing = chars & self.changing
        return (chars - changing) | _of_codes(self.lower[ord(each)] for each in changing)

    def becoming(self, chars: CharSet) -> CharSet:
        """The characters that become one of `chars`."""
        found = [chars - self.changing]
        found += [self.sources[ord(each)] for each in chars & self.results]
        return CharSet(span for part in found for span in part.spans)


def _of_codes(codes: Iterable[int]) -> CharSet:
    return CharSet((code, code) for code in codes)


def _folding(lower: Mapping[int, int], upper: Iterable[int]) -> Folding:
    """The folding that maps characters as `lower` does and leaves all others; `upper` change in capitals."""
    sources: dict[int, list[int]] = {}
    for code, low in lower.items():
        sources.setdefault(low, []).append(code)
    return Folding(
        lower,
        _of_codes(lower),
        {low: _of_codes(codes) for low, codes in sources.items()},
        _of_codes(sources),
        _of_codes(lower) | _of_codes(upper),
    )


@cache
def ascii_folding() -> Folding:
    """A-Z to a-z."""
    lower = {ord(each): ord(each.lower()) for each in string.ascii_uppercase}
    return _folding(lower, lower.values())


@cache
def unicode_folding() -> Folding:
    """The simple lower case of Unicode, as `re` uses it."""
    return _folding(simple_cases(False), simple_cases(True))


@cache
def unicode_upper() -> Folding:
    """The simple upper case of Unicode."""
    return _folding(simple_cases(True), ())


@dataclass(frozen=True, slots=True)
class Locale:
    """What the C library says of bytes: `lower` and `upper` by byte, the bytes of words."""

    lower: bytes
    upper: bytes
    word: CharSet

    def spelled(self, code: int) -> CharSet:
        """The bytes that are the byte `code` but for their case."""
        return _of_codes(byte for byte in range(256) if code in (byte, self.lower[byte], self.upper[byte]))

    def ignoring_case(self, chars: CharSet) -> CharSet:
        """The bytes whose lower or upper case is in `chars`."""
        return _of_codes(
            byte for byte in range(256) if self.lower[byte] in chars or self.upper[byte] in chars
        )


def locale() -> Locale:
    """The locale of the process, now."""
    lower, upper, alnum = locale_bytes()
    return Locale(lower, upper, _of_codes(byte for byte in range(256) if alnum[byte]) | CharSet.of("_"))


@cache
def unicode_digit() -> CharSet:
    """What `\\d` matches."""
    return CharSet(category_spans("d"))


@cache
def unicode_space() -> CharSet:
    """What `\\s` matches."""
    return CharSet(category_spans("s"))


@cache
def unicode_word() -> CharSet:
    """What `\\w` matches."""
    return CharSet(category_spans("w"))
