"""Every stage gives the verdict of brute force on thousands of small systems."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from slowpath.expr.comparison import compare
from slowpath.expr.condition import Condition
from slowpath.expr.linear import Linear
from slowpath.solve.chain import Options, chain, session
from slowpath.solve.checked import Checked
from slowpath.solve.enumeration import Enumeration
from slowpath.solve.linear import LinearRows
from slowpath.solve.local import Local
from slowpath.solve.order import Orders
from slowpath.solve.slicing import Slicing
from slowpath.solve.smt import Smt
from slowpath.solve.statistics import Statistics
from slowpath.solve.verdict import Model, Unknown, completed
from tests.unit.solve import systems
from tests.unit.solve.systems import answers, any_of, choice, membership, nonlinear, order, ranked, row


@pytest.mark.parametrize("seed", range(4))
def test_orders(seed):
    kinds = Counter(answers(Orders(), systems.integers(4), order, 800, 9, seed))
    assert kinds.keys() == {"Model", "Unsat"}


@pytest.mark.parametrize("seed", range(2))
def test_choices_of_orders(seed):
    kinds = Counter(answers(Orders(), systems.integers(4), choice(order), 500, 7, seed))
    assert kinds.keys() == {"Model", "Unsat"}


@pytest.mark.parametrize("seed", range(4))
def test_sets(seed):
    kinds = Counter(answers(Orders(), systems.characters(3, "abdfgh"), choice(membership), 800, 7, seed))
    assert kinds.keys() == {"Model", "Unsat"}


@pytest.mark.parametrize("seed", range(2))
def test_floats_in_order(seed):
    kinds = Counter(answers(Orders(), systems.reals(3), choice(ranked), 400, 6, seed))
    assert kinds.keys() == {"Model", "Unsat"}


def test_linear_rows():
    kinds = Counter(answers(LinearRows(few=0), systems.integers(4), row, 300, 5, 0))
    assert kinds["Unknown"] < 20
    assert kinds["Model"] > 100
    assert kinds["Unsat"] > 50


@pytest.mark.parametrize("seed", range(2))
def test_all_values_of_small_domains(seed):
    kinds = Counter(answers(Enumeration(), systems.integers(3), any_of(row, nonlinear), 500, 4, seed))
    assert kinds["Model"] > 100
    assert kinds["Unsat"] > 50


def test_models_one_variable_away():
    kinds = Counter(answers(Local(), systems.integers(3), any_of(row, nonlinear), 1000, 4, 0))
    assert kinds["Unsat"] == 0
    assert kinds["Model"] > 200


@pytest.mark.parametrize("seed", range(2))
def test_smt(seed):
    maker = choice(any_of(row, nonlinear))
    kinds = Counter(answers(Smt(), systems.integers(3), maker, 60, 4, seed))
    assert kinds["Unknown"] < 10
    assert kinds["Model"] > 20
    assert kinds["Unsat"] > 10


def test_smt_on_orders_and_sets():
    kinds = Counter(answers(Smt(), systems.characters(3), choice(membership), 200, 6, 0))
    assert kinds.keys() == {"Model", "Unsat"}


@pytest.mark.parametrize("seed", range(2))
def test_chain_on_mixed_conditions(seed):
    statistics = Statistics()
    maker = choice(any_of(order, order, row, nonlinear))
    kinds = Counter(answers(chain(statistics=statistics), systems.integers(5, -1, 1), maker, 250, 6, seed))
    assert kinds["Unknown"] < 10
    assert statistics.stage("check").refused == 0
    for name in ("order", "local", "smt", "cache"):
        assert statistics.stage(name).answered > 0, name


@pytest.mark.parametrize("off", ["slicing", "cache", "order", "local", "linear", "smt"])
def test_each_stage_can_be_switched_off(off):
    solver = chain(Options(**{off: False}))
    kinds = Counter(answers(solver, systems.integers(3), any_of(order, order, row), 100, 5, 1))
    if off != "smt":
        assert kinds.keys() == {"Model", "Unsat"}


@pytest.mark.parametrize(
    ("variables", "maker"),
    [
        (systems.integers(4), choice(order)),
        (systems.characters(3), choice(membership)),
        (systems.reals(3), ranked),
        (systems.integers(4, -1, 1), any_of(order, order, order, row, nonlinear)),
    ],
    ids=["orders", "sets", "floats", "mixed"],
)
def test_session_along_random_walks(variables, maker):
    """A depth-first search pushes what holds and asks for the negation of what does not."""
    rng = Random(7)
    for _ in range(60):
        walk = session(variables)
        model = Model(completed(None, variables))
        held: list[Condition] = []
        for _ in range(25):
            if held and rng.random() < 0.25:
                count = rng.randint(1, len(held))
                walk.pop(count)
                del held[-count:]
                continue
            condition = maker(rng, variables)
            verdict = walk.solve(condition, model)
            assert not isinstance(verdict, Unknown)
            systems.assert_right(verdict, [*held, condition], variables)
            if isinstance(verdict, Model):
                model = verdict
                held.append(condition)
                walk.push(condition)
            assert len(walk) == len(held)


def test_a_wrong_model_is_counted_and_becomes_unknown():
    class Liar:
        def solve(self, conditions, variables, hint=None):
            return Model({variable.index: 99 for variable in variables})

    variables = systems.integers(2)
    statistics = Statistics()
    solver = Slicing(Checked(Liar(), statistics.stage("check")))
    verdict = solver.solve([compare(Linear.variable(0), ">", Linear.variable(1))], variables)
    assert isinstance(verdict, Unknown)
    assert statistics.stage("check").refused == 1
