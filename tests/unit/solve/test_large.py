"""Large systems and deep chains: no recursion, no solver that is lost in them."""

from __future__ import annotations

import pytest

from slowpath.expr.comparison import compare, member
from slowpath.expr.linear import Linear
from slowpath.expr.term import real
from slowpath.expr.variable import Characters, Integers, Reals, Variable
from slowpath.model.charset import CharSet
from slowpath.solve.chain import Options, chain, session
from slowpath.solve.checked import satisfies
from slowpath.solve.difference import solve_arrays
from slowpath.solve.linear import LinearRows
from slowpath.solve.verdict import Model, Unsat, completed

ORDERS_ONLY = Options(local=False, linear=False, smt=False)


def integers(count, lo=None, hi=None):
    return [Variable(index, f"x{index}", Integers(lo, hi)) for index in range(count)]


def below(i, j):
    return compare(Linear.variable(i), "<", Linear.variable(j))


def pairs(count):
    return [below(i, j) for i in range(count) for j in range(i + 1, count)]


@pytest.mark.parametrize("bounds", [(None, None), (0, 299), (5, None), (None, 7)])
def test_all_pairs_in_order(bounds):
    variables, conditions = integers(300, *bounds), pairs(300)
    model = chain(ORDERS_ONLY).solve(conditions, variables)
    assert isinstance(model, Model)
    assert satisfies(model, conditions, variables)


def test_all_pairs_do_not_fit_in_a_smaller_domain():
    conditions = pairs(300)
    verdict = chain(ORDERS_ONLY).solve(conditions, integers(300, 0, 298))
    assert isinstance(verdict, Unsat)
    core = [conditions[place] for place in verdict.core]
    assert len(core) == 299  # a chain from the first to the last


def test_a_hundred_thousand_orders_in_a_chain():
    count = 100_000
    variables = integers(count)
    conditions = [below(i, i + 1) for i in range(count - 1)]
    model = chain(ORDERS_ONLY).solve(conditions, variables)
    assert isinstance(model, Model)
    assert satisfies(model, conditions, variables)


def test_a_long_cycle_is_its_own_core():
    count = 20_000
    conditions = [below(i, i + 1) for i in range(count - 1)] + [below(count - 1, 0)]
    verdict = chain(ORDERS_ONLY).solve(conditions, integers(count))
    assert verdict == Unsat(tuple(range(count)))


def test_a_session_on_a_long_path():
    """The last of many orders is negated; the answer moves no more than it must."""
    count = 20_000
    variables = integers(count)
    walk = session(variables, ORDERS_ONLY)
    model = Model({index: index for index in range(count)})
    for i in range(count - 1):
        walk.push(below(i, i + 1))
    verdict = walk.solve(compare(Linear.variable(0), ">", -5).negated(), model)
    assert verdict == {**model, 0: -5}
    pushed = walk.solve(compare(Linear.variable(0), ">", 5), model)
    assert isinstance(pushed, Model)
    assert pushed[count - 1] == count + 5  # the whole chain moves
    assert walk.solve(below(count - 1, 0), model) == Unsat(tuple(range(count)))
    walk.pop(count - 1)
    assert len(walk) == 0
    assert isinstance(walk.solve(below(count - 1, 0), model), Model)


def test_equalities_and_differences_beside_many_orders():
    count = 1_500
    variables = integers(count, 0, 5_000)
    conditions = [below(i, i + 1) for i in range(count - 1)]
    conditions += [
        compare(Linear.variable(0), "==", 7),
        compare(Linear.variable(3), "!=", 10),
        compare(Linear.variable(9) - Linear.variable(8), "==", 4),
    ]
    model = chain(ORDERS_ONLY).solve(conditions, variables)
    assert isinstance(model, Model)
    assert satisfies(model, conditions, variables)


def test_many_floats_in_order():
    variables = [Variable(index, f"f{index}", Reals(0.0, 1.0)) for index in range(1_200)]
    conditions = [compare(real(i), "<", real(i + 1)) for i in range(1_199)]
    model = chain(ORDERS_ONLY).solve(conditions, variables)
    assert isinstance(model, Model)
    assert satisfies(model, conditions, variables)


def test_a_long_text():
    letters, digits = CharSet.between("a", "z"), CharSet.between("0", "9")
    variables = [Variable(index, f"s[{index}]", Characters(CharSet.everything())) for index in range(5_000)]
    conditions = [member(index, letters if index % 2 else digits) for index in range(5_000)]
    model = chain(ORDERS_ONLY).solve(conditions, variables)
    assert isinstance(model, Model)
    assert satisfies(model, conditions, variables)


def test_a_thousand_linear_rows():
    variables = integers(60, 0, 1000)
    conditions = [
        compare(
            Linear.of({i: 1, j: 1, (i + j) % 60: -1} if (i + j) % 60 not in (i, j) else {i: 1}), ">=", i - j
        )
        for i in range(60)
        for j in range(i)
    ]
    model = LinearRows().solve(conditions, variables)
    assert isinstance(model, Model)
    assert satisfies(model, conditions, variables)


def test_arrays():
    import numpy as np

    first, second = np.triu_indices(400, 1)
    values = solve_arrays(400, first, second, np.full(len(first), -1))
    assert not isinstance(values, list)
    assert values.tolist() == list(range(400))
    cycle = solve_arrays(3, np.array([0, 1, 2, 0]), np.array([1, 2, 0, 2]), np.array([-1, 0, 0, 5]))
    assert cycle in ([0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2])
    slack = solve_arrays(3, np.array([0, 1, 2]), np.array([1, 2, 0]), np.array([-5, 2, 4]))
    assert not isinstance(slack, list)
    assert slack[0] - slack[1] <= -5
    assert slack[1] - slack[2] <= 2
    assert slack[2] - slack[0] <= 4


def test_all_different_values():
    """Every pair differs: each new number is pushed past all the others."""
    variables = integers(60, 0, 59)
    walk = session(variables, ORDERS_ONLY)
    model = Model(completed(None, variables))
    for j in range(60):
        for i in range(j):
            condition = compare(Linear.variable(i), "!=", Linear.variable(j))
            verdict = walk.solve(condition, model)
            assert isinstance(verdict, Model)
            model = verdict
            walk.push(condition)
    assert sorted(model.values()) == list(range(60))
