from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.scaling.path.factor import SIZE
from slowpath.scaling.path.form import PathForm, fit

SIZES = np.arange(2, 9)


def fitted(rule: Callable[[int], int], sizes: range) -> PathForm | None:
    return fit({SIZE: np.array(sizes)}, np.array([rule(n) for n in sizes]))


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (lambda n: 4, "4"),
        (lambda n: n - 1, "N - 1"),
        (lambda n: n * (n - 1) // 2, "(N*N - N)//2"),
        (lambda n: n**3, "N*N*N"),
        (lambda n: n // 2 + 1, "(N//2) + 1"),
        (lambda n: n.bit_length(), "N.bit_length()"),
    ],
)
def test_the_simplest_form_explains_all_sizes(rule: Callable[[int], int], text: str) -> None:
    form = fitted(rule, range(2, 9))
    assert form is not None
    assert form.text() == text
    assert int(form.at({SIZE: 1000})) == rule(1000)


def test_as_many_points_as_terms_prove_nothing() -> None:
    assert fitted(lambda n: n * n, range(2, 5)) is None
    assert fitted(lambda n: n * n, range(2, 6)) is not None


def test_one_place_has_one_value() -> None:
    assert fit({SIZE: np.array([3, 3, 4, 5])}, np.array([1, 2, 3, 4])) is None


@given(st.tuples(*[st.integers(-9, 9)] * 6))
def test_a_quadratic_form_of_size_and_position_is_found_again(numbers: tuple[int, ...]) -> None:
    a, b, c, d, e, f = numbers
    n, p = (each.ravel() for each in np.meshgrid(SIZES, np.arange(6)))

    def rule(n: Any, p: Any) -> Any:
        return a + b * n + c * p + d * n * n + e * n * p + f * p * p

    form = fit({SIZE: n, "p0": p}, rule(n, p))
    assert form is not None
    far = np.array([77, 500]), np.array([13, 400])
    assert (form.at({SIZE: far[0], "p0": far[1]}) == rule(*far)).all()


def test_halvings_and_exceptions_at_the_end_of_a_bracket() -> None:
    rows = [(n, p, n.bit_length() - 1 - p) for n in range(2, 12) for p in range(n.bit_length())]
    n, p, q = np.array(rows).T
    halved = fit({SIZE: n, "p0": p, "q0": q}, n - (n >> p))
    assert halved is not None
    assert int(halved.at({SIZE: 1000, "p0": 3, "q0": 6})) == 1000 - 125
    last = fit({SIZE: n, "p0": p, "q0": q}, p - 2 * (q == 0))
    assert last is not None
    assert [int(last.at({SIZE: 64, "p0": 6, "q0": rest})) for rest in (0, 1)] == [4, 6]


def test_numbers_of_one_size_have_no_halves_of_it() -> None:
    form = fit({"N": np.array([3, 3, 3]), "i": np.array([0, 1, 2])}, np.array([5, 1, 7]))
    assert form is None or form.at({"i": np.array([0, 1, 2])}).tolist() == [5, 1, 7]
