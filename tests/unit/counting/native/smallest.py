"""Each operation of the table on its smallest operands: empty, or with one element."""

from __future__ import annotations

import array
import bisect
import collections
import copy
import functools
import heapq
import io
import math
import operator
from collections.abc import Callable
from typing import Any

Call = tuple[Any, Callable[[], tuple[Any, ...]]]  # a function, and what makes its arguments


def _of(function: Any, *arguments: Any) -> Call:
    return function, lambda: copy.deepcopy(arguments)


def _text(kind: Any, empty: Any, letter: Any) -> list[Call]:
    plain = ("count", "find", "index", "rfind", "rindex", "startswith", "endswith", "partition", "rpartition")
    more = ("removeprefix", "removesuffix", "split", "rsplit")
    bare = ("strip", "lstrip", "rstrip", "splitlines", "lower", "upper", "title", "capitalize", "swapcase")
    tests = ("isalpha", "isdigit", "isalnum", "isspace", "islower", "isupper", "istitle", "expandtabs")
    return [
        *[_of(getattr(kind, name), letter, letter) for name in (*plain, *more)],
        *[_of(getattr(kind, name), letter) for name in (*bare, *tests)],
        *[_of(getattr(kind, name), letter, 1) for name in ("zfill", "ljust", "rjust", "center")],
        _of(kind.replace, letter, letter, letter),
        _of(kind.join, empty, [letter]),
    ]


def _blob(kind: Any) -> list[Call]:
    empty, letter = kind(), kind(b"a")
    table = bytes(range(256))
    return [
        *_text(kind, empty, letter),
        _of(kind),
        _of(kind.decode, letter),
        _of(kind.hex, letter),
        _of(kind.fromhex, "61"),
        _of(kind.translate, letter, table),
        _of(kind.isascii, letter),
    ]


def _sets(kind: Any) -> list[Call]:
    names = ("union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset")
    return [
        _of(kind),
        _of(kind, [1]),
        *[_of(getattr(kind, name), kind([1]), kind([1])) for name in (*names, "isdisjoint")],
    ]


_SEQUENCE = ("index", "count")
_CASES = ("lower", "upper", "title", "capitalize", "swapcase", "casefold", "encode", "expandtabs")
_TESTS = ("isalpha", "isdigit", "isdecimal", "isnumeric", "isalnum", "isspace", "isprintable")
_MORE_TESTS = ("islower", "isupper", "istitle", "isidentifier")

