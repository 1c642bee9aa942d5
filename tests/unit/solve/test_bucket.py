"""Variables eliminated along a search: verdicts of brute force, and nothing left of what is taken back."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from slowpath.expr.comparison import compare
from slowpath.expr.condition import Compare, Condition
from slowpath.expr.linear import Linear
from slowpath.expr.term import apply
from slowpath.expr.variable import Integers, Variable
from slowpath.solve.bucket import MOST_VARIABLES, Buckets
from slowpath.solve.chain import Options, session
from slowpath.solve.statistics import Statistics
from slowpath.solve.verdict import Model, Unknown, Unsat, completed
from tests.unit.solve import systems
from tests.unit.solve.systems import any_of, order, row

A, B, C, D = (Linear.variable(index) for index in range(4))
UNBOUNDED = [Variable(index, name, Integers()) for index, name in enumerate("abcd")]


def rows_of(*conditions: Condition) -> list[Compare]:
    return [condition for condition in conditions if isinstance(condition, Compare)]


def tables(buckets: Buckets) -> list[object]:
    return [(each.above, each.below, each.apart, each.ties) for each in buckets._buckets]


@pytest.mark.parametrize("seed", range(4))
def test_random_walks_against_brute_force(seed):
    """What holds is pushed, what does not is asked for; a walk goes back now and then."""
    rng = Random(seed)
    variables = systems.integers(4)
    maker = any_of(order, row)
    kinds: Counter[str] = Counter()
    for _ in range(60):
        buckets = Buckets(variables)
        model = Model(completed(None, variables))
        held: list[Condition] = []
        for _ in range(20):
            if held and rng.random() < 0.2:
                del held[rng.randrange(len(held)) :]
                buckets.keep(len(held))
                continue
            condition = maker(rng, variables)
            if not isinstance(condition, Compare):
                continue
            if not condition.holds(model):
                assert buckets.follow(held)
                verdict = buckets.solve(condition, model)
                systems.assert_right(verdict, [*held, condition], variables)
                kinds[type(verdict).__name__] += 1
                if not isinstance(verdict, Model):
                    continue
                model = verdict
            held.append(condition)
    assert kinds["Model"] > 200
    assert kinds["Unsat"] > 50
    assert kinds["Unknown"] < 30


def test_what_is_taken_back_leaves_nothing():
    rng = Random(3)
    variables = systems.integers(3)
    zero = {each.index: 0 for each in variables}
    for _ in range(50):
        made = [row(rng, variables) for _ in range(30)]
        held = [each for each in made if each.holds(zero)]
        half = len(held) // 2
        there, back = Buckets(variables), Buckets(variables)
        there.follow(held[:half])
        back.follow(held)
        for condition in rows_of(*[each for each in made if not each.holds(zero)]):
            back.solve(condition, zero)
        back.keep(half)
        assert tables(there) == tables(back)


def test_a_narrow_cone_has_integers_far_out():
    held = rows_of(compare(A, ">", 0), compare(5 * A, ">=", 3 * B))
    buckets = Buckets(UNBOUNDED)
    assert buckets.follow(held)
    (asked,) = rows_of(compare(5 * B, ">", 8 * A))
    verdict = buckets.solve(asked, {0: 1, 1: 1, 2: 0, 3: 0})
    assert isinstance(verdict, Model)
    assert all(condition.holds(verdict) for condition in [*held, asked])


def test_a_core_names_what_contradicts():
    buckets = Buckets(UNBOUNDED)
    held = [compare(C, "<", 5), compare(A + B, "<=", C), compare(D, "!=", 0), compare(B, ">", 0)]
    assert buckets.follow(held)
    (asked,) = rows_of(compare(A, ">", C))
    assert buckets.solve(asked, {0: 0, 1: 1, 2: 1, 3: 1}) == Unsat((1, 3, 4))


@pytest.mark.parametrize("places", list(permutations(range(3))))
def test_what_is_excluded_at_an_edge_moves_it(places):
    buckets = Buckets(UNBOUNDED)
    held = [compare(A + B, "<=", 2), compare(A + B, "!=", 1), compare(A + B, "!=", 2)]
    assert buckets.follow([held[place] for place in places])
    (asked,) = rows_of(compare(A + B, ">", 0))
    assert buckets.solve(asked, {0: 0, 1: 0, 2: 0, 3: 0}) == Unsat((0, 1, 2, 3))


def test_what_is_excluded_goes_where_an_equality_leads():
    """a + d == c and a + b != c leave b != d: found by no value of a, nor of c."""
    buckets = Buckets(UNBOUNDED)
    held = [compare(A + B, "!=", C), compare(B, ">=", D), compare(B, "<=", D)]
    assert buckets.follow(held)
    (asked,) = rows_of(compare(A + D, "==", C))
    assert buckets.solve(asked, {0: 1, 1: 0, 2: 0, 3: 0}) == Unsat((0, 1, 2, 3))


def test_an_equality_leads_on_what_is_excluded_later():
    buckets = Buckets(UNBOUNDED)
    assert buckets.follow([compare(A + D, "==", C), compare(A + B, "!=", C), compare(B, ">=", D)])
    (asked,) = rows_of(compare(B, "<=", D))
    assert buckets.solve(asked, {0: 0, 1: 1, 2: 0, 3: 0}) == Unsat((0, 1, 2, 3))


def test_a_condition_that_ties_others_is_told():
    variables = [Variable(index, f"x{index}") for index in range(2 * MOST_VARIABLES)]
    buckets = Buckets(variables)
    first, second = Linear.of({0: 1, 1: 1}), Linear.of({1: 1, 2: 2})
    held = [compare(first, ">=", 0), compare(Linear.of({8: 1, 9: 1}), ">=", 0), compare(second, "<=", 0)]
    assert buckets.start({0, 1}, alone=False)
    assert not buckets.follow(held)
    assert buckets.start({1, 2}, alone=False)
    assert buckets.follow(held)
    (asked,) = rows_of(compare(Linear.of({0: 1, 2: -2}), "<", 0))
    assert buckets.covers(asked)
    assert buckets.solve(asked, dict.fromkeys(range(len(variables)), 0)) == Unsat((0, 2, 3))
    assert not buckets.start(set(range(MOST_VARIABLES + 1)), alone=True)


def test_values_stay_where_they_can():
    buckets = Buckets(UNBOUNDED)
    assert buckets.follow([compare(A, ">", 0), compare(B, ">", 0)])
    (asked,) = rows_of(compare(A + B, "<=", C))
    verdict = buckets.solve(asked, {0: 3, 1: 4, 2: 5, 3: 6})
    assert isinstance(verdict, Model)
    assert sum(verdict[index] != value for index, value in enumerate((3, 4, 5, 6))) == 1


def test_of_many_variables_those_that_matter_have_buckets():
    variables = [Variable(index, f"x{index}") for index in range(4 * MOST_VARIABLES)]
    statistics = Statistics()
    walk = session(variables, statistics=statistics)
    model = Model(completed(None, variables))
    for first in range(2, len(variables), 2):  # each ties two variables more to those before
        for total in (Linear.of({first: 1, first + 1: 1}), Linear.of({first - 2: 1, first: 1, first + 1: 2})):
            asked = compare(total, "==", first)
            verdict = walk.solve(asked, model)
            assert isinstance(verdict, Model)
            assert asked.holds(verdict)
            walk.push(asked)
            model = verdict
    assert statistics.stage("buckets").sat > MOST_VARIABLES
    assert statistics.stage("elimination").queries > 0


def test_conditions_that_are_no_rows_are_checked():
    """The nearest values break a product; no model is refused, because none was promised."""
    variables = UNBOUNDED[:2]
    statistics = Statistics()
    walk = session(variables, statistics=statistics)
    product = compare(apply("*", A, B), ">=", 0)
    walk.push(product)
    asked = compare(A + B, "<", -3)
    verdict = walk.solve(asked, {0: 4, 1: 1})
    assert isinstance(verdict, Model)
    assert product.holds(verdict)
    assert asked.holds(verdict)
    assert statistics.stage("buckets").answered == 0
    assert statistics.stage("check").refused == 0


def test_elimination_can_be_switched_off():
    statistics = Statistics()
    walk = session(UNBOUNDED, Options(elimination=False), statistics)
    verdict = walk.solve(compare(A + B, ">", C), {0: 0, 1: 0, 2: 0, 3: 0})
    assert not isinstance(verdict, Unknown)
    assert statistics.stage("buckets").queries == 0
