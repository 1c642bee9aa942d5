"""A list knows its items if it knows how many; an object is the same in whatever order it got its fields."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from slowpath.abstract.attributes import set_attribute
from slowpath.abstract.containers import following
from slowpath.abstract.heap import Instance, Listed
from slowpath.abstract.iteration import Walking
from slowpath.abstract.kind import known, number
from slowpath.abstract.step import AbstractStep
from slowpath.abstract.value import ANY, Top, Value
from slowpath.expr.linear import Linear
from tests.unit.abstract.agreement import admits, between, stepping, ways


class Box:
    """An object with fields."""


def test_an_object_is_the_same_in_whatever_order_its_fields_are_set() -> None:
    fields = {"b": number(1), "a": known("x"), "c": number(2)}
    made = set()
    for order in permutations(fields):
        step = stepping()
        box = step.work.new(Instance(Box))
        for name in order:
            set_attribute(step, box, name, number(9))  # which the next one replaces
            set_attribute(step, box, name, fields[name])
        made.add(step.cell(box))
    assert made == {Instance(Box, tuple(sorted(fields.items())))}


def test_objects_of_different_classes_differ() -> None:
    class Other(Box):
        """Another one."""

    assert Instance(Box) != Instance(Other)


def test_the_items_of_a_list_are_known_with_their_number() -> None:
    step = stepping()
    assert step.cell(step.new_list([number(1), known("a")])) == Listed(number(2), (number(1), known("a")))
    blurred = stepping(kept=False)  # nothing is kept: neither the items nor how many there are
    assert blurred.cell(blurred.new_list([number(1), number(2)])) == Listed(Top("int"), None, Top("int"))


@pytest.mark.parametrize("item", [ANY, known("a")])
def test_a_list_of_unknown_length_has_one_item_for_all(item: Value) -> None:
    def walked(step: AbstractStep) -> Any:
        place: Value = Walking(step.work.new(Listed(Linear.variable(0), None, item)), 0)
        found: list[Value] = []
        while True:
            each, place = following(step, place)
            if each is None:
                return found
            found.append(each)

    found = ways(walked, between(0, 3))
    assert sorted(len(items) for items, _ in found) == [0, 1, 2, 3]
    for items, store in found:
        assert set(items) <= {item}
        assert [length for length in range(4) if admits(store, length)] == [len(items)]
