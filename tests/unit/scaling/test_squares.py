"""Terms are fitted to points by least squares of the relative error."""

from __future__ import annotations

import math

import numpy as np
import pytest

from slowpath.model.growth import GrowthTerm
from slowpath.scaling.squares import System, least_squares

N, N2, ONE = GrowthTerm(1.0, power=1), GrowthTerm(1.0, power=2), GrowthTerm(1.0)
COLUMNS = [[1.0, 2.0, 4.0, 8.0], [1.0, 1.0, 1.0, 1.0], [3.0, 1.0, 0.5, 2.0]]


def test_least_squares_are_those_of_numpy() -> None:
    target = [5.0, 1.0, 7.0, 3.0]
    expected = np.linalg.lstsq(np.array(COLUMNS).T, np.array(target), rcond=None)[0]
    assert least_squares(COLUMNS, target) == pytest.approx(expected.tolist())


def test_columns_that_depend_on_each_other_have_no_solution() -> None:
    twice = [2 * value for value in COLUMNS[0]]
    assert least_squares([COLUMNS[0], COLUMNS[1], twice], [1.0, 2.0, 3.0, 4.0]) is None


def test_shares_are_those_of_the_largest_cost() -> None:
    system = System([(n, 6 * n * n + 4 * n) for n in (2, 4, 6, 8, 10)])
    shares = system.solve((N2, N))
    assert shares == pytest.approx([600 / 640, 40 / 640])
    assert shares is not None
    assert system.residual((N2, N), shares, 2) == pytest.approx(0, abs=1e-12)


def test_the_residual_is_the_weighted_relative_error_of_a_point() -> None:
    """Every cost is twice what the terms say: a relative error of one half at every point."""
    system = System([(n, 2 * n) for n in (1, 2, 3, 4, 5)])
    assert system.residual((N,), [0.5], 0) == pytest.approx(0.5)
    assert system.residual((N,), [0.5], 1) == pytest.approx(0.5 * math.sqrt(5 / 4))  # fewer points are free


@pytest.mark.parametrize(
    "term",
    [
        GrowthTerm(1.0, power=2.7),
        GrowthTerm(1.0, power=1, logs=1),
        GrowthTerm(1.0, base=1.5),
        GrowthTerm(1.0, base=2.0, power=1),
        GrowthTerm(1.0, factorials=1),
    ],
    ids=lambda term: term.shape,
)
def test_a_term_alone_explains_what_it_costs(term: GrowthTerm) -> None:
    system = System([(n, term.at(n)) for n in (1, 2, 4, 6, 9)])
    for _ in range(2):  # a column that is there already is the same
        shares = system.solve((term,))
        assert shares == pytest.approx([1.0])
        assert shares is not None
        assert system.residual((term,), shares, 1) == pytest.approx(0, abs=1e-9)


def test_costs_of_nothing_are_fitted_by_nothing_that_grows() -> None:
    assert System([(n, 0) for n in (1, 2, 4)]).solve((ONE,)) == pytest.approx([1.0])
