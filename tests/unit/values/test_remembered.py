"""Answers about types are worked out once, and keep no type alive."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

from slowpath.values.held import symbolic_in
from slowpath.values.remembered import by_type


def test_an_answer_is_worked_out_once() -> None:
    asked = []

    @by_type
    def name(kind: type) -> str:
        asked.append(kind)
        return kind.__name__

    assert [name(int), name(str), name(int)] == ["int", "str", "int"]
    assert asked == [int, str]


def test_the_hash_of_a_metaclass_is_not_asked() -> None:
    class Unhashable(type):
        def __eq__(cls, other: object) -> bool:
            raise AssertionError

        def __hash__(cls) -> int:
            raise AssertionError

    kind: Any = Unhashable("Kind", (), {})
    assert by_type(lambda _: 1)(kind) == 1


def test_looking_into_an_object_keeps_neither_it_nor_its_type() -> None:
    class Slotted:
        __slots__ = ("__weakref__", "held")

        def __init__(self, held: Any) -> None:
            self.held = held

    value = Slotted(1)
    gone: list[ref[Any]] = [ref(value), ref(Slotted)]
    assert symbolic_in([value]) is None
    del value, Slotted
    gc.collect()
    assert [each() for each in gone] == [None, None]
