"""Symbolic values are found in whatever holds them."""

from __future__ import annotations

import io
import itertools
from collections import deque, namedtuple
from collections.abc import Callable
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest

from slowpath.expr.linear import Linear
from slowpath.expr.variable import Integers
from slowpath.values._search import HeldSearch
from slowpath.values.held import symbolic_in
from slowpath.values.integer import SymInt, symbolic
from slowpath.values.trace import Sites, Trace

Pair = namedtuple("Pair", "first second")


class Slotted:
    __slots__ = ("unset", "value")

    def __init__(self, value: Any) -> None:
        self.value = value


class Holder:
    def __init__(self, value: Any) -> None:
        self.value = value

    def method(self) -> Any:
        return self.value


def number() -> Any:
    trace = Trace(Sites(), lambda: 0)
    variable = trace.variable("x", Integers(None, None))
    return symbolic(5, Linear.variable(variable.index), trace)


def generator(value: Any) -> Any:
    yield value


HOLDING: list[Callable[[Any], Any]] = [
    lambda x: x,
    lambda x: [[(1, x)]],
    lambda x: {"k": {1: x}},
    lambda x: {1: 2}.keys() | {x},
    lambda x: frozenset({x}),
    lambda x: deque([x]),
    lambda x: Pair(1, x),
    lambda x: Holder([x]),
    lambda x: Slotted(x),
    lambda x: Holder(x).method,
    lambda x: [x].append,
    lambda x: lambda: x,
    lambda x: lambda y=x: y,
    lambda x: partial(max, x),
    lambda x: generator(x),
    lambda x: (each for each in [x]),
    lambda x: iter([x]),
    lambda x: map(str, [x]),
    lambda x: zip([1], [x], strict=False),
    lambda x: itertools.chain([x]),
    lambda x: MappingProxyType({1: x}),
    lambda x: {1: x}.values(),
]


@pytest.mark.parametrize("hold", HOLDING)
def test_found(hold: Callable[[Any], Any]) -> None:
    x = number()
    assert symbolic_in((1, "a", hold(x))) is x


def test_nothing_to_find() -> None:
    ring: list[Any] = [1, "a", b"b", 2.0, None, SymInt, io.StringIO("c"), Holder(1), Slotted(2), {}, range(3)]
    ring.append(ring)
    assert symbolic_in((ring,)) is None


def test_more_values_than_are_looked_at() -> None:
    x = number()
    assert symbolic_in(([[each] for each in range(9_998)], [x])) is x
    assert symbolic_in(([[[each]] for each in range(10_000)], [[[x]]])) is None


def test_a_limit_of_objects() -> None:
    x = number()
    assert symbolic_in((Holder(1), Holder(x)), 2) is x
    assert symbolic_in((Holder(1), Holder(x)), 1) is None


def test_an_object_is_not_asked() -> None:
    class Asked:
        __slots__ = ()

        @property
        def __dict__(self) -> Any:  # type: ignore[override]
            raise AssertionError

    assert symbolic_in((Asked(),)) is None


def test_reading_that_raises() -> None:
    def torn() -> Any:
        raise ValueError

    search = HeldSearch((int,), (SymInt,), (list,), lambda _: (False, False, True, (lambda _: torn(),)), 9)
    with pytest.raises(ValueError):
        search((number, 1), 1)
    with pytest.raises(TypeError):
        search(1, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        HeldSearch((1,), (), (), lambda _: (False, False, True, ()), 9)  # type: ignore[arg-type]


def test_types_that_come_and_go_are_told_apart() -> None:
    held = number()
    for _ in range(3):
        for slots in (("value",), ("other", "value"), ()):
            kinds: list[Any] = [type(f"Kind{at}", (), {"__slots__": slots}) for at in range(100)]
            kinds += [type(f"Open{at}", (), {}) for at in range(100)]
            for kind in kinds * 2:
                value = kind()
                assert symbolic_in((value,)) is None
                if slots or kind.__name__.startswith("Open"):
                    value.value = held
                    assert symbolic_in((value,)) is held
