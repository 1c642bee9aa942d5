"""Hooks neither leak nor drop references."""

from __future__ import annotations

import gc
import sys
import tracemalloc
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from slowpath.counting.native import hooks
from tests.unit.counting.native.meter import Meter

LIST, TEXT, LARGE = [object() for _ in range(50)], "x" * 100 + "y", 1 << 500
NUMBERS = list(range(300, 400))


def failing(hook: Callable[..., Any], *operands: Any) -> None:
    with pytest.raises((ValueError, AttributeError)):
        hook(*operands)


ACTIONS: dict[str, Callable[[Meter], object]] = {
    "found": lambda meter: meter.call(TEXT.find, "y"),
    "missing": lambda meter: failing(meter.call, LIST.index, 5),
    "picked": lambda meter: meter.pick(LIST.copy)(),
    "method": lambda meter: meter.method("copy", LIST),
    "no method": lambda meter: failing(meter.method, "absent", LIST),
    "removed": lambda meter: meter.call(list(NUMBERS).remove, 399),
    "sorted": lambda meter: meter.call(sorted, NUMBERS, key=str),
    "added up": lambda meter: meter.call(sum, iter([LIST, LIST]), []),
    "not added up": lambda meter: failing(meter.call, sum, ([LIST[:1].index(each)] for each in LIST), []),
    "lazy": lambda meter: meter.call(sum, map(abs, NUMBERS)),
    "rule": lambda meter: meter.call(str, LARGE),
    "added": lambda meter: meter.add(LIST, LIST),
    "grown": lambda meter: meter.grown(TEXT, TEXT),
    "contained": lambda meter: meter.contains(LIST[-1], LIST),
    "clash": lambda meter: meter.contains(LARGE, {LARGE: 1, LARGE + sys.hash_info.modulus: 2}),
    "equal": lambda meter: meter.eq(LIST, list(LIST)),
    "subset": lambda meter: meter.le(set(NUMBERS), set(NUMBERS[1:]) | {-1}),
    "made": lambda meter: meter.made(LIST),
    "deleted": lambda meter: meter.delitem(list(LIST), 3),
    "stored": lambda meter: meter.setslice(LIST, list(LIST), slice(2, 4)),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_no_leak(meter: Meter, name: str) -> None:
    action, watched = ACTIONS[name], [LIST, LIST[0], LIST[-1], TEXT, LARGE, NUMBERS[50]]
    for _ in range(20):
        action(meter)
    gc.collect()
    before = [sys.getrefcount(x) for x in watched]
    tracemalloc.start()
    try:
        size = tracemalloc.get_traced_memory()[0]
        for _ in range(1000):
            action(meter)
        meter.heavy.clear()
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - size
    finally:
        tracemalloc.stop()
    assert [sys.getrefcount(x) for x in watched] == before
    assert grown < 4000


def test_hooks_are_collected_in_a_cycle() -> None:
    class Heavy:
        hooks: dict[str, Any]

        def __call__(self, milli: int) -> None:
            pass

    heavy = Heavy()
    heavy.hooks = hooks([0], heavy, {})
    gone = weakref.ref(heavy)
    del heavy
    gc.collect()
    assert gone() is None
