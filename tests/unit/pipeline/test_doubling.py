"""Inputs that are grown by doubling."""

from __future__ import annotations

from random import Random

import pytest

from slowpath.pipeline.doubling import CountedInput, Doubling, can_double, embedding, to_length
from slowpath.shape.library import blob, integer, lists, text
from slowpath.shape.syntax import parse_shape


def ops(ran):
    return ran.ops


def counted(cost):
    return lambda items: CountedInput(items, cost(items), 0)


def grown(shape, size, cost, seeds=(), count=3):
    doubling = Doubling(shape, size, counted(cost), lambda: False)
    return doubling.grown(list(seeds), ops, count, Random(0))


def merges(items):
    """How many comparisons a merge sort makes."""
    if len(items) < 2:
        return 0
    left, right = items[: len(items) // 2], items[len(items) // 2 :]
    total = merges(left) + merges(right)
    first, second = sorted(left), sorted(right)
    while first and second:
        total += 1
        (first if first[0] <= second[0] else second).pop(0)
    return total


def inversions(items):
    """How many exchanges an insertion sort makes."""
    return sum(a > b for place, a in enumerate(items) for b in items[place + 1 :])


def test_halves_interleave_at_every_level_for_a_merge_sort():
    best = grown(lists(text(4, "0123456789")), 64, merges)[0]
    assert best.ops == 64 * 6 - 63  # n log n - n + 1: every merge compares to the last item


def test_the_order_is_reversed_for_an_insertion_sort():
    best = grown(lists(integer()), 50, inversions)[0]
    assert best.ops == 50 * 49 // 2
    assert best.items == sorted(best.items, reverse=True)


def test_seeds_are_repeated_to_the_size():
    best = grown(text(10), 10, lambda items: items.count("ab"), ["ab", "b"])[0]
    assert best.items == "ababababab"


def test_results_are_of_the_size_and_distinct():
    found = grown(lists(integer()), 21, inversions, count=5)
    assert [len(each.items) for each in found] == [21] * 5
    assert len({each.ops for each in found}) == 5


def test_it_comes_to_the_size_even_if_it_is_late_at_once():
    doubling = Doubling(lists(integer()), 40, counted(inversions), lambda: True)
    found = doubling.grown([], ops, 3, Random(0))
    assert found
    assert all(len(each.items) == 40 for each in found)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("lists(text(3), N)", True),
        ("text(N)", True),
        ("blob(N)", True),
        ("iterators(integer(), N)", True),
        ("sets(integer(), N)", False),
        ("integer(0, N)", False),
        ("text(between(1, N))", False),
    ],
)
def test_which_shapes_can_double(shape, expected):
    assert can_double(parse_shape(shape)) is expected


def test_ranks_are_written_in_order_and_within_the_shape():
    lines = embedding(lists(text(2, "ab")), 4)
    assert lines is not None
    assert lines([0, 1, 2, 3]) == ["aa", "ab", "ba", "bb"]
    assert lines([0, 4]) is None  # two letters of length two are four lines
    numbers = embedding(lists(integer(5, 7)), 3)
    assert numbers is not None
    assert numbers([2, 0, 1]) == [7, 5, 6]
    assert numbers([3]) is None
    assert embedding(blob(), 4) is None


def test_items_again_and_again():
    assert to_length([1, 2, 3], 7) == [1, 2, 3, 1, 2, 3, 1]
    assert to_length("ab", 1) == "a"
