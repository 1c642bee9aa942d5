"""What rows of one variable leave of the domains, against all values."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from slowpath.model.charset import CharSet
from slowpath.scaling.path.census import domains_of
from slowpath.scaling.path.system import Block
from slowpath.scaling.path.unary import components, grouped, narrowed
from slowpath.shape.library import ints, text

SPAN = range(-9, 10)


def one(op: str, factor: int, variable: int, constant: int) -> Block:
    return Block(op, (factor,), (np.array([variable]),), np.array([constant]))


@given(
    st.lists(
        st.tuples(st.sampled_from(["<=", "=="]), st.sampled_from([-3, -2, -1, 1, 2, 3]), st.integers(-9, 9)),
        max_size=3,
    )
)
def test_bounds_are_exact(conditions: list[tuple[str, int, int]]) -> None:
    blocks = [one(op, factor, 0, constant) for op, factor, constant in conditions]
    ranges = narrowed(blocks, domains_of({"xs": ints(1, SPAN[0], SPAN[-1])}, 1), np.arange(1))
    left = [
        x
        for x in SPAN
        if all((f * x + c <= 0) if op == "<=" else (f * x + c == 0) for op, f, c in conditions)
    ]
    assert ranges.empty() is not bool(left)
    assert [x for x in SPAN if ranges.admit(np.array([x]))] == left
    if left:
        assert int(ranges.start()[0]) == min(left, key=abs)


def test_equal_variables_are_one_group_with_what_each_of_them_allows() -> None:
    equal = Block("==", (1, -1), (np.array([0, 2]), np.array([1, 3])), np.zeros(2, np.int64))
    group = grouped([equal], 5)
    assert group[0] == group[1] != group[2] == group[3]
    assert len(set(group.tolist())) == 3
    ranges = narrowed([one("<=", 1, 0, -4), one("<=", -1, 1, 2)], domains_of({"xs": ints(5, 0, 9)}, 5), group)
    assert (ranges.low[group[0]], ranges.high[group[1]]) == (2, 4)
    assert (ranges.low[group[4]], ranges.high[group[4]]) == (0, 9)


def test_equal_up_to_a_number_is_not_equal() -> None:
    shifted = Block("==", (1, -1), (np.array([0]), np.array([1])), np.array([1]))
    assert grouped([shifted], 2).tolist() == [0, 1]


def test_characters_are_of_all_the_sets_that_are_asked_for() -> None:
    domains = domains_of({"word": text(2, "abcdef")}, 2)

    def member(chars: str, *variables: int) -> Block:
        made = CharSet.of(chars)
        return Block("in", (1,), (np.array(variables),), np.zeros(len(variables), np.int64), made)

    ranges = narrowed([member("abc", 0, 1), member("cde", 1)], domains, np.arange(2))
    assert chr(ranges.start()[1]) == "c"
    assert ranges.admit(np.array([ord("a"), ord("c")]))
    assert not ranges.admit(np.array([ord("d"), ord("c")]))
    assert not ranges.admit(np.array([ord("a"), ord("d")]))
    assert narrowed([member("ab", 0), member("ef", 0)], domains, np.arange(2)).empty()


@given(st.integers(1, 12), st.data())
def test_groups_are_what_pairs_join(count: int, data: st.DataObject) -> None:
    variable = st.integers(0, count - 1)
    pairs = data.draw(st.lists(st.tuples(variable, variable), max_size=14))
    member = list(range(count))
    for _ in range(count):
        for left, right in pairs:
            member[left] = member[right] = min(member[left], member[right])
    numbers = {first: place for place, first in enumerate(sorted(set(member)))}
    sides = [np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1)]
    assert components(count, *sides).tolist() == [numbers[each] for each in member]
