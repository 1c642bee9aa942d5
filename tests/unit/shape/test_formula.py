from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.errors import ShapeError
from slowpath.shape.formula import N, SizeFormula, as_formula, parse_formula


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("N", 10),
        ("N//3", 3),
        ("2*N+1", 21),
        ("-N", -10),
        ("N**2 - 1", 99),
        ("N % 4", 2),
        ("N / 4", 2.5),
        ("0.5", 0.5),
        ("min(N, 3)", 3),
        ("max(0, N - 20, 2)", 2),
        ("(N + 1) * 2", 22),
        ("+N", 10),
    ],
)
def test_formulas_have_a_value_at_a_size(text: str, value: float) -> None:
    made = parse_formula(text)
    assert made.at(10) == value
    assert parse_formula(made.text) == made
    assert (made.constant is None) == ("N" in text)
    assert made.grows == ("N" in text)


def test_formulas_combine_by_arithmetic() -> None:
    made = (2 * N + 1) // (N - 1) - (3 - N) % 4 + 2**N - N**2 / 1 + 1 // N + 7 % N + 1 / N - -N
    n = 5
    assert made.at(n) == (2 * n + 1) // (n - 1) - (3 - n) % 4 + 2**n - n**2 / 1 + 1 // n + 7 % n + 1 / n + n
    assert str(2 * N + 1) == "2 * N + 1"
    assert parse_formula("N+1") == N + 1


FORMULAS: st.SearchStrategy[SizeFormula] = st.recursive(
    st.sampled_from([N, as_formula(2), as_formula(-3)]),
    lambda inner: (
        st.builds(SizeFormula.__add__, inner, inner)
        | st.builds(SizeFormula.__mul__, inner, inner)
        | st.builds(SizeFormula.__sub__, inner, inner)
    ),
)


@given(FORMULAS)
def test_the_text_of_a_formula_is_the_formula(formula: SizeFormula) -> None:
    assert parse_formula(formula.text) == formula
    assert formula.at(6) == eval(formula.text, {"N": 6})


@pytest.mark.parametrize(
    "text",
    ["n", "len(x)", "N.real", "'a'", "True", "None", "N if 1 else 2", "", "N +", "min(N)", "1e999", "1j"],
)
def test_what_is_not_a_number_is_an_error(text: str) -> None:
    with pytest.raises(ShapeError) as error:
        parse_formula(text)
    assert "N//2" in error.value.hint


@pytest.mark.parametrize("text", ["1 // (N - 5)", "9 ** 9 ** 9", "(0 - N) ** 0.5", "2.0 ** (N * 10000)"])
def test_what_has_no_value_is_an_error(text: str) -> None:
    with pytest.raises(ShapeError, match="N is 5"):
        parse_formula(text).at(5)
