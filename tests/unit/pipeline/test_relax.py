"""Relaxing: what remains holds, what is given up is the weakest of a contradiction."""

from __future__ import annotations

from itertools import count
from random import Random

from slowpath.expr.comparison import compare, member
from slowpath.expr.linear import Linear
from slowpath.model.charset import CharSet
from slowpath.pipeline.relax import Demand, relax
from tests.unit.solve import systems

X, Y = Linear.variable(0), Linear.variable(1)


def test_conditions_that_go_together_all_hold():
    demands = [Demand([compare(X, ">", 0)], [5], 10), Demand([compare(Y, "<", X)], [5], 3)]
    relaxed = relax(demands, systems.integers(2), {0: 0, 1: 2})
    assert relaxed.given_up == (0, 0)
    assert all(each.holds(relaxed.values) for demand in demands for each in demand.conditions)


def test_the_lighter_stage_gives_up_its_cheapest_condition():
    heavy = Demand([compare(X, ">", 0)], [1], 58)
    light = Demand([compare(X, "<", Y), compare(Y, "<", 1), compare(Y, ">", 0)], [3, 1, 2], 15)
    relaxed = relax([heavy, light], systems.integers(2), {0: 0, 1: 0})
    assert relaxed.given_up == (0, 1)
    assert relaxed.values[0] > 0
    assert relaxed.values[0] < relaxed.values[1]
    # The weight that is left, and the compensation max(w) / w of the paper: 15 - 1 + 58 / 15.
    assert relaxed.weights == (58, 14 + 58 / 15)


def test_compensation_lets_the_heavier_stage_give_up_in_the_end():
    """8 letters for 20 characters in order: both stages give up, as in Table 5 of the paper."""
    letters = [member(index, CharSet.of("abcdefgh")) for index in range(20)]
    falling = [compare(Linear.variable(i), ">", Linear.variable(i + 1)) for i in range(19)]
    variables = systems.characters(20, "".join(map(chr, range(97, 123))))
    sets, orders = Demand(letters, [1] * 20, 40), Demand(falling, [0] * 19, 39.5)
    relaxed = relax([sets, orders], variables, dict.fromkeys(range(20), 97))
    assert relaxed.given_up[0] > 0
    assert relaxed.given_up[1] > 0
    held = [each for each in letters + falling if each.holds(relaxed.values)]
    assert len(held) >= 39 - sum(relaxed.given_up)


def test_stages_that_share_nothing_take_no_part():
    mine = [compare(X, ">", 0), compare(X, "<", 0)]
    relaxed = relax(
        [Demand(mine[:1], [1], 9), Demand(mine[1:], [1], 8), Demand([compare(Y, "==", 2)], [1], 1)],
        systems.integers(2),
        {0: 0, 1: 0},
    )
    assert relaxed.given_up == (0, 1, 0)
    assert relaxed.values[1] == 2


def test_as_many_conditions_hold_as_are_not_given_up():
    rng = Random(11)
    variables = systems.integers(4)
    for _ in range(40):
        parts = [systems.system(rng, variables, systems.choice(systems.order), 6) for _ in range(3)]
        demands = [Demand(part, [rng.randint(1, 9) for _ in part], rng.randint(1, 50)) for part in parts]
        relaxed = relax(demands, variables, {})
        distinct = {each for part in parts for each in part}
        held = sum(each.holds(relaxed.values) for each in distinct)
        assert held >= len(distinct) - sum(relaxed.given_up)
        if systems.satisfiable(list(distinct), variables):
            assert not sum(relaxed.given_up)


def test_what_is_not_decided_in_time_is_given_up():
    ticks = count()
    demands = [Demand([compare(X, ">", 0), compare(Y, ">", 0)], [1, 1], 5)]
    relaxed = relax(demands, systems.integers(2), {0: 0, 1: 0}, 1.5, lambda: float(next(ticks)))
    assert relaxed.given_up == relaxed.undecided == (1,)
    assert relaxed.values == {0: 1, 1: 0}
