"""Methods that text and bytes have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from slowpath.values.integer import SymInt
from slowpath.values.items import settled
from slowpath.values.text import scan
from slowpath.values.text.char import Part, Parts, are_same, fulfils, is_among, is_in, value_of
from slowpath.values.text.classes import any_of, one
from slowpath.values.text.kind import Model, TextKind

SIGNS = any_of("+-")
TAB, NEW_LINE = one(9), any_of("\n\r")


def _bounds(size: int, start: Any = None, end: Any = None) -> tuple[int, int]:
    """The part of a text of a size that optional bounds leave."""
    first, last, _ = slice(settled(start), settled(end)).indices(size)
    return first, last


# -- searching ---------------------------------------------------------------------------------------


def find(kind: TextKind, plain: Any, self: Any, sub: Any, *bounds: Any) -> Any:
    """`text.find(sub)`, `text.index(sub)`"""
    return _search(scan.find, kind, plain, self, sub, *bounds)


def rfind(kind: TextKind, plain: Any, self: Any, sub: Any, *bounds: Any) -> Any:
    """`text.rfind(sub)`, `text.rindex(sub)`"""
    return _search(scan.rfind, kind, plain, self, sub, *bounds)


def _search(
    search: Callable[[Parts, Parts, int, int], int],
    kind: TextKind,
    plain: Any,
    self: Any,
    sub: Any,
    *bounds: Any,
) -> Any:
    parts, needle = kind.parts(self), kind.parts(sub)
    limits = _bounds(len(parts), *bounds)
    found = search(parts, needle, *limits) if needle else plain
    return plain if found == -1 else found


def count(kind: TextKind, plain: Any, self: Any, sub: Any, *bounds: Any) -> Any:
    parts, needle = kind.parts(self), kind.parts(sub)
    limits = _bounds(len(parts), *bounds)
    return sum(1 for _ in scan.occurrences(parts, needle, *limits, -1)) if needle else plain


def contains(kind: TextKind, plain: Any, self: Any, sub: Any) -> Any:
    needle = kind.parts(sub)
    if type(self) is str and len(needle) == 1:
        return is_in(needle[0], any_of(self))
    return scan.contains(kind.parts(self), needle) if needle else plain


def startswith(kind: TextKind, plain: Any, self: Any, prefix: Any, *bounds: Any) -> Any:
    return _has(kind, plain, self, prefix, False, *bounds)


def endswith(kind: TextKind, plain: Any, self: Any, suffix: Any, *bounds: Any) -> Any:
    return _has(kind, plain, self, suffix, True, *bounds)


def _has(kind: TextKind, plain: Any, self: Any, affixes: Any, at_end: bool, *bounds: Any) -> Any:
    parts = kind.parts(self)
    start, end = _bounds(len(parts), *bounds)
    for affix in affixes if isinstance(affixes, tuple) else (affixes,):
        needle = kind.parts(affix)
        size = len(needle)
        if not size:
            if plain:  # the bounds alone tell whether an empty affix is there
                return plain
        elif end - start >= size:
            there = parts[end - size : end] if at_end else parts[start : start + size]
            if are_same(there, needle):
                return True
    return False


# -- splitting ---------------------------------------------------------------------------------------


def split(kind: TextKind, plain: Any, self: Any, sep: Any = None, maxsplit: Any = -1) -> Any:
    return _split(scan.split, scan.split_words, kind, self, sep, maxsplit)


def rsplit(kind: TextKind, plain: Any, self: Any, sep: Any = None, maxsplit: Any = -1) -> Any:
    return _split(scan.rsplit, scan.rsplit_words, kind, self, sep, maxsplit)


def _split(at: Any, words: Any, kind: TextKind, self: Any, sep: Any, maxsplit: Any) -> list[Any]:
    parts = kind.parts(self)
    most = settled(maxsplit)
    if sep is None:
        pieces = words(parts, lambda part: fulfils(part, kind.predicate("isspace")), most)
    else:
        pieces = at(parts, kind.parts(sep), most)
    return [kind.slice(self, start, end) for start, end in pieces]


def splitlines(kind: TextKind, plain: Any, self: Any, keepends: Any = False) -> Any:
    lines = scan.split_lines(kind.parts(self), lambda part: fulfils(part, kind.is_break), bool(keepends))
    return [kind.slice(self, start, end) for start, end in lines]


def partition(kind: TextKind, plain: Any, self: Any, sep: Any) -> Any:
    parts, needle = kind.parts(self), kind.parts(sep)
    place = scan.find(parts, needle, 0, len(parts))
    if place < 0:
        return self, kind.make(()), kind.make(())
    return kind.make(parts[:place]), sep, kind.make(parts[place + len(needle) :])


def rpartition(kind: TextKind, plain: Any, self: Any, sep: Any) -> Any:
    parts, needle = kind.parts(self), kind.parts(sep)
    place = scan.rfind(parts, needle, 0, len(parts))
    if place < 0:
        return kind.make(()), kind.make(()), self
    return kind.make(parts[:place]), sep, kind.make(parts[place + len(needle) :])


# -- stripping ---------------------------------------------------------------------------------------


def strip(kind: TextKind, plain: Any, self: Any, chars: Any = None) -> Any:
    return _strip(kind, self, chars, True, True)


def lstrip(kind: TextKind, plain: Any, self: Any, chars: Any = None) -> Any:
    return _strip(kind, self, chars, True, False)


def rstrip(kind: TextKind, plain: Any, self: Any, chars: Any = None) -> Any:
    return _strip(kind, self, chars, False, True)


def _strip(kind: TextKind, self: Any, chars: Any, left: bool, right: bool) -> Any:
    wanted = None if chars is None else kind.parts(chars)

    def off(part: Part) -> bool:
        return fulfils(part, kind.predicate("isspace")) if wanted is None else is_among(part, wanted)

    return kind.slice(self, *scan.stripped(kind.parts(self), off, left, right))


def removeprefix(kind: TextKind, plain: Any, self: Any, prefix: Any) -> Any:
    parts, needle = kind.parts(self), kind.parts(prefix)
    there = are_same(parts[: len(needle)], needle)
    return kind.slice(self, len(needle) if there else 0, len(parts))


def removesuffix(kind: TextKind, plain: Any, self: Any, suffix: Any) -> Any:
    parts, needle = kind.parts(self), kind.parts(suffix)
    end = max(len(parts) - len(needle), 0)
    return kind.slice(self, 0, end if are_same(parts[end:], needle) else len(parts))


# -- building ----------------------------------------------------------------------------------------


def replace(kind: TextKind, plain: Any, self: Any, old: Any, new: Any, count: Any = -1) -> Any:
    parts, needle, instead = kind.parts(self), kind.parts(old), kind.parts(new)
    most = settled(count)
    built: list[Part] = []
    if not needle:
        for place in range(len(parts) + 1):
            built += instead if most < 0 or place < most else ()
            built += parts[place : place + 1]
        return kind.make(built)
    start = 0
    for place in scan.occurrences(parts, needle, 0, len(parts), most):
        built += parts[start:place] + instead
        start = place + len(needle)
    return kind.make((*built, *parts[start:])) if start else self


def join(kind: TextKind, plain: Any, self: Any, items: Any) -> Any:
    between = kind.parts(self)
    built: list[Part] = []
    items = list(items)
    for place, item in enumerate(items):
        built += between if place else ()
        built += kind.parts(item)
    return items[0] if len(items) == 1 and kind.symbolic(items[0]) else kind.make(built)


def add(kind: TextKind, plain: Any, self: Any, other: Any) -> Any:
    return plain if plain is NotImplemented else kind.make(kind.parts(self) + kind.parts(other))


def multiply(kind: TextKind, plain: Any, self: Any, times: Any) -> Any:
    return plain if plain is NotImplemented else kind.make(kind.parts(self) * max(settled(times), 0))


def center(kind: TextKind, plain: Any, self: Any, width: Any, fillchar: Any = None) -> Any:
    return _padded(kind, plain, self, width, fillchar, "center")


def ljust(kind: TextKind, plain: Any, self: Any, width: Any, fillchar: Any = None) -> Any:
    return _padded(kind, plain, self, width, fillchar, "ljust")


def rjust(kind: TextKind, plain: Any, self: Any, width: Any, fillchar: Any = None) -> Any:
    return _padded(kind, plain, self, width, fillchar, "rjust")


def _padded(kind: TextKind, plain: Any, self: Any, width: Any, fillchar: Any, how: str) -> Any:
    """The builtin pads a stand-in of the same length, so where it pads is the builtin's own."""
    parts = kind.parts(self)
    fill: Parts = (32,) if fillchar is None else kind.parts(fillchar)
    stand_in = getattr("x" * len(parts), how)(settled(width), " ")
    left = len(stand_in) - len(stand_in.lstrip())
    right = len(stand_in) - len(parts) - (left if parts else 0)
    return kind.make(fill * left + parts + fill * right) if parts else kind.make(fill * len(stand_in))