SMALLEST: tuple[Call, ...] = (
    *[_of(getattr(list, name), [1], 1) for name in (*_SEQUENCE, "remove")],
    *[_of(getattr(list, name), [1]) for name in ("reverse", "pop", "copy", "sort", "clear")],
    _of(list.extend, [], [1]),
    _of(list.insert, [], 0, 1),
    _of(list),
    _of(list, (1,)),
    *[_of(getattr(tuple, name), (1,), 1) for name in _SEQUENCE],
    _of(tuple),
    _of(tuple, [1]),
    *_text(str, "", "a"),
    *[_of(getattr(str, name), "a") for name in (*_CASES, *_TESTS, *_MORE_TESTS)],
    _of(str, 1),
    _of(str.translate, "a", {}),
    _of(str.format, "{}", 1),
    _of(str.format_map, "{a}", {"a": 1}),
    *_blob(bytes),
    *_blob(bytearray),
    _of(bytearray.extend, bytearray(), b"a"),
    _of(bytearray.insert, bytearray(), 0, 1),
    _of(bytearray.pop, bytearray(b"a")),
    _of(bytearray.remove, bytearray(b"a"), 97),
    *[_of(getattr(bytearray, name), bytearray(b"a")) for name in ("reverse", "copy")],
    _of(dict),
    _of(dict, {1: 1}),
    *[_of(getattr(dict, name), {1: 1}) for name in ("copy", "clear")],
    _of(dict.update, {}, {1: 1}),
    _of(dict.fromkeys, [1]),
    _of(collections.OrderedDict),
    _of(collections.OrderedDict.copy, collections.OrderedDict({1: 1})),
    _of(collections.OrderedDict.update, collections.OrderedDict(), {1: 1}),
    _of(collections.OrderedDict.fromkeys, [1]),
    _of(collections.defaultdict),
    _of(collections.defaultdict.copy, collections.defaultdict(int, {1: 1})),
    _of(collections.Counter),
    _of(collections.Counter.update, collections.Counter(), [1]),
    *_sets(frozenset),
    *_sets(set),
    _of(set.copy, {1}),
    _of(set.clear, {1}),
    *[
        _of(getattr(set, name), {1}, {1})
        for name in ("update", "intersection_update", "difference_update", "symmetric_difference_update")
    ],
    _of(collections.deque),
    *[_of(getattr(collections.deque, name), collections.deque([1]), 1) for name in (*_SEQUENCE, "remove")],
    *[
        _of(getattr(collections.deque, name), collections.deque([1]), [1])
        for name in ("extend", "extendleft")
    ],
    *[_of(getattr(collections.deque, name), collections.deque([1])) for name in ("reverse", "copy", "clear")],
    _of(collections.deque.rotate, collections.deque([1]), 1),
    _of(collections.deque.insert, collections.deque(), 0, 1),
    _of(int, "1"),
    _of(int, 1),
    _of(int.to_bytes, 1, 1, "big"),
    _of(int.from_bytes, b"1", "big"),
    _of(int.bit_count, 1),
    _of(float, "1"),
    _of(pow, 3, 2),
    _of(pow, 3, 2, 5),
    _of(pow, 3, 0, 5),
    _of(divmod, 7, 2),
    *[_of(each, 1) for each in (hex, oct, bin)],
    *[_of(each, [1]) for each in (sorted, min, max, sum, any, all)],
    *[_of(each, 1, 2) for each in (min, max)],
    *[_of(each, 1) for each in (repr, ascii, format, copy.copy, copy.deepcopy)],
    _of(copy.copy, [1]),
    _of(heapq.heappush, [], 1),
    _of(heapq.heappop, [1]),
    *[_of(each, [1], 2) for each in (heapq.heappushpop, heapq.heapreplace)],
    _of(heapq.heapify, [1]),
    *[_of(each, 1, [1]) for each in (heapq.nlargest, heapq.nsmallest)],
    *[
        _of(each, [], 1)
        for each in (bisect.bisect_left, bisect.bisect_right, bisect.insort_left, bisect.insort_right)
    ],
    _of(functools.reduce, operator.add, [1]),
    _of(math.fsum, [1.0]),
    _of(math.prod, [1]),
    _of(math.gcd, 4, 6),
    _of(math.lcm, 4, 6),
    *[_of(each, 4) for each in (math.isqrt, math.factorial)],
    *[_of(each, 4, 2) for each in (math.comb, math.perm)],
    _of(io.StringIO, ""),
    (io.StringIO.write, lambda: (io.StringIO(), "a")),
    *[(getattr(io.StringIO, name), lambda: (io.StringIO("a"),)) for name in ("read", "getvalue")],
    _of(io.BytesIO, b""),
    (io.BytesIO.write, lambda: (io.BytesIO(), b"a")),
    *[(getattr(io.BytesIO, name), lambda: (io.BytesIO(b"a"),)) for name in ("read", "getvalue")],
    *[(getattr(memoryview, name), lambda: (memoryview(b"a"),)) for name in ("tobytes", "tolist")],
    _of(array.array, "i"),
    *[_of(getattr(array.array, name), array.array("i", [1]), 1) for name in (*_SEQUENCE, "remove")],
    *[
        _of(getattr(array.array, name), array.array("i", [1]))
        for name in ("reverse", "pop", "tolist", "tobytes")
    ],
    _of(array.array.extend, array.array("i"), array.array("i", [1])),
    _of(array.array.insert, array.array("i"), 0, 1),
)
