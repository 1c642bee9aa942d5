"""Conditions hold when the comparisons they stand for do, and exactly when their negations do not."""

from __future__ import annotations

import math
import operator
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.expr.comparison import at_most, compare, depends, differ, equal, member
from slowpath.expr.condition import (
    FALSE,
    TRUE,
    All,
    Compare,
    Constant,
    Member,
    Ranked,
    Some,
    all_hold,
    all_of,
    broken,
    some_of,
)
from slowpath.expr.linear import Linear
from slowpath.expr.term import apply, real
from slowpath.expr.text import shown
from slowpath.expr.variable import Characters, Integers, Reals, Variable
from slowpath.model.charset import CharSet

X, Y = Linear.variable(0), Linear.variable(1)
S, T = Linear.variable(2), Linear.variable(3)
F, G = real(4), real(5)
VARIABLES = [
    Variable(0, "x"),
    Variable(1, "y", Integers(0, 9)),
    Variable(2, "s[2]", Characters(CharSet.everything())),
    Variable(3, "t", Characters(CharSet.everything())),
    Variable(4, "f", Reals()),
    Variable(5, "g", Reals()),
]
PYTHON = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
}
forms = st.builds(
    Linear.of, st.dictionaries(st.integers(0, 1), st.integers(-6, 6), max_size=2), st.integers(-20, 20)
)


@given(forms, forms, st.sampled_from(sorted(PYTHON)), st.integers(-9, 9), st.integers(-9, 9))
def test_linear_comparisons(left, right, op, x, y):
    model = {0: x, 1: y}
    condition = compare(left, op, right)
    expected = PYTHON[op](left.evaluate(model), right.evaluate(model))
    assert condition.holds(model) is expected
    assert condition.negated().holds(model) is not expected
    assert condition.negated().negated() == condition
    assert set(condition.variables()) <= {0, 1}


@given(forms, st.integers(1, 5))
def test_equal_comparisons_are_equal_records(form, scale):
    for build in (at_most, equal, differ):
        one, other = build(form), build(form * scale)
        assert one == other
        assert hash(one) == hash(other)
    assert equal(form) == equal(-form)


