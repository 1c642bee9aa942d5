"""Ranges are exact for conditions on one variable, and never too small for others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from slowpath.abstract.store import NEGATED, Store
from slowpath.expr.linear import Linear

SPAN = range(-8, 9)
COMPARE = {
    "<": lambda value: value < 0,
    "<=": lambda value: value <= 0,
    ">": lambda value: value > 0,
    ">=": lambda value: value >= 0,
    "==": lambda value: value == 0,
    "!=": lambda value: value != 0,
}
forms = st.builds(
    lambda factor, constant: (factor, constant),
    st.sampled_from([-3, -2, -1, 1, 2, 3]),
    st.integers(-6, 6),
)


@given(st.lists(st.tuples(forms, st.sampled_from(sorted(COMPARE))), max_size=4))
def test_conditions_on_one_variable(conditions: list[tuple[tuple[int, int], str]]) -> None:
    store: Store | None = Store().with_range(0, (SPAN[0], SPAN[-1], frozenset()))
    values = set(SPAN)
    for (factor, constant), op in conditions:
        assert store is not None
        store = store.assume(Linear(((0, factor),), constant), op)
        values = {value for value in values if COMPARE[op](factor * value + constant)}
        if store is None:
            assert not values
            return
        low, high, holes = store.of(0)
        assert low is not None
        assert high is not None
        assert {value for value in range(low, high + 1) if value not in holes} == values


@given(forms, forms, st.sampled_from(sorted(COMPARE)))
def test_conditions_on_two_variables_contradict_only_where_no_value_is_left(
    left: tuple[int, int], right: tuple[int, int], op: str
) -> None:
    store = Store().with_range(0, (0, 2, frozenset())).with_range(1, (-1, 1, frozenset()))
    form = Linear(((0, left[0]), (1, right[0])), left[1] + right[1])
    possible = any(
        COMPARE[op](left[0] * x + right[0] * y + form.constant) for x in range(3) for y in range(-1, 2)
    )
    if store.assume(form, op) is None:
        assert not possible


def test_every_condition_has_a_negation() -> None:
    assert {op: NEGATED[NEGATED[op]] for op in NEGATED} == {op: op for op in COMPARE}
