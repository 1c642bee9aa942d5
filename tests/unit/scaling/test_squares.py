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
    solved = system.solve((N2, N))
    assert solved is not None
    shares, squares = solved
    assert shares == pytest.approx([600 / 640, 40 / 640])
    assert system.residual(squares, 2) == pytest.approx(0, abs=1e-12)


def test_what_terms_miss_is_what_numpy_says() -> None:
    points = [(n, 6 * n * n + 4 * n + 100 * (n % 3)) for n in (2, 4, 6, 8, 10, 13)]
    system = System(points)
    for terms in ((N2,), (N2, N), (N2, N, ONE), (N, ONE)):  # lower terms are kept from one to the next
        solved = system.solve(terms)
        assert solved is not None
        weights = [(1 + 2 * place / 5) / 3 for place in range(6)]
        rows = [
            [weight * term.at(n) / cost for term in terms]
            for weight, (n, cost) in zip(weights, points, strict=True)
        ]
        factors, (squares,), _, _ = np.linalg.lstsq(np.array(rows), np.array(weights), rcond=None)
        size, cost = points[-1]
        expected = [factor * term.at(size) / cost for factor, term in zip(factors, terms, strict=True)]
        assert solved[0] == pytest.approx(expected)
        assert solved[1] == pytest.approx(squares)


def test_the_residual_is_the_weighted_relative_error_of_a_point() -> None:
    """A relative error of one half at every point."""
    system = System([(n, 2 * n) for n in (1, 2, 3, 4, 5)])
    squares = sum((weight / 2) ** 2 for weight in (1 / 3, 1 / 2, 2 / 3, 5 / 6, 1))
    assert system.residual(squares, 0) == pytest.approx(0.5)
    assert system.residual(squares, 1) == pytest.approx(0.5 * math.sqrt(5 / 4))  # fewer points are free


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
        solved = system.solve((term,))
        assert solved is not None
        assert solved[0] == pytest.approx([1.0])
        assert system.residual(solved[1], 1) == pytest.approx(0, abs=1e-9)


def test_costs_of_nothing_are_fitted_by_nothing_that_grows() -> None:
    solved = System([(n, 0) for n in (1, 2, 4)]).solve((ONE,))
    assert solved is not None
    assert solved[0] == pytest.approx([1.0])
