"""Cores: contradictory by brute force, made of what was asked, and minimal if there is time."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from slowpath.expr.comparison import compare, member
from slowpath.expr.linear import Linear
from slowpath.expr.term import apply
from slowpath.model.charset import CharSet
from slowpath.solve.chain import Options, chain
from slowpath.solve.core import SmallCores
from slowpath.solve.enumeration import Enumeration
from slowpath.solve.linear import LinearRows
from slowpath.solve.verdict import Model, Unsat
from tests.unit.solve import systems

X, Y, Z = (Linear.variable(index) for index in range(3))
MAKERS = {
    "orders": (systems.integers(3), systems.choice(systems.order)),
    "sets": (systems.characters(3), systems.membership),
    "rows": (systems.integers(3), systems.row),
    "products": (systems.integers(3), systems.any_of(systems.nonlinear, systems.order)),
}


@pytest.mark.parametrize("kind", MAKERS)
def test_cores_are_contradictory_and_minimal(kind):
    variables, maker = MAKERS[kind]
    rng = Random(7)
    solver = SmallCores(chain(Options(smt=False)), seconds=60)
    found = 0
    for _ in range(150):
        conditions = systems.system(rng, variables, maker, 9)
        verdict = solver.solve(conditions, variables)
        systems.assert_right(verdict, conditions, variables)
        if isinstance(verdict, Unsat):
            found += 1
            assert set(verdict.core) <= set(range(len(conditions)))
            core = [conditions[place] for place in verdict.core]
            for each in core if kind != "products" else ():  # the chain cannot tell about all of these
                rest = [other for other in core if other is not each]
                known = chain(Options(smt=False)).solve(rest, variables)
                assert not isinstance(known, Unsat) or not rest
    assert found > 20


def test_a_solver_that_names_all_conditions_names_few():
    variables = systems.integers(3)
    product = apply("*", X, Y)
    idle = [compare(Z, "<=", bound) for bound in range(2, 40)]
    conditions = [*idle[:20], compare(product, "==", 4), *idle[20:], compare(X, "<", 0), compare(Y, ">", 0)]
    whole = Enumeration().solve(conditions, variables)
    assert whole == Unsat(tuple(range(len(conditions))))
    assert SmallCores(Enumeration(), 60).solve(conditions, variables) == Unsat((20, 39, 40))


def test_rows_of_highs_have_a_small_core():
    variables = systems.integers(3, -50, 50)
    idle = [compare(X + Y + Z, "<=", bound) for bound in range(150, 190)]
    conditions = [*idle, compare(X + 2 * Y + Z, ">=", 30), compare(X + 2 * Y + Z, "<=", 20)]
    assert LinearRows(few=1).solve(conditions, variables) == Unsat(tuple(range(42)))
    assert SmallCores(LinearRows(few=1), 60).solve(conditions, variables) == Unsat((40, 41))


def test_what_is_left_when_time_is_over_is_still_a_core():
    variables = systems.integers(2)
    ticks = count()
    conditions = [compare(apply("*", X, X), "==", 1)] * 6 + [compare(X, "==", 0)]
    solver = SmallCores(Enumeration(), 3, clock=lambda: float(next(ticks)))
    verdict = solver.solve(conditions, variables)
    assert isinstance(verdict, Unsat)
    assert 2 < len(verdict.core) < 7
    assert 6 in verdict.core


def test_models_pass():
    variables = systems.characters(1)
    wanted = [member(0, CharSet.of("c"))]
    assert SmallCores(chain()).solve(wanted, variables) == Model({0: ord("c")})
