"""Eliminating variables gives the verdict of brute force, and seldom none."""

from collections import Counter

import pytest

from slowpath.expr.comparison import compare
from slowpath.expr.linear import Linear
from slowpath.expr.variable import Integers, Variable
from slowpath.solve.elimination import MOST_VARIABLES, Elimination
from slowpath.solve.verdict import Model, Unknown, Unsat
from tests.unit.solve import systems
from tests.unit.solve.systems import answers, any_of, order, row

A, B, C = (Linear.variable(index) for index in range(3))
UNBOUNDED = [Variable(index, name, Integers()) for index, name in enumerate("abc")]


@pytest.mark.parametrize("seed", range(4))
def test_against_brute_force(seed):
    kinds = Counter(answers(Elimination(), systems.integers(4), any_of(order, row), 400, 6, seed))
    assert kinds["Model"] > 100
    assert kinds["Unsat"] > 50
    assert kinds["Unknown"] < 20


def test_a_narrow_cone_has_integers_far_out():
    conditions = [compare(5 * A, ">", 3 * B), compare(5 * B, ">", 8 * A), compare(A, ">", 0)]
    verdict = Elimination().solve(conditions, UNBOUNDED, {0: 1, 1: 1, 2: 0})
    assert isinstance(verdict, Model)
    assert all(condition.holds(verdict) for condition in conditions)


def test_a_core_names_what_contradicts():
    conditions = [compare(C, ">", 5), compare(A + B, "<=", C), compare(A, ">", C), compare(B, ">", 0)]
    assert Elimination().solve(conditions, UNBOUNDED) == Unsat((1, 2, 3))


def test_values_stay_where_they_can():
    conditions = [compare(A + B, "<=", C), compare(A, ">", 0), compare(B, ">", 0)]
    verdict = Elimination().solve(conditions, UNBOUNDED, {0: 3, 1: 4, 2: 5})
    assert isinstance(verdict, Model)
    assert sum(verdict[index] == value for index, value in enumerate((3, 4, 5))) == 2


def test_differences_are_split():
    conditions = [compare(A + B, "==", C), compare(A, "==", B), compare(C, "<=", 2), compare(C, ">=", 0)]
    forbidden = [compare(C, "!=", 0), compare(C, "!=", 2)]
    assert isinstance(Elimination().solve([*conditions, forbidden[0]], UNBOUNDED, {}), Model)
    verdict = Elimination().solve([*conditions, *forbidden], UNBOUNDED, {})
    assert isinstance(verdict, Unsat | Unknown)


def test_many_variables_are_left_to_others():
    variables = [Variable(index, f"x{index}") for index in range(MOST_VARIABLES + 1)]
    total = Linear.of({variable.index: 1 for variable in variables})
    assert isinstance(Elimination().solve([compare(total, ">", 0)], variables), Unknown)
