"""A polynomial is named only if all costs lie on it, to the op."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.scaling.exact import FEWEST, polynomial

SIZES = range(64, 64 * 11, 64)


@pytest.mark.parametrize(
    ("cost", "degree"),
    [
        (lambda n: 40 * n + 7, 1),
        (lambda n: n * n // 1000 + 900 * n + 5, 2),
        (lambda n: n * (n - 1) // 2, 2),
        (lambda n: n**3 / 10_000 + 50 * n * n, 3),
    ],
)
def test_the_degree_however_small_its_coefficient(cost, degree: int) -> None:
    found = polynomial([(n, floor(cost(n))) for n in range(512, 512 * 13, 512)])
    assert found is not None
    assert found.degree == degree


@given(
    st.lists(st.fractions(0, 1000, max_denominator=1000), min_size=3, max_size=3),
    st.sampled_from([16, 100, 512]),
)
def test_coefficients_are_found_again(coefficients: list[Fraction], step: int) -> None:
    constant, linear, square = coefficients
    square += Fraction(1, 50)
    sizes = [step * place for place in range(1, 13)]
    found = polynomial([(n, floor(constant + linear * n + square * n * n)) for n in sizes])
    assert found is not None
    assert found.degree == 2
    largest = 8 * sizes[-1]
    true = constant + linear * largest + square * largest * largest
    assert (
        abs(found.at(largest) - true) <= 400
    )  # 8 sizes beyond the last one, 64 times what rounding moves it


@pytest.mark.parametrize(
    "cost",
    [
        lambda n: n * n.bit_length(),
        lambda n: n * n if n < 500 else n * n + 50,
        lambda n: int(n**1.5),
        lambda n: 2 ** (n // 64),
        lambda n: 1000 - n,
        lambda n: 5,
        lambda n: n * n + (3 if n % 128 else 9),
    ],
)
def test_what_is_no_polynomial(cost) -> None:
    assert polynomial([(n, cost(n)) for n in SIZES]) is None


def test_few_sizes_prove_nothing() -> None:
    points = [(n, n * n) for n in SIZES]
    assert polynomial(points[: FEWEST - 1]) is None
    assert polynomial(points[:FEWEST]) is not None


def test_where_the_leading_term_is_most_of_the_cost() -> None:
    found = polynomial([(n, n * n + 1000 * n) for n in SIZES])
    assert found is not None
    assert found.leads_from(Fraction(1, 2)) == 1024
    assert [(term.factor, term.power) for term in found.terms] == [(1.0, 2), (1000.0, 1)]
