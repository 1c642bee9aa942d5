"""Iterators of the abstraction give the items of Python's, and are values: going on leaves the old ones."""

from __future__ import annotations

from itertools import count, islice, product

import pytest

from slowpath.abstract.containers import following, iterator, lose
from slowpath.abstract.heap import Ongoing
from slowpath.abstract.iteration import Counting, Pairing, RangeValue, Walking
from slowpath.abstract.kind import known, number
from slowpath.abstract.step import AbstractStep
from slowpath.abstract.value import ANY, Tup, Value
from slowpath.expr.linear import Linear
from tests.unit.abstract.agreement import admits, between, stepping, ways


def items(step: AbstractStep, value: Value, most: int = 20) -> list[Value]:
    """What an iterator gives, up to a number of items."""
    found: list[Value] = []
    while len(found) < most:
        item, value = following(step, value)
        if item is None:
            break
        found.append(item)
    return found


@pytest.mark.parametrize("by", [-3, -1, 1, 2])
def test_a_range_counts_as_in_python(by: int) -> None:
    step = stepping()
    for start, stop in product(range(-2, 4), repeat=2):
        given = iterator(step, RangeValue(number(start), number(stop), number(by)))
        assert items(step, given) == [number(each) for each in range(start, stop, by)]


def test_a_range_to_an_unknown_end_has_as_many_items_as_the_input_says() -> None:
    given = Counting(number(1), Linear.variable(0), 2)
    found = ways(lambda step: items(step, given), between(0, 6))
    for result, store in found:
        ends = [end for end in range(7) if admits(store, end)]
        assert ends
        assert all(result == [number(each) for each in range(1, end, 2)] for end in ends)
    assert len(found) == 4  # with 0, 1, 2 and 3 items


def test_counting_without_an_end_goes_on() -> None:
    step = stepping()
    assert items(step, Counting(number(7), None, 3), 5) == [number(each) for each in islice(count(7, 3), 5)]


@pytest.mark.parametrize("at", [0, 1, 3])
def test_a_walk_gives_what_is_left(at: int) -> None:
    step = stepping()
    three: list[Value] = [number(5), known("a"), number(7)]
    for over in (Tup(tuple(three)), step.new_list(three)):
        assert items(step, Walking(over, at)) == three[at:]
    assert items(step, Walking(known("xyz"), at)) == [known(char) for char in "xyz"[at:]]


@pytest.mark.parametrize("lengths", [(2, 3), (3, 2), (0, 2), (2, 0), (1, 2, 3), (3,), ()])
def test_the_first_iterator_that_ends_ends_all(lengths: tuple[int, ...]) -> None:
    step = stepping()
    rows = [[10 * place + each for each in range(length)] for place, length in enumerate(lengths)]
    parts = tuple([Walking(Tup(tuple(map(number, row))), 0) for row in rows])
    assert items(step, Pairing(parts)) == [Tup(tuple(map(number, row))) for row in zip(*rows, strict=False)]


def test_an_iterator_that_went_on_leaves_the_one_before() -> None:
    step = stepping()
    for begin in (
        Counting(number(0), number(3), 1),
        Walking(known("abc"), 0),
        Pairing((Counting(number(4), None, 1), Walking(known("abc"), 0))),
    ):
        first, second = following(step, begin), following(step, begin)
        assert first == second
        assert first[0] is not None
        assert first[1] != begin
        assert len(items(step, begin)) == len(items(step, first[1])) + 1
        assert len({begin, first[1]}) == 2


def test_an_iterator_in_the_heap_goes_on_for_all_that_refer_to_it() -> None:
    step = stepping()
    shared = step.work.new(Ongoing(Walking(known("abcde"), 0)))
    pairs = items(step, Pairing((shared, shared)))
    assert pairs == [Tup((known(one), known(other))) for one, other in ("ab", "cd")]
    assert items(step, shared) == []


def test_an_iterator_that_ended_does_not_go_on_with_a_list_that_grows() -> None:
    step = stepping()
    grown = step.new_list([number(1)])
    shared = step.work.new(Ongoing(iterator(step, grown)))
    assert items(step, shared) == [number(1)]
    step.work.heap[0] = step.work.heap[step.new_list([number(1), number(2)]).address]  # type: ignore[union-attr]
    assert items(step, shared) == []


def test_of_a_lost_iterator_nothing_is_known() -> None:
    step = stepping()
    inner = step.work.new(Ongoing(Walking(known("abc"), 0)))
    outer = step.work.new(Ongoing(Pairing((inner, Walking(known("abc"), 0)))))
    lose(step, outer)
    assert step.cell(inner) == step.cell(outer) == Ongoing(ANY)
