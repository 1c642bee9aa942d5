"""What a hook looks at for a charge is bounded by what the plain operation looked at.

Steps are counted where the walk is visible, and the rest runs in a process with a deadline far above what it
takes: a walk that is not bounded would take years.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest

from tests.unit.counting.native.apart import run_apart
from tests.unit.counting.native.meter import Meter
from tests.unit.counting.native.test_charges import milli

N = list(range(1000, 1400))

SHARED = """
from tests.unit.counting.native.meter import Meter

class List(list):
    def __eq__(self, other):
        return True

class Tuple(tuple):
    def __eq__(self, other):
        return True
    __hash__ = None

class Dict(dict):
    def __eq__(self, other):
        return True

def nested(kind, levels=40):
    box = kind()
    for _ in range(levels):
        box = kind({key: box for key in range(4)} if issubclass(kind, dict) else [box] * 4)
    return box

meter = Meter()
"""


@pytest.mark.parametrize("kind", ["List", "Tuple", "Dict"])
def test_what_a_class_compares_in_its_own_way_is_walked_once(kind: str) -> None:
    run_apart(
        f"{SHARED}"
        f"assert meter.eq(nested({kind}), nested({kind}))\n"
        f"assert meter.eq([nested({kind})], [nested({kind})])\n"
        f"assert meter.contains(nested({kind}), [nested({kind})])\n"
        "assert 0 < meter.work[3] < 10_000_000"
    )


def test_plain_values_below_such_a_class_are_walked_once() -> None:
    run_apart(
        f"{SHARED}"
        "assert meter.eq(List([nested(dict)]), List([nested(dict)]))\n"
        "assert 0 < meter.work[3] < 10_000_000"
    )


def test_equal_values_are_charged_as_often_as_they_are_compared(meter: Meter) -> None:
    one, other = [1, 2, 3], [1, 2, 3]
    once = meter.charged("eq", [one], [other])
    assert meter.charged("eq", [one] * 9, [other] * 9) == 9 * once


def test_an_iterator_that_feeds_many_is_looked_at_once() -> None:
    run_apart(
        f"{SHARED}"
        "items = iter([1] * 1_000)\n"
        "for _ in range(18):\n"
        "    items = zip(*[items, items, iter(range(9))] * 3)\n"
        "meter.call(list, items)"
    )


def test_elements_behind_nested_iterators(meter: Meter) -> None:
    plain = meter.charged("call", sum, iter(N))
    assert plain == milli("sum", len(N))
    both = meter.charged("call", set, zip(enumerate(N), map(str, N), strict=False))
    assert both == meter.charged("call", set, zip(N, N, strict=False))


@pytest.mark.parametrize("kind", [dict.fromkeys, set, frozenset, OrderedDict.fromkeys])
def test_unequal_tables_are_looked_at_up_to_the_first_difference(meter: Meter, kind: Any) -> None:
    unit = "equal.set" if kind in (set, frozenset) else "equal.dict"
    assert meter.charged("eq", kind(range(5_000)), kind(range(1, 5_001))) == milli(unit, 1)
    assert meter.charged("ne", kind([*N[:-1], -1]), kind(N)) >= milli(unit, 1)


@pytest.mark.parametrize("kind", [dict.fromkeys, OrderedDict.fromkeys])
def test_unequal_dicts_are_looked_at_in_order(meter: Meter, kind: Any) -> None:
    assert meter.charged("eq", kind([*N[:70], -1]), kind([*N[:70], -2])) == milli("equal.dict", 71)
    assert meter.charged("eq", kind([(1, x) for x in N[:9]]), kind([(1, x) for x in N[1:10]])) == milli(
        "equal.dict", 1
    )
    assert meter.charged("eq", kind([(1, x) for x in N[:9]]), kind([(1, x) for x in [*N[:8], 7]])) == milli(
        "equal.dict", 9
    )
    other = dict(reversed(kind([*N, -1]).items()))
    assert meter.charged("ne", kind([*N, -2]), other) == milli("equal.dict", len(N) + 1)


def test_comparing_large_tables_takes_no_longer_than_a_look() -> None:
    run_apart(
        f"{SHARED}"
        "one, other = range(1_000_000), range(1, 1_000_001)\n"
        "for kind in (set, frozenset, dict.fromkeys):\n"
        "    a, b = kind(one), kind(other)\n"
        "    for _ in range(100_000):\n"  # a walk over all of it would take 20 minutes
        "        meter.eq(a, b)\n"
    )
