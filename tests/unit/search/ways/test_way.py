"""What each way comes to, on insertion sort: its worst cost is n (n - 1) / 2."""

from __future__ import annotations

import time
from itertools import permutations

from slowpath.knowledge.catalogue import ALL
from slowpath.scaling.path.scaling import LearnedFamily
from slowpath.scaling.pattern.generator import RecipeEffort
from slowpath.scaling.promise import Promise
from slowpath.search.policy import learning
from slowpath.search.policy.guide import GuideEffort
from slowpath.search.policy.learning import Explored, LearnedPolicy
from slowpath.search.ways.attempt import By
from slowpath.search.ways.way import (
    ROUNDING,
    UNCONFIRMED,
    by_path,
    by_policy,
    by_recipe,
    explored_worst,
    slack,
    worst_models,
)
from tests.unit.scaling.path.support import learnt, program

CLOCK = time.process_time


def worst_cost(size: int) -> int:
    """The cost of the worst order, by trying them all."""
    target = program("insertion_sort")
    return max(target.cost({"xs": list(order)}) for order in permutations(range(size)))


def test_exploration_knows_the_worst_case_of_a_size_it_has_seen() -> None:
    known = learnt("insertion_sort")
    attempt = explored_worst(program("insertion_sort"), known.found, 5)
    assert attempt is not None
    assert attempt.worst is not None
    assert attempt.worst.cost == attempt.worst.expected == worst_cost(5)
    assert attempt.reached
    assert eval(attempt.sources()["xs"]) == attempt.worst.inputs["xs"]


def test_exploration_says_nothing_of_sizes_at_which_no_input_is_admitted() -> None:
    assert explored_worst(program("insertion_sort"), learnt("insertion_sort").found, 50) is None


def test_path_space_gives_an_input_and_says_if_it_falls_short() -> None:
    target, known = program("insertion_sort"), learnt("insertion_sort")
    kept = by_path(target, known, 6, Promise(worst_cost(6), True), CLOCK)
    assert (kept.by, kept.reached, kept.why) == (By.PATH, True, None)
    assert kept.worst is not None
    assert target.cost({"xs": eval(kept.sources()["xs"])}) == worst_cost(6)
    short = by_path(target, known, 6, Promise(16, True), CLOCK)
    assert (short.reached, short.why) == (False, "its input costs 15")
    unproven = by_path(target, known, 6, Promise(16, False), CLOCK)
    assert (unproven.reached, unproven.why) == (False, None)


def test_path_space_without_a_family_says_why() -> None:
    known = learnt("insertion_sort")
    nothing = LearnedFamily(None, known.stopped, known.found, 0.0)
    attempt = by_path(program("insertion_sort"), nothing, 6, None, CLOCK)
    assert attempt.worst is None
    assert attempt.why is not None
    assert "nothing was explored" in attempt.why


def test_a_policy_that_is_not_confirmed_is_doubted_whatever_it_finds() -> None:
    target = program("insertion_sort")
    small = learning.described(target, learnt("insertion_sort").found[:3])
    learned = learning.wise(target, small)
    assert learned is not None
    assert learned.confirmed
    promise = Promise(worst_cost(6), True)
    sure = by_policy(target, learned, 6, By.PLACES, promise, GuideEffort(), CLOCK)
    assert (sure.reached, sure.why) == (True, None)
    doubted = LearnedPolicy(learned.policy, False, learned.tried)
    attempt = by_policy(target, doubted, 6, By.PLACES, promise, GuideEffort(), CLOCK)
    assert attempt.why == UNCONFIRMED
    assert by_policy(target, None, 6, By.PLACES, promise, GuideEffort(), CLOCK).worst is None


def test_input_space_gives_a_recipe() -> None:
    target = program("insertion_sort")
    small = learning.described(target, learnt("insertion_sort").found[:3])
    attempt = by_recipe(target, small, 6, Promise(15, True), RecipeEffort(), CLOCK, ALL)
    assert attempt.reached
    assert [eval(attempt.sources()["xs"], {"N": size}) for size in (2, 4)] == [[2, 1], [4, 3, 2, 1]]
    nothing = Explored((), small.places, 0.0)
    attempt = by_recipe(target, nothing, 6, Promise(15, True), RecipeEffort(), CLOCK, ALL)
    assert (attempt.worst, attempt.why) == (None, "no family of inputs for these shapes")


def test_models_of_small_worst_cases_are_in_falling_order() -> None:
    small = learning.described(program("insertion_sort"), learnt("insertion_sort").found[:3])
    models = worst_models(small)
    assert [(each.size, each.cost) for each in models] == [(n, worst_cost(n)) for n in (2, 3, 4)]
    for each in models:
        for model in each.models:
            values = [value for _, value in sorted(model.items())]
            assert values == sorted(values, reverse=True)


def test_only_ops_are_rounded() -> None:
    assert slack(program("insertion_sort")) == 0
    assert slack(program("insertion_sort", hot=False)) == ROUNDING
