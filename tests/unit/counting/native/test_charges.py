"""Charges follow the sizes of operands and how far an operation went."""

from __future__ import annotations

import bisect
import copy
import functools
import heapq
import itertools
import math
import re
import sys
import tracemalloc
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from slowpath.counting.ledger import Ledger
from slowpath.counting.native import hooks
from slowpath.counting.native._hooks import HEAVY, NEGLIGIBLE
from slowpath.counting.native.rules import conversion
from slowpath.counting.native.units import UNITS
from slowpath.errors import BudgetExceeded
from slowpath.model.site import Site, SiteKind
from tests.unit.counting.native.meter import SITE, Meter

NUMBERS = list(range(1000, 1400))
MODULUS = sys.hash_info.modulus


def milli(unit: str, elements: int) -> int:
    work = UNITS[unit] * elements // 1000
    return work if work >= NEGLIGIBLE else 0


def total(**elements: int) -> int:
    """Return the work of several units; `a__b` names the unit a.b."""
    return sum(UNITS[name.replace("__", ".")] * count for name, count in elements.items()) // 1000


CALLS: list[tuple[Callable[..., Any], tuple[Any, ...], int]] = [
    # searches go as far as they go
    (str.find, ("x" * 500, "y"), milli("scan.character", 500)),
    (str.find, ("x" * 300 + "y" * 200, "y"), milli("scan.character", 301)),
    (str.find, ("x" * 300 + "y" * 200, "y", 200), milli("scan.character", 101)),
    (str.find, ("x" * 500, "y", 450), milli("scan.character", 50)),
    (str.find, ("x" * 500, "y", 10, 90), milli("scan.character", 80)),
    (str.find, ("x" * 500, "y", -50), milli("scan.character", 50)),
    (str.find, ("ab" * 50, "ba"), milli("scan.text", 3)),
    (str.find, ("abc", "x", 10), 0),
    (str.rfind, ("x" * 300 + "y" + "x" * 99, "y"), milli("scan.character", 100)),
    (str.rfind, ("x" * 400, "yy"), milli("scan.back", 400)),
    (str.count, ("x" * 500, "y", 100), milli("count.character", 400)),
    (str.count, ("x" * 500, "yy", 100), milli("scan.count", 400)),
    (bytes.find, (b"x" * 500, 120), milli("scan.character", 1)),
    (list.index, (NUMBERS, 1007), milli("scan.sequence", 8)),
    (list.index, (NUMBERS, 1307, 300), milli("scan.sequence", 8)),
    (list.count, (NUMBERS, 5), milli("scan.sequence", 400)),
    (deque.index, (deque(NUMBERS), 1007), milli("scan.sequence", 8)),
    # lists move what lies behind
    (list.pop, (list(NUMBERS),), 0),
    (list.pop, (list(NUMBERS), 0), milli("move.delete", 400)),
    (list.pop, (list(NUMBERS), 390), milli("move.delete", 10)),
    (list.insert, (list(NUMBERS), 0, 5), milli("move.insert", 400)),
    (list.insert, (list(NUMBERS), 400, 5), 0),
    (list.insert, (list(NUMBERS), -10, 5), milli("move.insert", 10)),
    (list.extend, ([], NUMBERS), milli("append", 400)),
    (list.extend, ([], (x for x in NUMBERS)), milli("append", 400)),
    (list.copy, (NUMBERS,), milli("copy.sequence", 400)),
    (list.reverse, (list(NUMBERS),), milli("list.reverse", 400)),
    (deque.rotate, (deque(NUMBERS), -3), milli("deque.move", 3)),
    # texts
    (str.format, ("{}", "x" * 500), (UNITS["format"] * 2 + UNITS["copy.text"] * 500) // 1000),
    (str, ("x" * 500,), 0),
    (str.replace, ("a" * 100, "b", "c"), milli("scan.character", 100)),
    (str.replace, ("a" * 100, "b", "cd"), milli("count.character", 100)),
    (str.replace, ("a" * 100, "bc", "d"), milli("scan.count", 100)),
    (str.replace, ("ab" * 50, "b", "cd"), total(count__character=100, copy__text=150, text__hit=50)),
    (str.replace, ("ab" * 50, "b", "c"), total(scan__character=100, copy__text=100, text__hit=50)),
    (str.replace, ("ab" * 50, "ab", "c", 3), total(scan__count=6, copy__text=97, text__hit=3)),
    (str.replace, ("ab" * 50, "ab", "cd", 3), total(scan__text=6, copy__text=100, text__hit=3)),
    (str.replace, ("ab" * 50, "ab", "c", 0), 0),
    (str.replace, ("ab" * 50, "ab", "c", 70), total(scan__count=100, copy__text=50, text__hit=50)),
    (bytes.replace, (b"ab" * 50, b"ab", b"c", 3), total(scan__count=6, copy__text=97, text__hit=3)),
    (bytes.replace, (b"ab" * 50, b"ab", b"cd"), total(scan__text=100, copy__text=100, text__hit=50)),
    (str.count, ("ab" * 50, "b"), total(count__character=100, text__count=50)),
    (str.ljust, ("x", 400), total(new__text=1, fill__text=400)),
    (str.strip, ("  " + "x" * 100,), (UNITS["text.strip"] * 2 + UNITS["copy.text"] * 100) // 1000),
    (str.strip, ("x" * 100,), 0),
    (str.startswith, ("x" * 300, "x" * 200), milli("equal.text", 200)),
    (str.startswith, ("x" * 300, "y" * 200), 0),
    (str.isdigit, ("1" * 60 + "x" * 100,), milli("text.test", 60)),
    (str.isdigit, ("1" * 60,), milli("text.test", 60)),
    (str.lower, ("X" * 100,), milli("text.case", 100)),
    (str.lower, ("É" * 100,), milli("text.fold", 100)),
    (str.encode, ("x" * 1000,), milli("copy.text", 1000)),
    # iterators drained by C code
    (list, (NUMBERS,), milli("build.list", 400)),
    (
        list,
        (zip(NUMBERS, NUMBERS[:90], strict=False),),
        total(build__list=90, lazy__step=90, new__tuple=90),
    ),
    (sum, (NUMBERS,), milli("sum", 400)),
    (sum, (([1, 2] for _ in range(100)), []), milli("copy.sequence", 100 * 101)),
    (sum, (([1, 2] for _ in range(100)), [0] * 300), milli("copy.sequence", 100 * 101 + 100 * 300)),
    (sum, (((1, 2) for _ in range(100)), ()), milli("copy.sequence", 100 * 101)),
    (sum, (map(abs, NUMBERS),), (UNITS["sum"] + UNITS["map.call"]) * 400 // 1000),
    (any, ([0] * 30 + [1] * 50,), milli("truth", 31)),
    (all, ([0] * 30,), milli("truth", 1)),
    (all, ([1] * 30,), milli("truth", 30)),
    (any, (map(bool, [0] * 30 + [1] * 50),), (UNITS["truth"] + UNITS["map.call"]) * 31 // 1000),
    (any, ((x for x in [0, 1]),), 0),
    (any, (filter(None, [0] * 30),), (UNITS["truth"] + UNITS["lazy.step"]) * 30 // 1000),
    (list, (enumerate(map(abs, NUMBERS)),), total(build__list=400, lazy__step=400, new__tuple=400)),
    (
        list,
        (zip(NUMBERS, map(abs, NUMBERS[:90]), strict=False),),
        total(build__list=90, lazy__step=90, new__tuple=90),
    ),
    (min, (NUMBERS,), total(extreme__call=1, minimum=400)),
    (min, (1, 2), total(extreme__call=1, minimum=2)),
    (functools.reduce, (max, NUMBERS), milli("map.call", 400)),
    (functools.reduce, (max, iter(NUMBERS)), milli("map.call", 400)),
    (tuple, ((1, 2),), 0),
    # sorting by runs
    (sorted, (NUMBERS,), milli("sort.element", 400)),
    (sorted, (NUMBERS[::-1],), milli("sort.element", 400)),
    (sorted, (NUMBERS * 2,), (UNITS["sort.element"] * 800 + UNITS["sort.compare"] * 800) // 1000),
    (sorted, ([*NUMBERS, 7],), total(sort__element=401, sort__compare=1 + 8 + 401 // 256 - 1)),
    (list.sort, ([3, 1] * 8,), total(sort__element=16, sort__compare=16 * 3)),
    (sorted, ([(x, object()) for x in range(20)],), total(sort__element=20)),
    # sets and dicts
    (set, (NUMBERS,), total(new__set=1, set__add=400)),
    (set, (set(NUMBERS),), total(new__set=1, copy__set=400)),
    (set.update, (set(), set(NUMBERS)), milli("copy.set", 400)),
    (set.update, ({1}, set(NUMBERS)), milli("set.add", 400)),
    (dict, (dict.fromkeys(NUMBERS),), total(new__set=1, copy__dict=400)),
    (dict, ([(x, x) for x in NUMBERS],), total(new__set=1, dict__set=400)),
    (dict.update, ({}, dict.fromkeys(NUMBERS)), milli("copy.dict", 400)),
    (dict.update, ({1: 1}, dict.fromkeys(NUMBERS)), milli("dict.set", 400)),
    (dict.fromkeys, (NUMBERS,), total(new__set=1, dict__set=400)),
    (Counter, (NUMBERS,), total(new__set=1, count__element=400)),
    (set.intersection, (set(NUMBERS), set(NUMBERS[:7])), milli("set.lookup", 7)),
    (set.issubset, (set(NUMBERS[:7]), set(NUMBERS)), milli("equal.set", 7)),
    (set.union, (set(NUMBERS), NUMBERS[:7]), (UNITS["copy.set"] * 400 + UNITS["set.add"] * 7) // 1000),
    # heaps and bisection
    (heapq.heappop, (list(NUMBERS),), milli("heap.step", 9)),
    (heapq.heappush, (list(NUMBERS), 10**6), milli("heap.rise", 1)),
    (heapq.heappush, (list(NUMBERS[:255]), -1), milli("heap.rise", 9)),
    (bisect.bisect_left, (NUMBERS, 7), milli("bisect.step", 9)),
    (bisect.insort, (NUMBERS[:255], 1001), total(bisect__step=8, move__insert=254)),
    # large ints
    (int, ("12",), milli("int.parse", 1)),
    (int, ("7" * 90,), total(int__parse=1, int__from_text=121, text__code=180)),
    (int, ("f" * 90, 16), total(int__parse=1, text__code=180)),
    (int, ("0x" + "f" * 88, 0), total(int__parse=1, text__code=180)),
    (int, (b" -0B" + b"1" * 86, 0), total(int__parse=1, text__code=180)),
    (int, ("7" * 90, 0), total(int__parse=1, int__from_text=121, text__code=180)),
    (int, ("0" * 90,), total(int__parse=1, int__from_text=1, text__code=180)),
    (int, (12,), 0),
    (str, (7,), UNITS["repr"] // 1000),
    (pow, (3, 4), 0),
    (divmod, (1 << 299, 1 << 149), total(int__divide=6 * 5, int__normalize=5, int__new=1)),
    (math.gcd, (12, 18), 0),
    (math.gcd, (1 << 2999, 3 << 2900), total(int__divide=4 * 97, int__normalize=97, int__gcd=97 * 97)),
    (math.gcd, (1 << 2999, 7), total(int__divide_small=100, int__gcd=1)),
    (math.isqrt, (1 << 2999,), (total(int__divide=51 * 25, int__normalize=25)) * 1000 // 3 * 4 // 1000),
    (math.factorial, (5,), 0),
    (math.prod, ([1 << 59] * 100,), total(sum=100, int__multiply=197 * 197 // 2)),
]


@pytest.mark.parametrize(
    ("function", "operands", "expected"), CALLS, ids=lambda part: getattr(part, "__name__", None)
)
def test_calls(meter: Meter, function: Callable[..., Any], operands: tuple[Any, ...], expected: int) -> None:
    if not any(isinstance(operand, Iterator) for operand in operands):  # those cannot be used twice
        assert meter.charged("call", function, *copy.deepcopy(operands)) == expected
    bound = getattr(operands[0], "__class__", None) is getattr(function, "__objclass__", 0)
    if bound:
        assert meter.charged("method", function.__name__, operands[0], *operands[1:]) == expected
    else:
        assert meter.charged("call", function, *operands) == expected


@pytest.mark.parametrize("position", [0, 1, 30, 399])
def test_remove_searches_then_moves(meter: Meter, position: int) -> None:
    expected = (UNITS["scan.sequence"] * (position + 1) + UNITS["move.delete"] * (400 - position)) // 1000
    assert meter.charged("call", list(NUMBERS).remove, 1000 + position) == expected


def test_remove_among_equal_elements_finds_the_first(meter: Meter) -> None:
    expected = (UNITS["scan.sequence"] * 2 + UNITS["move.delete"] * 29) // 1000
    assert meter.charged("call", list.remove, [1] + [7] * 29, 7) == expected


def test_operators(meter: Meter) -> None:
    half = NUMBERS[:200]
    assert meter.charged("add", half, half) == milli("copy.sequence", 400)
    assert meter.charged("add", "x" * 300, "y" * 200) == milli("copy.text", 500)
    assert meter.charged("mul", [0], 400) == milli("repeat.sequence", 400)
    assert meter.charged("iadd", list(NUMBERS), half) == milli("append", 200)
    assert meter.charged("iadd", "x" * 300, "y" * 200) == milli("copy.text", 500)
    assert meter.charged("mod", "%d%d", (10, 20)) == (UNITS["format"] + UNITS["copy.text"]) * 4 // 1000
    assert meter.charged("mod", "%s", "x" * 500) == (UNITS["format"] * 2 + UNITS["copy.text"] * 500) // 1000
    assert meter.charged("mul", "x", 400) == total(new__text=1, fill__text=400)
    assert meter.charged("bitand", set(NUMBERS), set(half)) == total(new__set=1, set__lookup=200)
    assert meter.charged("ibitor", set(NUMBERS), set(half)) == milli("set.add", 200)
    assert meter.charged("sub", 5, 7) == meter.charged("mul", 2.5, 7) == 0


@pytest.mark.parametrize("text", ["a" * 9000, b"1" * 8999 + b"a", "7" * 9000])
def test_a_text_that_is_no_int_is_only_passed_over(meter: Meter, text: str | bytes) -> None:
    with pytest.raises(ValueError, match="int"):
        meter.call(int, text)
    assert meter.work[SITE] == total(int__parse=1, text__code=18_000)


def test_large_ints(meter: Meter) -> None:
    x, y = 1 << (30 * 20 - 1), 1 << (30 * 30 - 1)
    assert meter.charged("add", x, y) == total(int__add=30, int__new=1)
    assert meter.charged("iadd", 5, y) == total(int__add=30, int__new=1)
    assert meter.charged("mul", x, y) == total(int__multiply=600, int__new=1)
    assert meter.charged("mul", x, x) == total(int__multiply=20 * 29 // 2, int__new=1)
    assert meter.charged("floordiv", y, x) == total(int__divide=11 * 20, int__normalize=20, int__new=1)
    assert meter.charged("mod", y, 7) == total(int__divide_small=30, int__new=1)
    assert meter.charged("mod", 7, y) == 0
    assert meter.charged("bitand", y, 1) == 0
    assert meter.charged("bitand", y, x) == total(int__add=20, int__new=1)
    assert meter.charged("bitand", y, -1) == total(int__add=30, int__new=1)
    assert meter.charged("lshift", 1, 3000) == total(int__add=101, int__new=1)
    assert meter.charged("pow", 2, 3000) == milli("int.multiply", 50 * 59 // 2 // 3 * 4)
    assert meter.charged("eq", y, y + 1) == milli("int.add", 30)
    assert meter.charged("call", str, x) == milli("int.to_text", 400)


def test_multiplication_of_very_large_ints_grows_as_karatsuba_does(meter: Meter) -> None:
    numbers = [1 << (30 * n - 1) for n in (4_000, 8_000, 16_000)]
    for costs in (
        [meter.charged("mul", x, x + 1) for x in numbers],
        [meter.charged("mul", x, x) for x in numbers],
    ):
        assert all(2.9 < larger / smaller < 3.1 for smaller, larger in itertools.pairwise(costs))


def test_membership(meter: Meter) -> None:
    assert meter.charged("contains", 1007, NUMBERS) == milli("scan.sequence", 8)
    assert meter.charged("contains", 7, tuple(NUMBERS)) == milli("scan.sequence", 400)
    assert meter.charged("contains", 1007, deque(NUMBERS)) == milli("scan.sequence", 8)
    assert meter.charged("contains", 1007, dict(enumerate(NUMBERS)).values()) == milli("scan.sequence", 8)
    assert meter.charged("contains", "y", "x" * 300 + "y") == milli("scan.character", 301)
    assert meter.charged("contains", b"y", b"x" * 300 + b"y") == milli("scan.character", 301)
    assert meter.charged("contains", 1007, set(NUMBERS)) == 0
    assert meter.charged("contains", 1007, range(2000)) == 0
    assert meter.charged("contains", 7.5, range(2000)) == milli("scan.sequence", 2000)


def test_keys_of_one_hash_are_compared(meter: Meter) -> None:
    clashing = {MODULUS * i + 5: i for i in range(1, 31)}
    assert meter.charged("contains", MODULUS * 40 + 5, clashing) == milli("collision", 30)
    # a set's probing comes to some entries again
    assert (
        milli("collision", 30)
        <= meter.charged("contains", MODULUS * 40 + 5, set(clashing))
        < milli("collision", 60)
    )
    assert meter.charged("contains", MODULUS * 40 + 6, clashing) == 0
    expected = total(new__set=1, set__add=30, collision=30 * 29 // 2)
    assert meter.charged("call", set, list(clashing)) == expected


def test_comparisons(meter: Meter) -> None:
    longer = [*NUMBERS, 1]
    assert meter.charged("eq", NUMBERS, [int(str(x)) for x in NUMBERS]) == milli("equal.sequence", 400)
    assert meter.charged("eq", NUMBERS, longer) == 0
    assert meter.charged("ne", NUMBERS, [*NUMBERS[:9], -1, *NUMBERS[10:]]) == milli("equal.sequence", 10)
    assert meter.charged("lt", NUMBERS, longer) == milli("equal.sequence", 400)
    assert meter.charged("eq", "x" * 500, "x" * 300 + "y" * 200) == milli("equal.text", 300)
    assert meter.charged("eq", "x" * 500, "x" * 501) == 0
    assert meter.charged("eq", dict.fromkeys(NUMBERS), dict.fromkeys(NUMBERS)) == milli("equal.dict", 400)
    assert meter.charged("le", set(NUMBERS[:9]), set(NUMBERS)) == milli("equal.set", 9)
    assert meter.charged("eq", [[1, 2, 3]], [[1, 2, 3]]) == milli("equal.sequence", 4)


def test_values_that_are_one_and_the_same_are_not_compared(meter: Meter) -> None:
    shared = list(NUMBERS)
    once = milli("equal.dict", 1)
    assert meter.charged("eq", {"a": shared}, {"a": shared}) == once
    assert meter.charged("eq", {"a": shared}, {"a": list(NUMBERS)}) == total(
        equal__dict=1, equal__sequence=400
    )
    linked: list[dict[str, object]] = [{"number": number} for number in range(30)]
    for one, two in itertools.pairwise(linked):
        one["next"], two["before"] = two, one
    assert meter.charged("ne", linked[9], linked[9]) == milli("equal.dict", 3)


def test_new_values_and_slices(meter: Meter) -> None:
    assert meter.charged("made", NUMBERS[10:60]) == milli("copy.sequence", 50)
    assert meter.charged("made", "x" * 500) == milli("copy.text", 500)
    assert meter.charged("made", 5) == 0
    deleted = (UNITS["copy.sequence"] + UNITS["move.delete"] * 399) // 1000
    assert meter.charged("delitem", list(NUMBERS), 0) == deleted
    assert meter.charged("delitem", list(NUMBERS), -1) == milli("copy.sequence", 1)
    deleted = (UNITS["copy.sequence"] * 100 + UNITS["move.delete"] * 200) // 1000
    assert meter.charged("delitem", list(NUMBERS), slice(100, 200)) == deleted
    assert meter.charged("delitem", bytearray(400), slice(0, 10)) == 0
    stored = (UNITS["copy.sequence"] * 3 + UNITS["move.delete"] * 400) // 1000
    assert meter.charged("setslice", [1, 2, 3], list(NUMBERS), slice(0, 0)) == stored


def test_text_grows_in_place_only_where_the_local_variable_owns_it(meter: Meter) -> None:
    grown = meter.hooks["grown"]

    def alone(text: str) -> str:
        for _ in range(50):
            text += grown(SITE, text, "y")
        return text

    def shared(text: str) -> str:
        for _ in range(50):
            kept = text
            text += grown(SITE, text, "y")
        return kept

    alone("x" * 1000 + str(meter))
    spent = meter.work[SITE]
    assert spent <= milli(
        "copy.text", 1200 + 50
    )  # one copy at most: the argument's first owner is the caller
    shared("x" * 1000)
    assert meter.work[SITE] - spent >= milli("copy.text", 50 * 1000)


def test_a_sum_that_is_assigned_copies_what_grows_in_place(meter: Meter) -> None:
    """`x += y` extends a list, `x = x + y` builds another."""
    half = NUMBERS[:200]
    assert meter.charged("grown", list(NUMBERS), half) == milli("append", 200)
    assert meter.charged("summed", list(NUMBERS), half) == milli("copy.sequence", 600)
    assert meter.charged("summed", deque(NUMBERS), deque(half)) == milli("copy.sequence", 600)
    assert meter.charged("grown", bytearray(400), bytes(200)) == milli("copy.text", 200)
    assert meter.charged("summed", bytearray(400), bytes(200)) == milli("copy.text", 600)
    assert meter.charged("grown", array("i", NUMBERS), array("i", half)) == milli("copy.text", 200)
    assert meter.charged("summed", array("i", NUMBERS), array("i", half)) == milli("copy.text", 600)
    assert meter.charged("summed", tuple(NUMBERS), tuple(half)) == milli("copy.sequence", 600)


def test_negligible_work_is_not_charged(meter: Meter) -> None:
    assert UNITS["copy.text"] < NEGLIGIBLE * 1000
    assert meter.charged("made", "x") == 0


def test_a_large_charge_is_announced(meter: Meter) -> None:
    meter.call(sorted, list(range(100_000)))
    assert meter.heavy == [meter.work[SITE]]
    assert meter.heavy[0] >= HEAVY


def test_work_beyond_64_bits(meter: Meter) -> None:
    meter.work[SITE] = 2**63 - 1
    assert meter.charged("call", list, NUMBERS) == milli("build.list", 400)


def test_patterns_of_an_unknown_source_are_lost(meter: Meter) -> None:
    pattern = re.Scanner([("a+", None)]).scanner  # type: ignore[attr-defined]
    meter.call(pattern.match, "aa")
    meter.method("match", pattern, "aa")
    assert meter.lost == {(SITE, "re.Pattern.match"): 2}
    assert meter.work[SITE] == 0


def test_a_failing_call_is_charged_as_a_search_in_vain(meter: Meter) -> None:
    with pytest.raises(ValueError, match="not in list"):
        meter.call(NUMBERS.index, 5)
    assert meter.work[SITE] == milli("scan.sequence", 400)


def test_deep_copies_count_their_objects(meter: Meter) -> None:
    tree = [[1, 2], [3, 4], {"k": [5]}]
    assert meter.charged("call", copy.deepcopy, tree) == milli("copy.node", 5 + 6)


def test_conversion_of_decimal_text_is_quadratic_up_to_a_limit() -> None:
    assert conversion(100, 600) == 10_000
    assert conversion(1_200, 600) == (3 * 600**2 if sys.version_info >= (3, 12) else 1_200**2)


def test_a_rule_that_fails_changes_nothing_and_is_reported() -> None:
    from slowpath.counting.native import _hooks
    from slowpath.counting.native.formula import ruled

    def broken(*operands: Any) -> int:
        raise ZeroDivisionError

    failures: list[Any] = []
    old, sys.unraisablehook = sys.unraisablehook, failures.append
    try:
        units = tuple(UNITS[name] for name in _hooks.UNITS)
        formulas, idle = {len: ruled(broken)}, lambda *operands: 0
        owner = _hooks.Hooks([0], formulas, units, lambda milli: None, {}, (), idle, idle, idle)
        assert owner.call(0, len, [1, 2]) == 2
    finally:
        sys.unraisablehook = old
    assert [failure.exc_type for failure in failures] == [ZeroDivisionError]


class Radd:
    def __radd__(self, other: Any) -> Any:
        return other * 2


def raising() -> Iterator[list[int]]:
    yield [1]
    raise KeyError("here")


@pytest.mark.parametrize(
    ("addends", "start"),
    [
        (lambda: iter([[1], [2]]), []),
        (lambda: ([each] for each in "ab"), ["c"]),
        (lambda: {(1,): 2, (3,): 4}, ()),
        (lambda: iter([]), [7]),
        (lambda: iter([[1], (2,)]), []),  # a TypeError in the middle
        (lambda: iter([[1], Radd()]), []),
        (lambda: iter([Radd(), [1]]), ()),
        (raising, []),
        (lambda: 5, []),
    ],
)
def test_sums_of_sequences_are_those_of_the_interpreter(
    meter: Meter, addends: Callable[[], Any], start: Any
) -> None:
    counted = functools.partial(meter.call, sum)
    assert outcome(lambda: counted(addends(), start)) == outcome(lambda: sum(addends(), start))
    assert outcome(lambda: counted(addends(), start=start)) == outcome(lambda: sum(addends(), start=start))
    assert start in ([], ["c"], [7], ())  # it is not changed


def outcome(action: Callable[[], Any]) -> Any:
    try:
        return action()
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize(
    ("hook", "operands"),
    [
        ("mul", ([0], 10**8)),
        ("mul", (10**8, (0, 1))),
        ("imul", ("ab", 10**9)),
        ("pow", (10, 10**8)),
        ("ipow", (7**50, 10**7)),
    ],
)
def test_work_beyond_the_budget_does_not_begin(hook: str, operands: tuple[Any, Any]) -> None:
    """It would take gigabytes, or minutes, before it is charged."""
    ledger = Ledger()
    ledger.extend([Site(0, SiteKind.NATIVE, "file.py", 1, "f", 0)])
    native = hooks(ledger.work, ledger.heavy, ledger.uncounted, ledger.left)
    ledger.start(1_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(BudgetExceeded):
            native[hook](0, *operands)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()
    assert ledger.ops() > 1_000_000


@pytest.mark.parametrize(
    ("hook", "operands"), [("mul", ([0], 10**5)), ("imul", ("ab", 10**6)), ("pow", (3, 10**4))]
)
def test_work_within_the_budget_is_charged_once(hook: str, operands: tuple[Any, Any]) -> None:
    ledger = Ledger()
    ledger.extend([Site(0, SiteKind.NATIVE, "file.py", 1, "f", 0)])
    native = hooks(ledger.work, ledger.heavy, ledger.uncounted, ledger.left)
    costs = []
    for budget in (None, 10**7, 10**9):
        ledger.start(budget)
        native[hook](0, *operands)
        costs.append(ledger.ops())
    assert costs[0] > 0
    assert len(set(costs)) == 1


def test_what_no_memory_can_hold_is_refused_by_the_operator_itself(meter: Meter) -> None:
    with pytest.raises(MemoryError):
        meter.charged("mul", [0], 2**62)
    with pytest.raises(OverflowError):
        meter.charged("mul", [0], 2**70)
