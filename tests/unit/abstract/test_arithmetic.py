"""Operators give in the abstraction what they give in Python."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import pytest

from slowpath.abstract.arithmetic import binary
from slowpath.abstract.kind import as_form, kind_of, number
from slowpath.abstract.value import Top, Value
from slowpath.expr.linear import Linear
from tests.unit.abstract.agreement import admits, agree, between, ways

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    "&": operator.and_,
}

PROGRAMS = {
    "linear": """
def f(a):
    b = 3 * a - 2 + a
    if b > 5:
        raise KeyError
    if -b >= 6:
        raise IndexError
""",
    "divide": """
def f(a):
    return 7 // a + 7 % a
""",
    "division by 0.0": """
def f(a):
    if a > 0:
        return a / 0.0
""",
    "shift": """
def f(a):
    return 1 << a
""",
    "power": """
def f(a):
    b = 0
    if a == -1:
        b **= a
    return 2 ** 3
""",
    "folded": """
def f(a):
    if 7 // 2 == 3 and -7 % 3 == 2 and 2 ** 5 == 32 and 6 & 3 == 2 and ~5 == -6 and 1 << 4 == 16:
        if "a" + "b" == "ab" and 7 / 2 == 3.5:
            raise KeyError
""",
    "concat": """
def f(a):
    xs = [a, 1] + [2]
    ys = xs * 2
    if len(ys) == 6 and ys[3] == 2:
        raise KeyError
    zs = 0 * [1, 2]
    if zs:
        raise IndexError
""",
    "minus of None": """
def f(a):
    b = None
    if a > 0:
        -b
""",
    "sum with None": """
def f(a):
    b = None
    if a > 0:
        b + 1
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_traces_are_what_runs_do(name: str) -> None:
    agree(PROGRAMS[name])


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("constant", [-2, 0, 3])
def test_every_value_of_a_variable_has_a_way_that_gives_what_python_gives(
    op: str, swapped: bool, constant: int
) -> None:
    x = Linear.variable(0)
    pair: tuple[Value, Value] = (number(constant), x) if swapped else (x, number(constant))
    found = ways(lambda step: binary(step, op, *pair, None), between(-3, 3))
    for value in range(-3, 4):
        expected: Any
        try:
            expected = OPERATORS[op](*((constant, value) if swapped else (value, constant)))
        except ArithmeticError as error:
            expected = type(error)
        except ValueError as error:
            expected = type(error)
        assert any(admits(store, value) and _fits(made, value, expected) for made, store in found)


def _fits(made: Any, value: int, expected: Any) -> bool:
    """Whether a result of the abstraction stands for one of Python."""
    if isinstance(made, type) or isinstance(expected, type):
        return made is expected
    form = as_form(made)
    if form is not None:
        return bool(form.constant + sum(factor * value for _, factor in form.parts) == expected)
    return isinstance(made, Top) and kind_of(made) in (type(expected).__name__, "any")
