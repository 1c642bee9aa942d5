"""Hooks stay within memory, whatever they are called with and whatever the target does meanwhile."""

from __future__ import annotations

import gc
import re
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from tests.unit.counting.native.apart import run_apart
from tests.unit.counting.native.meter import Meter

METER = "from tests.unit.counting.native.meter import Meter\nmeter = Meter()\n"


@pytest.mark.parametrize(
    "operands", [(), (5, 1), (3.5, 1), ("text", "t"), (None, 1), ({1, 2}, 1), ((1, 2), 1)]
)
def test_remove_with_a_wrong_receiver(operands: tuple[Any, ...]) -> None:
    run_apart(
        f"{METER}"
        "try:\n"
        f"    meter.call(list.remove, *{operands!r})\n"
        "except TypeError:\n"
        "    assert sum(meter.work) == 0\n"
        "else:\n"
        "    raise SystemExit('no TypeError')"
    )


def test_a_site_outlives_the_call_that_is_charged_to_it() -> None:
    meter = Meter(work=[0] * 2_000)
    taken = meter.hooks["taken"](int("1000"), re.sub)

    def replacement(found: re.Match[str]) -> str:
        meter.hooks["taken"](int("1001"), re.sub)  # what stands for it charges there from now on
        return "".join(chr(code) for code in range(1_000))

    taken("a", replacement, "a a")
    assert [slot for slot, work in enumerate(meter.work) if work] == [1000]
    taken("a", "b", "a a")
    assert [slot for slot, work in enumerate(meter.work) if work] == [1000, 1001]


def test_a_picked_callable_in_a_cycle_is_collected(meter: Meter) -> None:
    class Holder(list[int]):
        waiting: Iterator[Any]

    def suspended(holder: Holder) -> Iterator[Any]:
        meter.pick(holder.index)((yield))

    holder = Holder([1])
    holder.waiting = suspended(holder)
    next(holder.waiting)
    gone = weakref.ref(holder)
    del holder
    gc.collect()
    assert gone() is None


def test_what_stands_for_others_is_collected_and_usable_to_the_end(meter: Meter) -> None:
    ended: list[object] = []

    class Last:
        """Uses all of them when the collector ends the cycle that they are in."""

        def __init__(self, **parts: Any) -> None:
            self.parts = parts
            self.me = self

        def __del__(self) -> None:
            parts = self.parts
            ended.append(next(parts["found"]).group())
            ended.append(parts["scanner"].match().group())
            ended.append(parts["taken"]("ab").group())
            ended.append(next(parts["delegate"], "closed"))

    last = Last(
        found=meter.method("finditer", re.compile("a"), "aa"),
        scanner=meter.method("scanner", re.compile("a"), "aa"),
        taken=meter.taken(re.compile("a").match),
        delegate=meter.delegate(iter_of("aa")),
    )
    gone = weakref.ref(last)
    del last
    gc.collect()
    assert ended == ["a", "a", "a", "closed"]  # the collector closes generators
    gc.collect()
    assert gone() is None


def iter_of(value: Any) -> Iterator[Any]:
    yield value


def test_the_site_is_a_number_of_the_ledger() -> None:
    run_apart(
        "import sys\n"
        "sys.unraisablehook = lambda unraisable: None\n"
        f"{METER}"
        "for site in (-1, 8, 10**30, 'x', None, 2.5):\n"
        "    meter.hooks['made'](site, [1] * 1_000)\n"
        "    meter.hooks['call'](site, list, [1] * 1_000)\n"
        "assert sum(meter.work) == 0\n"
        "meter.work.clear()\n"
        "meter.hooks['made'](3, [1] * 1_000)"
    )
