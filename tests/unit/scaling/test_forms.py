"""Forms are fitted by least squares, and find the coefficients of exact points again."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from slowpath.model.growth import GrowthTerm
from slowpath.scaling.forms import GrowthForm, fit_all, slopes, solve, terms
from slowpath.scaling.squares import System

SIZES = [8, 16, 32, 64, 128, 256]
N, N2, ONE = GrowthTerm(1.0, power=1), GrowthTerm(1.0, power=2), GrowthTerm(1.0)
QUADRATIC = GrowthForm((N2, N, ONE), 4)


def points(*factors: float) -> list[tuple[int, float]]:
    """a n^2 + b n + c"""
    a, b, c = factors
    return [(n, a * n * n + b * n + c) for n in SIZES]


@pytest.mark.parametrize("factors", [(3, 5, 7), (0.5, 0.5, 0), (2, -1, 4)])
def test_exact_points_give_their_coefficients(factors: tuple[float, ...]) -> None:
    found = solve(QUADRATIC, System(points(*factors)))
    assert found is not None
    assert found.residual < 1e-9
    made = terms(found, points(*factors))
    assert [term.factor for term in made] == pytest.approx(factors, abs=1e-6)
    assert sum(term.at(1000) for term in made) == pytest.approx(
        factors[0] * 1e6 + factors[1] * 1e3 + factors[2]
    )


def test_the_fit_is_that_of_weighted_least_squares() -> None:
    """Relative errors, with weights from a third at the smallest size to one at the largest."""
    noisy = [(n, cost * (1 + 0.01 * (-1) ** place)) for place, (n, cost) in enumerate(points(3, 5, 7))]
    found = solve(QUADRATIC, System(noisy))
    assert found is not None
    weights = [(1 + 2 * place / 5) / 3 / cost for place, (_, cost) in enumerate(noisy)]
    matrix = np.array([[w * n * n, w * n, w] for w, (n, _) in zip(weights, noisy, strict=True)])
    target = np.array([w * cost for w, (_, cost) in zip(weights, noisy, strict=True)])
    expected = np.linalg.lstsq(matrix, target, rcond=None)[0]
    assert [term.factor for term in terms(found, noisy)] == pytest.approx(expected.tolist())


def test_too_few_points_fit_nothing() -> None:
    assert solve(QUADRATIC, System(points(3, 5, 7)[:4])) is None
    assert solve(QUADRATIC, System(points(3, 5, 7)[:5])) is not None


def test_a_leading_term_that_does_not_matter_is_no_evidence() -> None:
    assert solve(QUADRATIC, System(points(0.001, 50, 0))) is None
    assert solve(GrowthForm((N2, N), 4), System(points(-1, 1000, 0))) is None


@pytest.mark.parametrize("power", [0.5, 1, 2, 3.5])
def test_slopes_of_a_power_are_the_power(power: float) -> None:
    assert slopes([(n, n**power) for n in SIZES]) == pytest.approx([power] * 5)
    assert slopes([(1, 0), (2, 4), (4, 0)]) == []


@pytest.mark.parametrize(
    ("cost", "klass", "explosive"),
    [
        (lambda n: 7, "O(1)", False),
        (lambda n: 3 * n + 2, "O(n)", False),
        (lambda n: 5 * n * math.log2(n) + 1, "O(n log n)", False),
        (lambda n: n**2.5 + 1, "O(n^2.5)", False),
        (lambda n: 3 * 2**n + 5, "O(2^n)", True),
        (lambda n: math.factorial(n), "O(n!)", True),
    ],
    ids=["1", "n", "n log n", "n^2.5", "2^n", "n!"],
)
def test_the_form_of_exact_points_has_the_least_error(
    cost: Callable[[int], float], klass: str, explosive: bool
) -> None:
    sizes = range(4, 14) if explosive else SIZES
    found = min(fit_all([(n, cost(n)) for n in sizes], explosive=explosive), key=lambda each: each.error)
    assert found.form.klass == klass
