"""Rows over quotients hold where the rows over the variables themselves do."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from slowpath.scaling.path.census import FREE
from slowpath.scaling.path.remainder import LARGEST, Remainders, remainders
from slowpath.scaling.path.rows import Table, gathered
from slowpath.scaling.path.system import Block
from slowpath.scaling.path.unary import Ranges

GROUP = np.arange(2)
REST = Remainders(3, np.array([1, 2]))
QUOTIENTS = list(product(range(-4, 5), repeat=2))


def rest(modulus: int, allowed: set[int], *variables: int) -> Block:
    zeros = np.zeros(len(variables), np.int64)
    return Block("mod", (1,), (np.array(variables),), zeros, residues=(modulus, frozenset(allowed)))


def table(factors: tuple[int, int], constant: int) -> Table:
    return gathered([Block("<=", factors, (np.array([0]), np.array([1])), np.array([constant]))], GROUP)


@pytest.mark.parametrize("factors", [(1, -1), (-1, 1), (2, 1), (-1, -3)])
@pytest.mark.parametrize("constant", range(-4, 5))
def test_rows_over_quotients_are_exact(factors: tuple[int, int], constant: int) -> None:
    rows = table(factors, constant)
    orders, differences = REST.orders(rows), REST.differences(rows)
    for pair in QUOTIENTS:
        quotients = np.array(pair)
        whole = REST.whole(quotients)
        assert orders.broken(quotients, "<=").any() == rows.broken(whole, "<=").any()
        assert differences.broken(quotients, "!=").any() == rows.broken(whole, "!=").any()


def test_bounds_of_quotients_are_those_of_the_variables() -> None:
    ranges = REST.ranges(Ranges(np.array([-5, -FREE]), np.array([7, 10]), [None], np.zeros(2, np.int64)))
    for first in range(-9, 10):
        assert (ranges.low[0] <= first <= ranges.high[0]) == (-5 <= 3 * first + 1 <= 7)
        assert (first <= ranges.high[1]) == (3 * first + 2 <= 10)
    assert ranges.low[1] == -FREE


def test_the_least_common_remainder_is_chosen() -> None:
    found = remainders([rest(4, {2, 3}, 0, 1), rest(6, {1, 2, 3}, 1)], np.arange(3))
    assert found is not None
    assert found.modulus == 12
    expected = [
        next(x for x in range(12) if x % 4 in (2, 3)),
        next(x for x in range(12) if x % 4 in (2, 3) and x % 6 in (1, 2, 3)),
        0,
    ]
    assert found.remainder.tolist() == expected


def test_remainders_that_contradict_each_other_have_none() -> None:
    assert remainders([rest(4, {1}, 0), rest(2, {0}, 0)], np.arange(1)) is None
    assert remainders([rest(LARGEST, {1}, 0), rest(3, {0}, 0)], np.arange(1)) is None
