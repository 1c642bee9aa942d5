"""The table of native work: one line per operation, grouped by type."""

from __future__ import annotations

import array
import bisect
import collections
import copy
import functools
import heapq
import io
import math
import re
from collections.abc import Iterator
from typing import Any, Final

from slowpath.counting.native.formula import (
    WorkFormula,
    coded,
    consume,
    divide,
    divisor,
    edge,
    extreme,
    filled,
    formatted,
    hashed,
    insort,
    linear,
    logarithm,
    power,
    predicate,
    prefix,
    product,
    quantifier,
    reduction,
    regex,
    remove,
    replaced,
    rise,
    root,
    ruled,
    ruled_int,
    ruled_text,
    scan,
    scan_back,
    seek,
    smaller,
    sort,
    split,
    split_back,
    strip,
    subset,
    superset,
    tail,
    total,
    tree,
    whole,
)
from slowpath.counting.native.rules import (
    SHORT_CHARACTERS,
    SHORT_DIGITS,
    copied_nodes,
    int_to_text,
    selection,
    shallow_copy,
    text_to_int,
)

Entry = tuple[Any, WorkFormula]


def _searched(kind: Any) -> Iterator[Entry]:
    """Yield the searches that sequences share."""
    yield kind.index, scan("scan.sequence")
    yield kind.count, linear("scan.sequence")


def _growing(kind: Any) -> Iterator[Entry]:
    """Yield the operations that list, deque and array share."""
    yield from _searched(kind)
    yield kind.extend, linear(argument="append")
    yield kind.reverse, linear("list.reverse")


LIST: Final[tuple[Entry, ...]] = (
    *_growing(list),
    (list, consume("build.list")),
    (list.remove, remove("scan.sequence", "move.delete")),
    (list.pop, tail("move.delete")),
    (list.insert, tail("move.insert")),
    (list.copy, linear(result="copy.sequence")),
    (list.sort, sort("sort.element", "sort.compare")),
    (list.clear, linear("append")),
    *_searched(tuple),
    (tuple, consume("build.list")),
)


def _text(kind: Any) -> Iterator[Entry]:
    """Yield the operations that str, bytes and bytearray share."""
    yield kind.find, scan("scan.text", "scan.character")
    yield kind.index, scan("scan.text", "scan.character")
    yield kind.rfind, scan_back("scan.back", "scan.character")
    yield kind.rindex, scan_back("scan.back", "scan.character")
    yield kind.count, whole("scan.count", "count.character", "text.count")
    yield kind.replace, replaced("scan.count", "copy.text", "text.hit")
    yield kind.split, split("text.split", "text.piece", "copy.text")
    yield kind.rsplit, split_back("text.split", "text.piece", "copy.text")
    yield kind.partition, split("scan.text", "text.piece", "copy.text")
    yield kind.rpartition, split_back("scan.back", "text.piece", "copy.text")
    yield kind.splitlines, linear("text.lines", result="text.piece")
    yield kind.join, linear(result="copy.text", argument="text.item")
    for name in ("strip", "lstrip", "rstrip"):
        yield getattr(kind, name), strip("text.strip", "copy.text")
    for name in ("removeprefix", "removesuffix"):
        yield getattr(kind, name), linear(result="copy.text")
    for name in ("startswith", "endswith"):
        yield getattr(kind, name), prefix("equal.text", "text.prefix")
    for name in ("zfill", "ljust", "rjust", "center"):
        yield getattr(kind, name), filled("fill.text")


STR: Final[tuple[Entry, ...]] = (
    *_text(str),
    (str, ruled_int(int_to_text, above=SHORT_DIGITS, result="repr")),
    (str.translate, coded("text.translate", "text.case")),
    (str.encode, coded("text.code", "copy.text")),
    (str.lower, coded("text.fold", "text.case")),
    (str.upper, coded("text.fold", "text.case")),
    (str.title, linear("text.fold")),
    (str.capitalize, coded("text.fold", "text.case")),
    (str.swapcase, coded("text.fold", "text.case")),
    (str.casefold, coded("text.fold", "text.case")),
    (str.isalpha, predicate("text.test", 0)),
    (str.isdigit, predicate("text.test", 1)),
    (str.isdecimal, predicate("text.test", 2)),
    (str.isnumeric, predicate("text.test", 3)),
    (str.isalnum, predicate("text.test", 4)),
    (str.isspace, predicate("text.test", 5)),
    (str.isprintable, predicate("text.test", 6)),
    (str.islower, linear("text.test")),
    (str.isupper, linear("text.test")),
    (str.istitle, linear("text.test")),
    (str.isidentifier, linear("text.test")),
    (str.format, formatted()),
    (str.format_map, linear("format", "format")),
    (str.expandtabs, linear("text.case", "copy.text")),
)


