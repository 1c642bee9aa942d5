"""Comparisons of costs with numbers."""

from __future__ import annotations

import operator

from hypothesis import given
from hypothesis import strategies as st

from slowpath.explore.threshold import limited
from slowpath.expr.comparison import compare
from slowpath.expr.condition import Compare, Relation
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, apply, evaluate

COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
N = Linear.variable(0)
OPERATIONS = st.tuples(st.sampled_from(["+", "*", "//"]), st.integers(1, 9), st.booleans())


def made(operations: list[tuple[str, int, bool]]) -> Expression:
    cost: Expression = apply("//", apply("*", N, 7), 3)
    for sign, number, swapped in operations:
        both = (number, cost) if swapped and sign != "//" else (cost, number)
        cost = apply(sign, *both)
    return cost


@given(
    st.lists(OPERATIONS, max_size=4),
    st.sampled_from(sorted(COMPARE)),
    st.integers(-50, 50) | st.floats(-50, 50),
    st.integers(-40, 40),
)
def test_the_condition_is_that_of_the_comparison(
    operations: list[tuple[str, int, bool]], op: str, limit: float, n: int
) -> None:
    cost = made(operations)
    assert limited(cost, op, limit).holds({0: n}) is COMPARE[op](evaluate(cost, {0: n}), limit)


def test_conditions_are_plain() -> None:
    cost = apply("+", 160, apply("//", apply("*", N, 280), 1000))
    condition = limited(cost, ">", 215)
    assert isinstance(condition, Compare)
    assert condition == compare(N, ">=", 200)
    assert isinstance(limited(cost, "==", 215), Relation)  # no bound
    assert limited(N, ">", 3) == compare(N, ">", 3)


def test_every_limit_near_a_cost() -> None:
    cost = apply("*", apply("+", apply("//", apply("*", N, 7), 3), 2), 3)
    for n in range(-4, 5):
        value = evaluate(cost, {0: n})
        for limit in (value - 1, value - 0.5, value, value + 0.5, value + 1):
            for op, holds in COMPARE.items():
                assert limited(cost, op, limit).holds({0: n}) is holds(value, limit), (n, op, limit)
