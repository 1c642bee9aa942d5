"""An instance of a subclass is charged as the value of its builtin type, whatever its methods do."""

from __future__ import annotations

import bisect
import functools
import heapq
import math
import sys
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import pytest

from slowpath.counting.native import OPERATORS
from tests.unit.counting.native.meter import Meter

ASKED: list[str] = []


def _own(name: str) -> Callable[..., Any]:
    def method(self: int, *others: Any) -> Any:
        ASKED.append(name)
        return getattr(int, name)(self, *others)

    return method


ARITHMETIC = [f"__{name.removeprefix('bit')}__" for name in OPERATORS.values()]
METHODS = [
    *ARITHMETIC,
    "__eq__",
    "__lt__",
    "__hash__",
    "__bool__",
    "__index__",
    "__int__",
    "__str__",
    "__repr__",
]
Int = type(
    "Int", (int,), {name: _own(name) for name in METHODS}
)  # its methods are its own, and do as those of int


class Float(float):
    pass


class Str(str):
    pass


class Bytes(bytes):
    pass


class Bytearray(bytearray):
    pass


class List(list[Any]):
    pass


class Tuple(tuple[Any, ...]):
    pass


class Dict(dict[Any, Any]):
    pass


class Set(set[Any]):
    pass


class Frozenset(frozenset[Any]):
    pass


class Deque(deque[Any]):
    pass


OWN: dict[type, Callable[[Any], Any]] = {
    int: Int,
    float: Float,
    str: Str,
    bytes: Bytes,
    bytearray: Bytearray,
    list: lambda x: List(map(own, x)),
    tuple: lambda x: Tuple(map(own, x)),
    dict: lambda x: Dict({own(key): own(value) for key, value in x.items()}),
    set: lambda x: Set(map(own, x)),
    frozenset: lambda x: Frozenset(map(own, x)),
    deque: lambda x: Deque(map(own, x)),
}


def own(x: Any) -> Any:
    """Return the value as an instance of subclasses."""
    return OWN[type(x)](x) if type(x) in OWN else x