def _blob(kind: Any) -> Iterator[Entry]:
    """Yield the operations that bytes and bytearray share."""
    yield from _text(kind)
    yield kind, consume("copy.text", result="copy.text")
    yield kind.decode, coded("text.code", "copy.text")
    yield kind.hex, linear(result="text.case")
    yield kind.fromhex, linear(argument="text.case")
    for name in ("translate", "lower", "upper", "title", "capitalize", "swapcase", "expandtabs"):
        yield getattr(kind, name), linear("text.case")
    for name in ("isalpha", "isdigit", "isalnum", "isspace", "isascii", "islower", "isupper", "istitle"):
        yield getattr(kind, name), linear("text.case")


BYTEARRAY: Final[tuple[Entry, ...]] = (
    (bytearray.extend, linear(argument="copy.text")),
    (bytearray.insert, tail("copy.text")),
    (bytearray.pop, tail("copy.text")),
    (bytearray.remove, linear("copy.text")),
    (bytearray.reverse, linear("text.case")),
    (bytearray.copy, linear("copy.text")),
)

DICT: Final[tuple[Entry, ...]] = (
    (dict, hashed("new.set", "dict.set", "copy.dict")),
    (dict.copy, linear("copy.dict")),
    (dict.update, hashed(None, "dict.set", "copy.dict")),
    (dict.fromkeys, hashed("new.set", "dict.set")),
    (dict.clear, linear("append")),
    (collections.OrderedDict, hashed("new.set", "count.element")),
    (collections.OrderedDict.copy, linear("count.element")),
    (collections.OrderedDict.update, linear(argument="count.element")),
    (collections.OrderedDict.fromkeys, hashed("new.set", "count.element")),
    (collections.defaultdict, linear(result="dict.set")),
    (collections.defaultdict.copy, linear("copy.dict")),
    (collections.Counter, hashed("new.set", "count.element")),
    (collections.Counter.update, linear(argument="count.element")),
)


def _set(kind: Any) -> Iterator[Entry]:
    """Yield the operations that set and frozenset share."""
    yield kind, hashed("new.set", "set.add", "copy.set")
    yield kind.union, linear("copy.set", argument="set.add")
    yield kind.intersection, smaller("set.lookup")
    yield kind.difference, linear("set.lookup")
    yield kind.symmetric_difference, linear("copy.set", argument="set.add")
    yield kind.issubset, subset("set.lookup")
    yield kind.issuperset, superset("set.lookup")
    yield kind.isdisjoint, smaller("set.lookup")


SET: Final[tuple[Entry, ...]] = (
    *_set(frozenset),
    *_set(set),
    (set.copy, linear("copy.set")),
    (set.update, hashed(None, "set.add", "copy.set")),
    (set.intersection_update, smaller("set.lookup")),
    (set.difference_update, linear(argument="set.lookup")),
    (set.symmetric_difference_update, linear(argument="set.add")),
    (set.clear, linear("append")),
)

DEQUE: Final[tuple[Entry, ...]] = (
    *_growing(collections.deque),
    (collections.deque, consume("append")),
    (collections.deque.extendleft, linear(argument="append")),
    (collections.deque.rotate, edge("deque.move")),
    (collections.deque.insert, edge("deque.move")),
    (collections.deque.remove, seek("scan.sequence")),
    (collections.deque.copy, linear("append")),
    (collections.deque.clear, linear("append")),
)

