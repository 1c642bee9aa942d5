"""Functions that keep something from one call to the next, so that a second call may cost less, or more."""

from __future__ import annotations

import functools
import random
from array import array
from collections import OrderedDict, defaultdict, deque
from typing import Any

MEMO: dict[int, int] = {}
NESTED: dict[str, dict[str, Any]] = {"memo": {"calls": 0}}
STEPS = [0, 0]
SEEN: set[int] = set()
RECENT: deque[int] = deque([0], maxlen=3)
ORDER: OrderedDict[int, int] = OrderedDict(((1, 1), (2, 2), (3, 3)))
GROUPS: defaultdict[int, list[int]] = defaultdict(list)
BUFFER = bytearray(b"\0\0")
NUMBERS = array("q", [0])
count = 0
dice = random.Random(7)


def _work(n: int) -> int:
    total = 0
    for number in range(n):
        total += number
    return total


@functools.lru_cache(maxsize=4)
def _bounded(n: int) -> int:
    return n if n < 2 else _bounded(n - 1) + _bounded(n - 2)


@functools.cache
def _cached(n: int) -> int:
    return n if n < 2 else _cached(n - 1) + _cached(n - 2)


def lru_cache(n: int) -> int:
    return _bounded(n)


def cache(n: int) -> int:
    return _cached(n)


def module_dict(n: int) -> int:
    if n not in MEMO:
        MEMO[n] = _work(40)
    return MEMO[n]


def global_counter(n: int) -> int:
    global count
    count += 1
    return _work(count * 10)


def default_argument(n: int, memo: dict[int, int] = {}) -> int:  # noqa: B006
    if n not in memo:
        memo[n] = _work(40)
    return memo[n]


def keyword_default(n: int, *, seen: list[int] = []) -> int:  # noqa: B006
    seen.append(n)
    return _work(10 * len(seen))


class Kept:
    memo: dict[int, int] = {}  # noqa: RUF012
    calls = 0

    def __init__(self) -> None:
        self.level = 0

    @functools.cached_property
    def table(self) -> int:
        return _work(50)

    @staticmethod
    @functools.cache
    def squared(n: int) -> int:
        return _work(n)


class Slotted:
    __slots__ = ("level",)

    def __init__(self) -> None:
        self.level = 0


class Memory(dict[int, int]):
    """A container of the target's own."""


kept, slotted, memory = Kept(), Slotted(), Memory()


def class_dict(n: int) -> int:
    if n not in Kept.memo:
        Kept.memo[n] = _work(40)
    return Kept.memo[n]


def class_counter(n: int) -> int:
    Kept.calls += 1
    return _work(Kept.calls * 10)


def new_class_attribute(n: int) -> int:
    if not hasattr(Kept, "late"):
        Kept.late = _work(40)  # type: ignore[attr-defined]
    return n


def instance_attribute(n: int) -> int:
    kept.level += 1
    return _work(kept.level * 10) + kept.table


def slot(n: int) -> int:
    slotted.level += 1
    return _work(slotted.level * 10)


def subclass(n: int) -> int:
    if n not in memory:
        memory[n] = _work(40)
    return memory[n]


def static_cache(n: int) -> int:
    return Kept.squared(n)


def nested(n: int) -> int:
    NESTED["memo"]["calls"] += 1  # no container changes its size
    return _work(NESTED["memo"]["calls"] * 10)


def in_place(n: int) -> int:
    STEPS[1] += 1
    BUFFER[0] += 1
    NUMBERS[0] += 1
    return _work(10 * (STEPS[1] + BUFFER[0] + NUMBERS[0]))


def other_containers(n: int) -> int:
    SEEN.add(len(SEEN))
    RECENT.append(len(SEEN))
    GROUPS[1].append(n)
    return _work(10 * len(SEEN) + RECENT[0] + len(GROUPS[1]))


def reordered(n: int) -> int:
    ORDER.move_to_end(next(iter(ORDER)))
    return _work(10 * next(iter(ORDER)))


def _remembering(function: Any) -> Any:
    memo: dict[int, int] = {}
    calls = 0

    @functools.wraps(function)
    def remembered(n: int) -> int:
        nonlocal calls
        calls += 1
        if n not in memo:
            memo[n] = function(n)
        return memo[n] + _work(calls)

    return remembered


@_remembering
def closure(n: int) -> int:
    return _work(40)


def random_module(n: int) -> int:
    total = 0
    while random.random() < 0.9:
        total += 1
    return total


def random_instance(n: int) -> int:
    total = 0
    while dice.random() < 0.9:
        total += 1
    return total