@given(st.sampled_from(sorted(PYTHON)), st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_floats_in_order(op, f, g):
    condition = compare(F, op, G)
    assert isinstance(condition, Ranked)
    assert condition.holds({4: f, 5: g}) is PYTHON[op](f, g)
    assert condition.negated().holds({4: f, 5: g}) is not PYTHON[op](f, g)


@given(st.sampled_from(sorted(PYTHON)), st.floats(allow_nan=False), st.integers(-(2**60), 2**60))
def test_floats_against_integers(op, f, number):
    condition = compare(F, op, number)
    assert isinstance(condition, Ranked) or abs(number) > 2**53
    assert condition.holds({4: f}) is PYTHON[op](f, number)
    assert condition.negated().holds({4: f}) is not PYTHON[op](f, number)


@given(st.sampled_from(sorted(PYTHON)), st.floats(), st.floats())
def test_computed_floats_may_be_nan(op, f, g):
    condition = compare(apply("*", F, 2.0), op, G)
    assert condition.holds({4: f, 5: g}) is PYTHON[op](f * 2.0, g)
    assert condition.negated().holds({4: f, 5: g}) is not PYTHON[op](f * 2.0, g)


def test_an_undefined_condition_holds_neither_way():
    condition = compare(apply("//", X, Y), "==", 1)
    assert not condition.holds({0: 1, 1: 0})
    assert not condition.negated().holds({0: 1, 1: 0})
    assert condition.holds({0: 1, 1: 1})


@given(
    st.lists(st.sampled_from(sorted(PYTHON)), min_size=1, max_size=6), st.integers(-9, 9), st.integers(-3, 3)
)
def test_conditions_that_share_terms(ops, x, y):
    quotient, values = apply("//", X, Y), {0: x, 1: y}
    conditions = [compare(apply("+", quotient, apply("*", X, Y)), op, 2) for op in ops]
    conditions += [compare(quotient, "<", 3), compare(X, "<", 4)]
    assert list(broken(conditions, values)) == [each for each in conditions if not each.holds(values)]
    assert all_hold(conditions, values) is all(each.holds(values) for each in conditions)


def test_constants_are_folded():
    assert compare(3, "<", 4) is TRUE
    assert compare(X, "<", X) is FALSE
    assert compare(X + 1, ">", X) is TRUE
    assert equal(X * 2 + 1) is FALSE
    assert member(2, CharSet()) is FALSE
    assert member(2, CharSet.everything()) is TRUE
    assert compare(F, "<=", F) is TRUE
    assert compare(F, "<", math.nan).holds({4: 1.0}) is False
    assert all_of([TRUE, TRUE]) is TRUE
    assert all_of([TRUE, FALSE]) is FALSE
    assert some_of([FALSE, TRUE]) is TRUE
    assert some_of([]) is FALSE


def test_negation_of_several():
    word = all_of([member(2, CharSet.of("a")), member(3, CharSet.of("b"))])
    assert isinstance(word, All)
    other = word.negated()
    assert isinstance(other, Some)
    assert other.negated() == word
    for s in "ab":
        for t in "ab":
            model = {2: ord(s), 3: ord(t)}
            assert word.holds(model) is (s + t == "ab")
            assert other.holds(model) is (s + t != "ab")


def test_records_survive_pickling():
    for condition in (
        compare(X, "<", Y),
        compare(X, "==", 3),
        compare(F, "<", G),
        member(2, CharSet.of("abz")),
        some_of([compare(X, "<", Y), compare(apply("*", X, Y), "!=", 4)]),
    ):
        again = pickle.loads(pickle.dumps(condition))
        assert again == condition
        assert again.negated() == condition.negated()
        model = {0: 1, 1: 5, 2: ord("b"), 4: 0.5, 5: 0.25}
        assert again.holds(model) is condition.holds(model)


def test_kinds():
    assert isinstance(compare(X, "<", Y), Compare)
    assert isinstance(member(2, CharSet.of("a")), Member)


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (compare(X - Y, "<=", 3), "x - y <= 3"),
        (compare(X, "<", Y), "x < y"),
        (compare(X, ">=", Y), "y <= x"),
        (compare(X, ">", 4), "x >= 5"),
        (compare(X * 2 + Y * 3, "==", 7), "2 * x + 3 * y == 7"),
        (compare(Y - X * 2, "<=", 7), "y - 2 * x <= 7"),
        (compare(X, "!=", Y), "x != y"),
        (compare(S, "==", T), "s[2] == t"),
        (compare(S, "<=", ord("z")), "s[2] <= 'z'"),
        (compare(S - T, "<=", 3), "ord(s[2]) - ord(t) <= 3"),
        (member(2, CharSet.of("a")), "s[2] == 'a'"),
        (member(2, CharSet.between("a", "z")), "'a' <= s[2] <= 'z'"),
        (member(2, CharSet.of("abc")), "s[2] in 'abc'"),
        (member(2, ~CharSet.of("abc")), "s[2] not in 'abc'"),
        (member(2, ~CharSet.of("a")), "s[2] != 'a'"),
        (member(2, ~CharSet.between("a", "z")), "not 'a' <= s[2] <= 'z'"),
        (member(2, CharSet.between("a", "z") | CharSet.of("_")), "s[2] == '_' or 'a' <= s[2] <= 'z'"),
        (compare(F, "<", G), "f < g"),
        (compare(apply("*", X, Y), ">", 3), "3 < x * y"),
        (compare(apply("%", X + 1, Y), "!=", 0), "(x + 1) % y != 0"),
        (compare(apply("max", X, Y), "<=", 3).negated(), "not max(x, y) <= 3"),
        (all_of([compare(X, "<", Y), some_of([compare(X, "<", 0), compare(Y, ">", 3)])]), None),
        (TRUE, "True"),
    ],
)
def test_text(condition, text):
    made = shown(condition, VARIABLES)
    assert text is None or made == text
    compile(made, "condition", "eval")


def test_text_of_several():
    condition = all_of([compare(X, "<", Y), some_of([compare(X, "<", 0), compare(Y, ">", 3)])])
    assert shown(condition, VARIABLES) == "x < y and (x <= -1 or y >= 4)"


@given(forms, st.sampled_from(sorted(PYTHON)), st.integers(-9, 9), st.integers(0, 9))
def test_text_means_the_condition(form, op, x, y):
    condition = compare(form, op, 0)
    text = shown(condition, VARIABLES)
    assert eval(text, {"x": x, "y": y}) is condition.holds({0: x, 1: y})


def test_an_empty_domain_is_a_mistake():
    with pytest.raises(ValueError, match="no value is left for x"):
        Variable(0, "x", Integers(3, 2))


few = st.builds(
    lambda a, b, number: Linear.of({0: a, 1: b}, number), *[st.integers(-2, 2)] * 2, st.integers(-1, 1)
)


@given(few, few | st.integers(-1, 1))
def test_what_depends_makes_no_constant_condition(left, right):
    made = [compare(left, op, right) for op in PYTHON]
    if depends(left, right):
        assert all(isinstance(each, Compare) for each in made)
    else:  # told only where it is easy to tell, but always for the simplest
        assert len(left.parts) != 1 or abs(left.parts[0][1]) != 1 or isinstance(right, Linear)


@pytest.mark.parametrize("left", [apply("%", X + Y, 3), apply("*", X, Y), apply("float", X), F], ids=repr)
@pytest.mark.parametrize("right", [0, 2.5, X, apply("%", X + Y, 3), F, math.inf], ids=repr)
def test_a_term_depends_unless_both_sides_may_be_the_same_float(left, right):
    made = [compare(left, op, right) for op in PYTHON]
    assert depends(left, right) == (left is not F)
    if depends(left, right):
        assert not any(isinstance(each, Constant) for each in made)
    assert any(isinstance(compare(F, op, F), Constant) for op in PYTHON)