INT: Final[tuple[Entry, ...]] = (
    (int, ruled_text(text_to_int, above=SHORT_CHARACTERS, each="int.parse")),
    (int.to_bytes, linear("int.bytes")),
    (int.from_bytes, linear(argument="copy.text", result="int.bytes")),
    (int.bit_count, linear("int.add")),
    (float, linear(argument="text.code")),
    (pow, power()),
    (divmod, divide()),
    (hex, linear(argument="int.bytes")),
    (oct, linear(argument="int.bytes")),
    (bin, linear(argument="int.bytes")),
)

FUNCTIONS: Final[tuple[Entry, ...]] = (
    (sorted, sort("sort.element", "sort.compare")),
    (min, extreme("extreme.call", "minimum")),
    (max, extreme("extreme.call", "minimum")),
    (sum, total("sum", "copy.sequence")),
    (any, quantifier("truth", stops_at=True)),
    (all, quantifier("truth", stops_at=False)),
    (repr, ruled_int(int_to_text, above=SHORT_DIGITS, result="repr")),
    (ascii, ruled_int(int_to_text, above=SHORT_DIGITS, result="repr")),
    (format, ruled_int(int_to_text, above=SHORT_DIGITS, result="format")),
    (copy.copy, ruled(shallow_copy)),
    (copy.deepcopy, ruled(copied_nodes)),
    (heapq.heappush, rise("heap.rise")),
    (heapq.heappop, logarithm("heap.step")),
    (heapq.heappushpop, logarithm("heap.step")),
    (heapq.heapreplace, logarithm("heap.step")),
    (heapq.heapify, linear(argument="heap.step")),
    (heapq.nlargest, ruled(selection)),
    (heapq.nsmallest, ruled(selection)),
    (bisect.bisect_left, logarithm("bisect.step")),
    (bisect.bisect_right, logarithm("bisect.step")),
    (bisect.insort_left, insort("bisect.step", "move.insert")),
    (bisect.insort_right, insort("bisect.step", "move.insert")),
    (functools.reduce, reduction("map.call")),
    (math.fsum, consume("sum")),
    (math.prod, product("sum")),
    (math.gcd, divisor()),
    (math.lcm, divisor()),
    (math.isqrt, root()),
    (math.factorial, tree()),
    (math.comb, tree()),
    (math.perm, tree()),
)

STREAMS: Final[tuple[Entry, ...]] = (
    (io.StringIO, linear(argument="copy.text")),
    (io.StringIO.write, linear(argument="copy.text")),
    (io.StringIO.read, linear(result="copy.text")),
    (io.StringIO.getvalue, linear(result="copy.text")),
    (io.BytesIO, linear(argument="copy.text")),
    (io.BytesIO.write, linear(argument="copy.text")),
    (io.BytesIO.read, linear(result="copy.text")),
    (io.BytesIO.getvalue, linear(result="copy.text")),
    (memoryview.tobytes, linear("copy.text")),
    (memoryview.tolist, linear("build.list")),
    *_growing(array.array),
    (array.array, consume("build.list")),
    (array.array.remove, seek("scan.sequence")),
    (array.array.pop, tail("copy.text")),
    (array.array.insert, tail("copy.text")),
    (array.array.tolist, linear("build.list")),
    (array.array.tobytes, linear("copy.text")),
)


def _regex() -> Iterator[Entry]:
    """Yield what reaches the engine of regular expressions."""
    for name in ("match", "fullmatch", "search", "findall", "split", "sub", "subn", "finditer"):
        operation = name.removesuffix("n") if name == "subn" else name
        yield getattr(re.Pattern, name), regex(f"re.Pattern.{name}", operation, "regex.call")
        yield getattr(re, name), regex(f"re.{name}", operation, "regex.function", function=True)
    yield re.Pattern.scanner, regex("re.Pattern.scanner", "scanner", "regex.call")  # type: ignore[attr-defined]
    yield re.Scanner.scan, regex("re.Scanner.scan", "scan", "regex.call", True)  # type: ignore[attr-defined]


TABLE: Final[dict[Any, WorkFormula]] = {
    **dict((*LIST, *STR, *_blob(bytes), *_blob(bytearray), *BYTEARRAY)),
    **dict((*DICT, *SET, *DEQUE, *INT, *FUNCTIONS, *STREAMS, *_regex())),
}

NAMES: Final = frozenset(str(key.__name__) for key in TABLE)
REGEX_NAMES: Final = frozenset(str(key.__name__) for key, _ in _regex())