def zfill(kind: TextKind, plain: Any, self: Any, width: Any) -> Any:
    parts = kind.parts(self)
    missing = settled(width) - len(parts)
    if missing <= 0:
        return self
    signed = bool(parts) and is_in(parts[0], SIGNS)
    return kind.make(parts[:signed] + (48,) * missing + parts[signed:])


def expandtabs(kind: TextKind, plain: Any, self: Any, tabsize: Any = 8) -> Any:
    size = settled(tabsize)
    built: list[Part] = []
    column = 0
    for part in kind.parts(self):
        if is_in(part, TAB):
            spaces = size - column % size if size > 0 else 0
            built += (32,) * spaces
            column += spaces
        else:
            built.append(part)
            column = 0 if is_in(part, NEW_LINE) else column + 1
    return kind.make(built)


# -- comparing ---------------------------------------------------------------------------------------


def equal(kind: TextKind, plain: Any, self: Any, other: Any) -> Any:
    return plain if plain is NotImplemented else are_same(kind.parts(self), kind.parts(other))


def unequal(kind: TextKind, plain: Any, self: Any, other: Any) -> Any:
    return plain if plain is NotImplemented else not are_same(kind.parts(self), kind.parts(other))


def less(kind: TextKind, plain: Any, self: Any, other: Any) -> Any:
    return plain if plain is NotImplemented else scan.is_less(kind.parts(self), kind.parts(other))


