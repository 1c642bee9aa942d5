"""A family has, at sizes it was not learned from, the rows that the target asks there."""

from __future__ import annotations

import pytest

from slowpath.scaling.path.factor import SIZE
from slowpath.scaling.path.family import PathFamily, Stopped, cost_form, learn
from slowpath.scaling.path.point import Key, PointKind, PointRow, Rows
from tests.unit.scaling.path.support import learnt, program

BASE = ("xs[]", 1)
KEY = Key((), True, PointKind("<=", ((-1, BASE), (1, BASE))))


def rows(size: int, pairs: list[tuple[int, int]]) -> Rows:
    """Rows that say xs[j] <= xs[i] + 1, by pairs of i and j."""
    return {KEY: [PointRow((), (((i,),), ((j,),)), -1) for i, j in pairs]}


def names(size: int) -> list[tuple[tuple[str, int], tuple[int, ...]]]:
    return [(BASE, (place,)) for place in range(size)]


def test_neighbours_are_learned_from_a_few_sizes() -> None:
    sizes = range(3, 7)
    observed = {size: rows(size, [(i, i + 1) for i in range(size - 1)]) for size in sizes}
    family = learn(observed, {size: names(size) for size in sizes})
    assert isinstance(family, PathFamily)
    assert [family.rows(size) for size in (3, 6, 50)] == [2, 5, 49]


def test_rows_without_a_pattern_stop_it() -> None:
    strange = {3: [(0, 2)], 4: [(3, 1)], 5: [(0, 4)], 6: [(5, 1)], 7: [(1, 3)]}
    observed = {size: rows(size, pairs) for size, pairs in strange.items()}
    stopped = learn(observed, {size: names(size) for size in strange})
    assert isinstance(stopped, Stopped)
    assert str(stopped) == "the indices of xs[] follow no form, at the input"


def test_a_question_of_small_sizes_alone_is_left_out() -> None:
    sizes = range(3, 7)
    observed = {size: rows(size, [(i, i + 1) for i in range(size - 1)]) for size in sizes}
    other = Key((), False, KEY.kind)
    observed[3][other] = observed[3][KEY]
    family = learn(observed, {size: names(size) for size in sizes})
    assert isinstance(family, PathFamily)
    assert [each.key for each in family.generators] == [KEY]


def test_the_rows_of_a_target_are_counted_at_any_size() -> None:
    family = learnt("insertion_sort").family
    assert family is not None
    assert [family.rows(size) for size in (5, 9, 40)] == [10, 36, 780]  # n (n - 1) / 2
    assert program("insertion_sort").questions(9, {place: -place for place in range(9)}) == 36


@pytest.mark.parametrize("cost", ["7", "3 * n - 2", "n * (n - 1) // 2", "n // 2 + n"])
def test_the_form_of_costs_holds_at_other_sizes(cost: str) -> None:
    form = cost_form({size: eval(cost, {"n": size}) for size in range(2, 12)})
    assert form is not None
    for size in (20, 99):
        assert int(form.at({SIZE: size})) == eval(cost, {"n": size})


def test_few_exceptions_are_left_out_of_a_promise() -> None:
    late = {2: 1, 3: 3, 4: 5, 5: 8, 6: 11, 7: 15, 8: 19, 9: 23, 10: 27}  # linear from 6 on
    assert cost_form(late) is not None
    assert cost_form(late, 2) is None
    first = {2: 9, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21}
    form = cost_form(first, 2)
    assert form is not None
    assert form.text() == cost_form({size: first[size] for size in range(3, 8)}).text()  # type: ignore[union-attr]
