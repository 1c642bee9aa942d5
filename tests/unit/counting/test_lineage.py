from __future__ import annotations

import gc
import weakref
from collections import deque
from typing import Any

import pytest

from slowpath.counting.lineage import Lineages, is_iterator, shown, token


class Loud:
    """Complains if it is compared or hashed."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared")

    def __hash__(self) -> int:
        raise AssertionError("hashed")


class Bare:
    __slots__ = ()


def test_plain_values_are_told_by_value_and_others_by_address() -> None:
    assert token("a" * 3) == token("aaa")
    assert token("a" * 300) == token("aa" * 150)
    assert token(1) != token(1.0) != token(True)
    assert token(float("nan")) == token(float("nan"))
    assert token(2**80) == token(2**80)
    first, second = Loud(), Loud()
    assert token(first) == token(first)
    assert token(first) != token(second)
    assert token((1, first)) == token((1, first))
    assert token([1]) != token([1])


@pytest.mark.parametrize("container", [[1, 2], {1: 2}, {1}, deque([1]), "ab" * 20, [Loud()], Loud(), Bare()])
def test_a_container_keeps_its_number(container: Any) -> None:
    lineages = Lineages()
    first = lineages.of(container)
    assert lineages.of([0, 0]) != first
    assert lineages.of(container) == first


def test_a_list_is_the_same_while_it_changes_at_its_ends() -> None:
    lineages, queue = Lineages(), [Loud() for _ in range(9)]
    number = lineages.of(queue)
    for _ in range(20):
        queue.pop(0)
        queue.append(Loud())
        assert lineages.of(queue) == number
        lineages.derive(queue, number)


def test_a_new_object_at_an_old_address_is_another_one() -> None:
    lineages = Lineages()
    numbers = {lineages.of([word, "b", "c"]) for word in ("a", "a", "a")}
    assert len(numbers) == 3
    numbers = {lineages.of([Loud() for _ in range(9)]) for _ in range(5)}
    assert len(numbers) == 5


def test_rows_are_known_by_their_places_even_if_they_are_one_object() -> None:
    lineages, row = Lineages(), [1] * 9
    table = lineages.of([row, row])
    numbers = []
    for place in (0, 1, 0):
        lineages.read(row, table, place)
        numbers.append(lineages.of(row))
    assert numbers[0] == numbers[2] != numbers[1]


def test_what_is_made_of_data_is_that_data() -> None:
    lineages, text = Lineages(), "abc" * 9
    number = lineages.of(text)
    rest = text[3:]
    lineages.derive(rest, number)
    assert lineages.of(rest) == number


def test_a_slice_from_the_middle_is_known_by_its_place() -> None:
    lineages, data = Lineages(), list(range(90))
    number = lineages.of(data)
    parts = {place: data[place : place + 10] for place in (0, 10, 20, 80)}
    for place, part in parts.items():
        lineages.cut(part, number, range(place, place + 10), 90)
    assert lineages.of(parts[0]) == lineages.of(parts[80]) == number
    assert len({number, lineages.of(parts[10]), lineages.of(parts[20])}) == 3
    again = data[12:22]
    lineages.cut(again, number, range(12, 22), 90)
    assert lineages.of(again) == lineages.of(parts[10])


def test_a_view_shows_its_dictionary() -> None:
    table = {1: 2}
    assert all(shown(view) is table for view in (table.keys(), table.values(), table.items()))
    assert shown(table) is table


def test_objects_of_the_target_are_not_held() -> None:
    lineages, thing = Lineages(), Loud()
    gone = weakref.ref(thing)
    boxes: list[Any] = [thing, [thing], {1: thing}, deque([thing]), (thing,), {"a": [thing]}]
    for each in boxes:
        lineages.of(each)
        lineages.read(each, 1, 1)
    del thing, each
    boxes.clear()
    gc.collect()
    assert gone() is None


def test_the_memory_is_bounded() -> None:
    lineages = Lineages()
    for place in range(20_000):
        lineages.read([place], 1, place)
    assert len(lineages._known) <= 512
    assert len(lineages._paths) <= 16 * 512 + 1


def test_iterators_are_told_by_their_class() -> None:
    assert is_iterator(iter([]))
    assert is_iterator(map(str, []))
    assert not is_iterator([])
    assert not is_iterator(Loud())
