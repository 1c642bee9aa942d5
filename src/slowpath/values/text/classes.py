"""Classes of code points, and maps of code points to code points.

Both are compared by identity, so that what is computed from them once is looked up after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from slowpath.model.charset import LAST, CharSet

# A predicate is asked for each member of so small an alphabet, and else for all code points, which takes
# 35 ms. 4,096 take 1 ms.
FEW = 4096


class CharClass:
    """A set of code points that tests ask for."""

    __slots__ = ("chars",)

    def __init__(self, chars: CharSet) -> None:
        self.chars = chars

    def __contains__(self, code: int) -> bool:
        return code in self.chars

    def __repr__(self) -> str:
        return f"CharClass({self.chars!r})"


class Image:
    """A map of code points; those not in the table stay as they are."""

    __slots__ = ("keys", "table")

    def __init__(self, table: Mapping[int, int]) -> None:
        self.table = table
        self.keys = CharSet((code, code) for code in table)

    def __call__(self, code: int) -> int:
        return self.table.get(code, code)

    def __repr__(self) -> str:
        return f"Image({dict(self.table)!r})"


@lru_cache(maxsize=4096)
def one(code: int) -> CharClass:
    """The class of one code point."""
    return CharClass(CharSet([(code, code)]))


@lru_cache(maxsize=4096)
def any_of(codes: tuple[int, ...] | str) -> CharClass:
    """The class of some code points."""
    if isinstance(codes, str):
        return CharClass(CharSet.of(codes))
    return CharClass(CharSet((code, code) for code in codes))


@lru_cache(maxsize=4096)
def between(low: int, high: int) -> CharClass:
    """The class of the code points from `low` to `high`, both included."""
    return CharClass(CharSet.between(low, high))


@lru_cache(maxsize=256)
def class_of(chars: CharSet) -> CharClass:
    """The class of a set; equal sets have one class."""
    return CharClass(chars)


@lru_cache(maxsize=1024)
def satisfying(predicate: Callable[[str], bool], domain: CharClass) -> CharClass:
    """The characters for which a predicate holds; where the domain is small, those of it alone."""
    if len(domain.chars) <= FEW:
        return CharClass(CharSet.of(character for character in domain.chars if predicate(character)))
    return _satisfying(predicate)


@lru_cache(maxsize=64)
def _satisfying(predicate: Callable[[str], bool]) -> CharClass:
    return CharClass(CharSet(span for span in assigned() for span in _runs(predicate, *span)))


def assigned() -> Iterator[tuple[int, int]]:
    """Spans of code points such that predicates of the Unicode database agree on each span from `UNIFORM`.

    Planes 4 to 13 have no characters, 15 and 16 private ones only: all of a plane are alike.
    """
    yield 0, 0x3FFFF
    yield 0xE0000, 0xE0FFF
    yield from UNIFORM


UNIFORM = (
    (0x40000, 0xDFFFF),
    (0xE1000, 0xEFFFF),
    (0xF0000, 0xFFFFD),
    (0xFFFFE, 0xFFFFF),
    (0x100000, 0x10FFFD),
    (0x10FFFE, LAST),
)


def _runs(predicate: Callable[[str], bool], first: int, last: int) -> Iterator[tuple[int, int]]:
    """The runs of code points from `first` to `last` for which a predicate holds."""
    if (first, last) in UNIFORM:
        if predicate(chr(first)):
            yield first, last
        return
    truths = bytes(map(bool, map(predicate, map(chr, range(first, last + 1)))))
    start = truths.find(1)
    while start >= 0:
        end = truths.find(0, start)
        yield first + start, (first + end if end >= 0 else last + 1) - 1
        start = truths.find(1, end) if end >= 0 else -1


@lru_cache(maxsize=8192)
def narrowed(wanted: CharClass, image: Image | None, domain: CharClass) -> CharSet | None:
    """The code points of a domain whose images are in a class; None if that is all of the domain."""
    chars = wanted.chars if image is None else pulled(wanted.chars, image)
    common = chars & domain.chars
    return None if common == domain.chars else common


def pulled(chars: CharSet, image: Image) -> CharSet:
    """The code points whose images are in a set."""
    return (chars - image.keys) | CharSet((code, code) for code, to in image.table.items() if to in chars)


@lru_cache(maxsize=1024)
def composed(first: Image | None, then: Image, domain: CharClass) -> Image | None:
    """The map that does one after the other, as far as a domain needs it; None where nothing changes."""
    table = {}
    changed = then.keys if first is None else first.keys | pulled(then.keys, first)
    for character in changed & domain.chars:
        code = ord(character)
        to = then(code if first is None else first(code))
        if to != code:
            table[code] = to
    return image_of(tuple(table.items())) if table else None


@lru_cache(maxsize=1024)
def image_of(items: tuple[tuple[int, int], ...]) -> Image:
    """The map with these entries; equal maps are one."""
    return Image(dict(items))


@lru_cache(maxsize=1024)
def pieces(image: Image | None, domain: CharClass) -> tuple[tuple[int, CharSet], ...]:
    """The parts of a domain on which a map adds the same number: (number, part), the largest first."""
    if image is None:
        return ((0, domain.chars),)
    shifts: dict[int, list[int]] = {}
    for code, to in image.table.items():
        if code in domain.chars:
            shifts.setdefault(to - code, []).append(code)
    parts = [(shift, CharSet((code, code) for code in codes)) for shift, codes in shifts.items()]
    if rest := domain.chars - image.keys:
        parts.append((0, rest))
    return tuple(sorted(parts, key=lambda part: (-len(part[1]), part[0])))


@lru_cache(maxsize=1024)
def agreeing(left: Image | None, right: Image | None, domain: CharClass) -> CharClass:
    """The code points of a domain that two maps send to the same."""
    changed = CharSet()
    for image in (left, right):
        changed = changed | image.keys if image is not None else changed
    apart = [
        ord(character)
        for character in changed & domain.chars
        if (left(ord(character)) if left else ord(character))
        != (right(ord(character)) if right else ord(character))
    ]
    return CharClass(domain.chars - CharSet((code, code) for code in apart))


@lru_cache(maxsize=1024)
def targets(image: Image, domain: CharClass) -> CharClass:
    """The images of a domain."""
    changed = CharSet((to, to) for code, to in image.table.items() if code in domain.chars)
    return class_of((domain.chars - image.keys) | changed)


EVERYTHING = CharClass(CharSet.everything())
NOTHING = CharClass(CharSet())
ASCII = between(0, 127)
BYTES = between(0, 255)
DIGITS = between(48, 57)
LETTERS = CharClass(CharSet([(65, 90), (97, 122)]))
