"""Linear forms compute as the numbers they stand for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from slowpath.expr.linear import Linear

values = st.fixed_dictionaries({index: st.integers(-(10**20), 10**20) for index in range(4)})
forms = st.builds(
    Linear.of,
    st.dictionaries(st.integers(0, 3), st.integers(-5, 5), max_size=3),
    st.integers(-(10**20), 10**20),
)


@given(forms, forms, st.integers(-5, 5), values)
def test_arithmetic(left, right, number, model):
    a, b = left.evaluate(model), right.evaluate(model)
    assert (left + right).evaluate(model) == a + b
    assert (left - right).evaluate(model) == a - b
    assert (left + number).evaluate(model) == (number + left).evaluate(model) == a + number
    assert (left - number).evaluate(model) == a - number
    assert (number - left).evaluate(model) == number - a
    assert (-left).evaluate(model) == -a
    assert (left * number).evaluate(model) == (number * left).evaluate(model) == a * number


@given(forms, forms)
def test_equal_forms_are_equal_however_made(left, right):
    assert left + right == right + left
    assert hash(left + right) == hash(right + left)
    assert left - right + right == left
    assert (left - left).parts == ()


pairs = st.builds(lambda a, b: Linear.of({1: a, 3: b}), st.integers(-2, 2), st.integers(-2, 2))


@given(pairs, pairs)
def test_sums_of_the_same_variables_are_in_normal_form(left, right):
    for form, sign in ((left + right, 1), (left - right, -1)):
        parts, others = dict(left.parts), dict(right.parts)
        expected = [(index, parts.get(index, 0) + sign * others.get(index, 0)) for index in (1, 3)]
        assert form.parts == tuple(part for part in expected if part[1])


@given(forms, forms, values)
def test_substitute(form, replacement, model):
    replaced = form.substitute({0: replacement, 2: 7})
    expected = form.evaluate({**model, 0: replacement.evaluate(model), 2: 7})
    assert replaced.evaluate(model) == expected


def test_a_single_variable():
    form = Linear.variable(3)
    assert form.variables() == (3,)
    assert form.evaluate({3: 9}) == 9
