"""Each way to values for rows of <= gives values that hold, and finds some where there are any."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.scaling.path.linear import by_chain, by_levels, by_program, differences
from slowpath.scaling.path.rows import Table, gathered
from slowpath.scaling.path.system import Block
from slowpath.scaling.path.unary import Ranges

COUNT, LOW, HIGH = 3, 1, 4
Solver = Callable[[Table, Ranges, float], Any]
SOLVERS = [by_levels, differences, by_program, by_chain]

pairs = st.tuples(st.integers(0, COUNT - 1), st.integers(0, COUNT - 1), st.integers(-2, 2)).filter(
    lambda each: each[0] != each[1]
)


def orders(*rows: tuple[int, int, int]) -> Table:
    """x - y <= c, by x, y and c."""
    x, y, c = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    return gathered([Block("<=", (1, -1), (x, y), -c)], np.arange(COUNT))


def bounded() -> Ranges:
    return Ranges(np.full(COUNT, LOW), np.full(COUNT, HIGH), [None], np.zeros(COUNT, np.int64))


@settings(max_examples=40)
@given(st.lists(pairs, min_size=1, max_size=4))
def test_values_hold_and_complete_ways_miss_none(rows: list[tuple[int, int, int]]) -> None:
    table, ranges = orders(*rows), bounded()
    possible = any(
        all(values[x] - values[y] <= c for x, y, c in rows)
        for values in product(range(LOW, HIGH + 1), repeat=COUNT)
    )
    for solver in (differences, by_program, by_chain):
        found = solver(table, ranges, 5.0)
        if found is None:
            assert not possible
        else:
            assert ranges.admit(found)
            assert not table.broken(found, "<=").any()


def test_levels_give_the_least_values_of_a_chain() -> None:
    chain = orders((0, 1, -1), (1, 2, -1))  # x0 < x1 < x2
    found = by_levels(chain, bounded(), 5.0)
    assert found is not None
    assert found.tolist() == [1, 2, 3]


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_chain_that_is_too_long_has_no_values(solver: Solver) -> None:
    rows, ranges = orders((0, 1, -2), (1, 2, -2)), bounded()
    found = solver(rows, ranges, 5.0)
    assert found is None or not ranges.admit(found)


@pytest.mark.parametrize("solver", [by_program, by_chain])
def test_sums_are_solved_over_whole_numbers(solver: Solver) -> None:
    columns = tuple(np.array([index]) for index in range(COUNT))
    equal = Block("==", (2, 3, -1), columns, np.array([-7]))
    large = Block("<=", (-1,), (np.array([2]),), np.array([2]))
    found = solver(gathered([equal, large], np.arange(COUNT)), bounded(), 5.0)
    assert found is not None
    x, y, z = found.tolist()
    assert 2 * x + 3 * y - z == 7
    assert z >= 2


def test_differences_are_for_pairs_alone() -> None:
    columns = tuple(np.array([index]) for index in range(COUNT))
    table = gathered([Block("<=", (1, 1, 1), columns, np.array([0]))], np.arange(COUNT))
    assert differences(table, bounded(), 5.0) is None
