"""Whole suite: sets of things are bred, and the sum of their best fitness over all goals says how good."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from slowpath.search.loops.algorithm import Aims, Vector
from slowpath.search.loops.algorithms.whole_suite import WholeSuite
from tests.unit.search.loops.algorithms.breeding import CHANGED, Names, Table, is_fresh, origins

SUITES, LONGEST = 10, 20
BEST_OF_FIVE = 1 - 0.9**5  # the chance that the best of ten suites is among five random ones


def _seeded(
    fitness: dict[str, Vector], goals: int, size: int = 10, weights: dict[str, int] | None = None
) -> tuple[WholeSuite[str], Table]:
    table = Table(goals, fitness)
    found = WholeSuite(Aims(goals), Names(weights), Random(0), size)
    found.seed(list(fitness), table.rate)
    return found, table


def _shares(
    fitness: dict[str, Vector], goals: int, weights: dict[str, int] | None = None
) -> dict[str, float]:
    """How often each of some things is changed, in one step that makes many."""
    found, table = _seeded(fitness, goals, size=1_500, weights=weights)
    found.step(table.rate, 0.0)
    changed = Counter(each for thing in table.batches[-1] if not is_fresh(thing) for each in origins(thing))
    return {name: count / changed.total() for name, count in changed.items()}


def _known(found: WholeSuite[str]) -> set[str]:
    return {each.thing for each in found.known()}


def test_the_best_suite_has_the_most_children_wherever_it_stood() -> None:
    fitness: dict[str, Vector] = {f"t{place}": (0.9 - 0.05 * place,) for place in range(SUITES)}
    for given in (fitness, dict(reversed(fitness.items()))):
        shares = _shares(given, 1)
        assert shares["t9"] == pytest.approx(BEST_OF_FIVE, abs=0.05)
        assert shares["t9"] > shares["t8"] > shares["t7"]


def test_a_suite_is_as_good_as_its_best_thing_for_each_goal() -> None:
    # Ten suites of two things, those at a place and at the place ten behind it. In suite 7, each thing is the
    # best for one goal (0.1 + 0.1, beside 0.3 + 0.3); on average the others are better (0.4, beside 0.5).
    firsts: dict[str, Vector] = {f"a{place}": (0.3, 0.5) for place in range(SUITES)}
    seconds: dict[str, Vector] = {f"b{place}": (0.5, 0.3) for place in range(SUITES)}
    shares = _shares({**firsts, **seconds, "a7": (0.1, 0.9), "b7": (0.9, 0.1)}, 2)
    assert shares["a7"] + shares["b7"] == pytest.approx(BEST_OF_FIVE, abs=0.05)


def test_of_suites_that_are_equally_good_the_smaller_is_better() -> None:
    fitness: dict[str, Vector] = {f"t{place}": (0.5,) for place in range(SUITES)}
    weights = {f"t{place}": 20 - place for place in range(SUITES)}
    assert _shares(fitness, 1, weights)["t9"] == pytest.approx(BEST_OF_FIVE, abs=0.05)


def test_new_suites_have_five_fresh_things_until_there_are_ten() -> None:
    table = Table(1, {})
    found = WholeSuite(Aims(1), Names(), Random(0), 30)
    found.step(table.rate, 0.0)
    assert (len(table.batches[0]), all(map(is_fresh, table.batches[0]))) == (30, True)  # six suites
    found.step(table.rate, 0.0)
    assert all(map(is_fresh, table.batches[1][:20]))  # four more
    assert any(CHANGED in thing for thing in table.batches[1][20:])
    assert len(_known(found)) >= 50


def test_only_what_is_new_is_rated() -> None:
    found, table = _seeded({f"t{place}": (0.5,) for place in range(30)}, 1)
    for _ in range(50):
        found.step(table.rate, 0.0)
    for batch in table.batches[1:]:
        assert len(batch) >= 10
        assert all(is_fresh(thing) or CHANGED in thing for thing in batch)


@pytest.mark.parametrize(
    ("length", "fresh"),
    [
        # A suite of one thing changes it. Fresh ones follow with chances of 1/2, 1/4, 1/8 ...: 0.64 of them.
        (1, 0.64 / 1.64),
        # Of twenty, each is changed with a chance of 1/20. In 36 of 100 children none is: these have 1.64
        # fresh ones.
        (20, (0.64 * 0.64 + 0.36 * 1.64) / (0.64 * 0.64 + 0.36 * 1.64 + 1.0)),
    ],
)
def test_one_thing_of_a_suite_is_changed_and_some_are_fresh(length: int, fresh: float) -> None:
    found, table = _seeded({f"t{place}": (0.5,) for place in range(SUITES * length)}, 1, size=1_500)
    found.step(table.rate, 0.0)
    made = table.batches[-1]
    assert sum(map(is_fresh, made)) / len(made) == pytest.approx(fresh, abs=0.04)


def test_a_suite_may_get_things_of_two() -> None:
    # The second suite has the best thing for the first goal, the third suite that for the second goal.
    fitness: dict[str, Vector] = {f"t{place}": (0.9, 0.9) for place in range(2 * SUITES)}
    found, table = _seeded({**fitness, "t1": (0.1, 0.9), "t12": (0.9, 0.1)}, 2)
    for _ in range(20):
        found.step(table.rate, 0.0)
    assert {"t1", "t12"} <= {each.thing for each in found._suites[0]}


def test_things_that_are_no_good_alone_are_kept_in_suites() -> None:
    fitness: dict[str, Vector] = {f"t{place}": (0.5 + place / 1000,) for place in range(25)}
    found, _ = _seeded(fitness, 1)
    assert _known(found) == set(fitness)


def test_what_is_known_is_kept_if_more_things_come() -> None:
    found, table = _seeded({"a": (0.5,)}, 1)
    found.seed([], table.rate)
    assert _known(found) == {"a"}
    better = Table(1, {"b": (0.2,)})
    found.seed(["b"], better.rate)
    assert _known(found) == {"a", "b"}


def test_suites_that_are_better_take_the_place_of_others() -> None:
    found, _ = _seeded({f"t{place}": (0.5 + place / 100,) for place in range(SUITES)}, 1)
    found.seed(["a", "b"], Table(1, {"a": (0.1,), "b": (0.9,)}).rate)
    assert _known(found) == {"a", *(f"t{place}" for place in range(SUITES - 1))}


def test_the_best_for_a_goal_is_known_though_its_suite_was_not_good_enough() -> None:
    found, _ = _seeded({"a": (0.1, 1.0)}, 2)
    found.seed(
        better := [f"t{place}" for place in range(SUITES)], lambda things: [(0.3, 0.3) for _ in things]
    )
    assert _known(found) == {"a", *better}


def test_a_suite_has_twenty_things_at_most() -> None:
    found, _ = _seeded({f"t{place}": (0.5,) for place in range(300)}, 1)
    assert len(_known(found)) == SUITES * LONGEST
    goals = 40
    # Each thing is good for one goal, so that suites get better by every new one.
    vectors: list[Vector] = [
        tuple(0.5 if each == goal else 1.0 for each in range(goals)) for goal in range(goals)
    ]
    grown = WholeSuite(Aims(goals), Names(), Random(0), 10)
    for _ in range(60):
        grown.step(lambda things: [vectors[int(origins(each)[0][3:]) % goals] for each in things], 0.0)
    assert max(map(len, grown._suites)) == LONGEST
