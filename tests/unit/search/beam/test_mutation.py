"""Mutations of a few values."""

from __future__ import annotations

import itertools
import time
from array import array
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Characters, Domain, Integers, Reals, Values, Variable
from slowpath.model.charset import CharSet
from slowpath.search.beam.mutation import Mutator, _groups, changed
from slowpath.search.beam.states import CostedInput, ops
from slowpath.values.path import Cut, Path

DOMAINS: tuple[Domain, ...] = (
    Integers(),
    Integers(0, 5),
    Integers(3, None),
    Integers(None, -1),
    Reals(-1.0, 2.0),
    Characters(CharSet.of("abc")),
    Characters(CharSet.everything()),
    Integers(7, 7),
)


EMPTY = Path({}, [], [], bytearray(), array("q"), array("q"), 0, None, None, None, {})


def numbered(domains: Sequence[Domain]) -> list[Variable]:
    return [Variable(place, f"x[{place}]", domain) for place, domain in enumerate(domains)]


@given(st.lists(st.sampled_from(DOMAINS), min_size=1, max_size=12), st.integers(0, 1000))
def test_changed_values_stay_in_their_domains(domains: list[Domain], seed: int) -> None:
    variables = numbered(domains)
    groups = _groups(variables)
    values: Values = {each.index: each.default() for each in variables}
    rng = Random(seed)
    for _ in range(20 if groups else 0):
        values = changed(values, groups, rng)
        assert all(each.admits(values[each.index]) for each in variables)


class Counting:
    """Runs that cost as many inversions as the values have; all that is odd in front is refused."""

    def __init__(self) -> None:
        self.seen: list[Values] = []

    def __call__(self, values: Values, known: Sequence[Condition] = ()) -> Path:
        self.seen.append(values)
        order = list(values.values())
        cost = sum(one > other for one, other in itertools.combinations(order, 2))
        cut = Cut.REJECTED if order[0] % 2 else None
        return replace(EMPTY, model=values, cost=cost, cut=cut)


def start(count: int) -> CostedInput:
    return CostedInput(dict(enumerate(range(count))), 0)


def test_mutation_comes_to_the_most_inversions_by_single_changes() -> None:
    run = Counting()
    found = Mutator(run, ops, time.monotonic).mutated([start(7)], numbered([Integers(0, 6)] * 7))
    assert max(each.cost for each in found) == 21
    assert all(run(each.values).cut is None for each in found)


def test_mutations_repeat_and_another_seed_mutates_otherwise() -> None:
    variables = numbered([Integers(0, 9)] * 10)
    one, same, other = (
        Mutator(Counting(), ops, time.monotonic).mutated([start(10)], variables, seed) for seed in (0, 0, 1)
    )
    assert one == same != other


def test_the_costliest_has_the_most_runs() -> None:
    run = Counting()
    ticks = itertools.count()
    worst = CostedInput(dict(enumerate(range(8, 0, -1))), 28)
    mutator = Mutator(run, ops, lambda: float(next(ticks)), deadline=2000.0)
    mutator.mutated([start(8), worst], numbered([Integers(0, 8)] * 8))
    near = sum(values[0] > values[7] for values in run.seen)
    assert len(run.seen) < 2000
    assert near > 0.6 * len(run.seen)


def test_no_run_begins_after_the_deadline() -> None:
    run = Counting()
    assert Mutator(run, ops, lambda: 5.0, deadline=5.0).mutated([start(4)], numbered([Integers()] * 4)) == []
    assert run.seen == []


def test_what_has_one_value_only_does_not_mutate() -> None:
    run = Counting()
    assert Mutator(run, ops, time.monotonic).mutated([start(1)], numbered([Integers(7, 7)])) == []
