"""Terms compute exactly as Python does, and are undefined where Python raises."""

from __future__ import annotations

import math
import operator
import pickle
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from slowpath.expr.comparison import compare
from slowpath.expr.interval import interval_of
from slowpath.expr.linear import Linear
from slowpath.expr.term import (
    Expression,
    Term,
    Undefined,
    apply,
    choose,
    evaluate,
    is_float,
    real,
    variables_of,
)
from slowpath.expr.variable import Integers, Value, Variable

X, Y = Linear.variable(0), Linear.variable(1)
PYTHON: dict[str, Callable[..., Value]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "min": min,
    "max": max,
}


@pytest.mark.parametrize("name", PYTHON)
@given(x=st.integers(-20, 20), y=st.integers(-20, 20))
def test_integer_operators(name, x, y):
    term = apply(name, X, Y)
    try:
        expected = PYTHON[name](x, y)
    except (ZeroDivisionError, ValueError):
        with pytest.raises(Undefined):
            evaluate(term, {0: x, 1: y})
    else:
        value = evaluate(term, {0: x, 1: y})
        assert value == expected
        assert type(value) is type(expected)


@pytest.mark.parametrize("name", ["+", "-", "*", "/", "//", "%", "min", "max"])
@given(x=st.floats(), y=st.floats())
def test_float_operators_are_exact(name, x, y):
    term = apply(name, real(0), real(1))
    assert is_float(term)
    try:
        expected = PYTHON[name](x, y)
    except ZeroDivisionError:
        with pytest.raises(Undefined):
            evaluate(term, {0: x, 1: y})
    else:
        value = evaluate(term, {0: x, 1: y})
        assert value == expected or (math.isnan(value) and math.isnan(expected))


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_bounds_hold(x, y):
    variables = [Variable(0, "x", Integers(-9, 9)), Variable(1, "y", Integers(-9, 9))]
    for name in PYTHON:
        for left in (X, X + 7, apply("*", X, Y)):
            for right in (Y, Y - 3, 2, apply("abs", Y)):
                term = apply(name, left, right)
                if is_float(term) or not isinstance(term, Term):
                    continue
                try:
                    value = evaluate(term, {0: x, 1: y})
                except Undefined:
                    continue
                low, high = interval_of(term, variables)
                assert low <= value <= high, term


def test_linear_parts_stay_linear():
    assert apply("+", X, Y) == X + Y
    assert apply("-", X, 3) == X - 3
    assert apply("*", 3, X) == X * 3
    assert apply("//", 7, 2) == 3
    assert isinstance(apply("*", X, Y), Term)


def test_equal_terms_are_one_object():
    assert apply("*", X, Y) is apply("*", Linear.variable(0), Linear.variable(1))
    assert apply("*", X, 1.0) is not apply("+", X, 1.0)
    assert apply("/", X, 1) is not apply("/", X, 1.0)
    assert pickle.loads(pickle.dumps(apply("*", X, Y))) is apply("*", X, Y)


def test_conversions():
    assert evaluate(apply("int", real(0)), {0: -2.7}) == -2
    assert evaluate(apply("round", real(0)), {0: 2.5}) == 2
    assert evaluate(apply("floor", real(0)), {0: -2.5}) == -3
    assert evaluate(apply("ceil", real(0)), {0: -2.5}) == -2
    assert evaluate(apply("float", X), {0: 2**53 + 1}) == float(2**53 + 1)
    assert evaluate(apply("sqrt", real(0)), {0: 2.0}) == math.sqrt(2.0)
    with pytest.raises(Undefined):
        evaluate(apply("int", real(0)), {0: math.inf})


def test_choice():
    term = choose(compare(X, "<", Y), X, apply("*", Y, Y))
    assert evaluate(term, {0: 1, 1: 2}) == 1
    assert evaluate(term, {0: 3, 1: 2}) == 4
    assert variables_of(term) == {0, 1}


@pytest.mark.parametrize(("name", "right"), [("**", 10**9), ("<<", 10**9)])
def test_huge_results_are_undefined_rather_than_computed(name, right):
    with pytest.raises(Undefined):
        evaluate(apply(name, X, Y), {0: 3, 1: right})


def test_a_deep_term_needs_no_recursion():
    term: Expression = X
    for _ in range(20_000):
        term = apply("%", apply("*", term, 31), 1_000_003)
    assert evaluate(term, {0: 1}) == pow(31, 20_000, 1_000_003)
    assert variables_of(term) == {0}
    assert hash(term) == hash(term)


@given(st.integers(-50, 50), st.integers(-50, 50))
def test_division_and_remainder_belong_together(x, y):
    assume(y)
    quotient, rest = apply("//", X, Y), apply("%", X, Y)
    model = {0: x, 1: y}
    assert evaluate(apply("+", apply("*", quotient, Y), rest), model) == x