N = list(range(1000, 1200))
BIG, LONG, M = 1 << 2999, "ab" * 300, sys.hash_info.modulus
OPERATIONS: list[tuple[str, Any]] = [
    *((name, (BIG, 3)) for name in ("add", "sub", "mul", "floordiv", "mod", "bitor", "bitand", "bitxor")),
    *((name, (5, 3)) for name in ("add", "mul", "lshift", "pow", "iadd", "grown")),
    *((name, (7, BIG)) for name in ("add", "iadd", "grown", "imul", "isub")),
    *((name, (BIG, BIG + 1)) for name in ("eq", "lt", "mul", "grown")),
    ("pow", (3, 4000)),
    ("lshift", (1, 4000)),
    ("add", (LONG, "x")),
    ("mul", (LONG, 3)),
    ("mod", ("%s" * 4, (LONG, 1, 2.5, "x"))),
    ("eq", (LONG, LONG[:-1] + "x")),
    ("contains", ("ba", LONG)),
    ("contains", ("bb", LONG)),
    ("contains", (b"yx", b"x" * 300 + b"yx")),
    ("contains", (1100, N)),
    ("contains", (1100, tuple(N))),
    ("contains", (1100, deque(N))),
    ("contains", (1100, range(2000))),
    ("contains", (M * 99 + 5, {M * i + 5: i for i in range(1, 20)})),
    ("contains", ((M * 99 + 5, 1), {(M * i + 5, 1) for i in range(1, 20)})),
    ("eq", (N, [*N[:50], 0, *N[51:]])),
    ("ne", ([[1, 2], [3, 4]] * 9, [[1, 2], [3, 4]] * 9)),
    ("lt", (tuple(N), (*N, 1))),
    ("eq", (dict.fromkeys(N, 1), {**dict.fromkeys(N, 1), 1100: 2})),
    ("eq", ({key: [1] for key in N}, {key: [1] for key in N})),
    ("le", (set(N), {*N[:-1], -1})),
    ("sub", (set(N), {1})),
    ("bitor", (frozenset(N), {1})),
    ("bitor", ({1: 1}, dict.fromkeys(N))),
    ("iadd", (N, N)),
    ("iadd", (deque(N), N)),
    ("delitem", (N, 50)),
    ("delitem", (N, slice(Int(50), 60))),
    ("setslice", (N, N, slice(50, 60))),
    ("made", (LONG,)),
    ("made", (N,)),
    *(("call", (str.find, LONG, needle, 10, 500)) for needle in ("b", "bb", "ab")),
    ("call", (str.rfind, LONG, "bb")),
    ("call", (str.count, LONG, "b")),
    ("call", (str.replace, LONG, "ab", "xyz", 9)),
    ("call", (str.replace, LONG, "q", "xyz")),
    ("call", (str.split, LONG, "b", 5)),
    ("call", (str.partition, LONG, "b")),
    ("call", (str.strip, "  " + LONG)),
    ("call", (str.startswith, LONG, ("x", "ab"))),
    ("call", (str.isalpha, LONG + "1")),
    ("call", (str.join, ", ", [LONG, LONG])),
    ("call", (str.ljust, LONG, 900)),
    ("call", (bytes.find, b"x" * 300, 120)),
    ("call", (list.index, N, 1100)),
    ("call", (list.pop, N, 50)),
    ("call", (list.insert, N, 50, 1)),
    ("call", (list.remove, N, 1100)),
    ("call", (deque.remove, deque(N), 1100)),
    ("call", (deque.rotate, deque(N), 20)),
    ("call", (sorted, N[::-1] + N)),
    ("call", (sorted, [(x % 7, str(x)) for x in N])),
    ("call", (sorted, [x * 0.5 for x in N] + N)),
    ("call", (list, N)),
    ("call", (sum, N)),
    ("call", (sum, [[1, 2]] * 9, [])),
    ("call", (sum, [BIG] * 9)),
    ("call", (math.prod, [BIG] * 9)),
    ("call", (any, [0] * 50 + [1])),
    ("call", (all, ["x"] * 50 + [""])),
    ("call", (min, N)),
    ("call", (min, 3, 4, 5)),
    ("call", (set, [M * i + 5 for i in range(1, 20)])),
    ("call", (dict, dict.fromkeys(N))),
    ("call", (dict.update, {}, dict.fromkeys(N))),
    ("call", (Counter, N)),
    ("call", (set.intersection, set(N), {1, 2})),
    ("call", (set.issubset, set(N), {*N, 1})),
    ("call", (heapq.heappush, N, 1)),
    ("call", (bisect.bisect_left, N, 1100)),
    ("call", (bisect.insort, N, 1100)),
    ("call", (functools.reduce, max, N)),
    ("call", (math.gcd, BIG, BIG + 7)),
    ("call", (math.isqrt, BIG)),
    ("call", (str, 1234)),
    ("call", (str, BIG)),
    ("call", (str, LONG)),
    ("call", (tuple, tuple(N))),
    ("call", (frozenset, frozenset(N))),
    ("call", (str.removeprefix, LONG, "x")),
    ("call", (repr, 1234)),
    ("call", (int, "7" * 90)),
    ("call", (pow, 3, BIG, BIG + 1)),
    ("call", (divmod, BIG, 7)),
]


@pytest.mark.parametrize(("name", "operands"), OPERATIONS)
def test_charged_as_the_builtin_value(meter: Meter, name: str, operands: tuple[Any, ...]) -> None:
    plain = meter.charged(name, *(type(x)(x) if isinstance(x, list | dict | deque) else x for x in operands))
    assert meter.charged(name, *map(own, operands)) == plain


def test_methods_of_the_target_are_not_asked_for_a_charge(meter: Meter) -> None:
    asked = {}
    for how in ("plain", "hooked"):
        left, right = own(N), own([*N, -1])
        ASKED.clear()
        if how == "plain":
            left < right, any(left), max(left), sorted(left), right[-1] + left[0]
        else:
            meter.lt(left, right)
            meter.call(any, left)
            meter.call(max, left)
            meter.call(sorted, left)
            meter.add(right[-1], left[0])
        asked[how] = list(ASKED)
    assert asked["hooked"] == asked["plain"]


def test_the_total_of_all_charges(meter: Meter) -> None:
    total, reset = meter.hooks["total"], meter.hooks["reset"]
    assert total() == 0
    spent = meter.charged("call", list, N) + meter.charged("add", N, N)
    assert total() == spent > 0
    reset()
    assert total() == 0
    assert meter.charged("made", N) == total() > 0