def greater(kind: TextKind, plain: Any, self: Any, other: Any) -> Any:
    return plain if plain is NotImplemented else scan.is_less(kind.parts(other), kind.parts(self))


def at_most(kind: TextKind, plain: Any, self: Any, other: Any) -> Any:
    return plain if plain is NotImplemented else not scan.is_less(kind.parts(other), kind.parts(self))


def at_least(kind: TextKind, plain: Any, self: Any, other: Any) -> Any:
    return plain if plain is NotImplemented else not scan.is_less(kind.parts(self), kind.parts(other))


SHARED: Mapping[str, Model] = {
    "find": find,
    "index": find,
    "rfind": rfind,
    "rindex": rfind,
    "count": count,
    "__contains__": contains,
    "startswith": startswith,
    "endswith": endswith,
    "split": split,
    "rsplit": rsplit,
    "splitlines": splitlines,
    "partition": partition,
    "rpartition": rpartition,
    "strip": strip,
    "lstrip": lstrip,
    "rstrip": rstrip,
    "removeprefix": removeprefix,
    "removesuffix": removesuffix,
    "replace": replace,
    "__add__": add,
    "__mul__": multiply,
    "__rmul__": multiply,
    "center": center,
    "ljust": ljust,
    "rjust": rjust,
    "zfill": zfill,
    "expandtabs": expandtabs,
    "__eq__": equal,
    "__ne__": unequal,
    "__lt__": less,
    "__gt__": greater,
    "__le__": at_most,
    "__ge__": at_least,
}

__all__ = ["SHARED", "SymInt", "value_of"]
