"""Digests of what runs leave behind: equal if a caller could not tell, different if one could."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from slowpath.run.outcome import MOST, digest


class Plain:
    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        raise AssertionError("no code of the target runs")

    __hash__ = None  # type: ignore[assignment]


class Slotted:
    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


class Texts(list[str]):
    pass


def generated() -> Iterator[int]:
    yield 1
    yield 2


def same_list() -> list[Any]:
    inner: list[int] = []
    return [inner, inner]


def used_up() -> Iterator[int]:
    items = iter([1, 2])
    next(items)
    return items


def begun() -> Iterator[int]:
    items = generated()
    next(items)
    return items


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, 1.0),
        (0.0, -0.0),
        ("1", 1),
        (b"a", "a"),
        (b"a", bytearray(b"a")),
        ([1], (1,)),
        ([1, 2], [2, 1]),
        ({1: 2, 3: 4}, {3: 4, 1: 2}),
        ({1: 2}, OrderedDict({1: 2})),
        ({1}, frozenset({1})),
        ({1}, {True}),
        (deque([1]), [1]),
        (deque([1]), deque([1], 5)),
        (Plain(1), Plain(2)),
        (Plain(1), Slotted(1)),
        (Slotted(1), Slotted(2)),
        (Texts("a"), ["a"]),
        (Texts("a"), Texts("b")),
        (same_list(), [[], []]),
        (ValueError("a"), ValueError("b")),
        (iter([1, 2]), used_up()),
        (generated(), begun()),
        (Fraction(1, 2), Fraction(1, 3)),
        (int, str),
        (len, max),
        (range(3), range(4)),
    ],
)
def test_what_a_caller_can_tell_apart_is_different(one: object, other: object) -> None:
    assert digest([one]) is not None
    assert digest([one]) != digest([other])


@pytest.mark.parametrize(
    "make",
    [
        lambda: float("nan"),
        lambda: {3, 1, 2},
        lambda: {frozenset({1}), frozenset({2})},
        lambda: [Plain([1]), Slotted({2: "a"})],
        lambda: (object(), object()),
        lambda: generated(),
        lambda: Fraction(1, 2),
        lambda: [10**30, "x" * 50],
    ],
)
def test_equal_values_made_anew_are_the_same(make: Any) -> None:
    assert digest([make()]) == digest([make()]) is not None


def test_equal_values_are_not_told_apart_by_identity() -> None:
    text = "".join(["a", "b"])
    assert digest([text, text]) == digest([text, "".join(["a", "b"])])
    assert digest([(1, 2), (1, 2)]) == digest([*[(1, 2)] * 2])


def test_a_cycle_ends() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    assert digest([cycle]) != digest([[[]]])


def test_deep_values_can_be_read() -> None:
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    assert digest([deep]) is not None


def test_too_much_is_not_read() -> None:
    assert digest([[*range(MOST)]]) is None
