from __future__ import annotations

import pytest

from slowpath.search.policy.decisions import free
from slowpath.search.policy.learning import LearnedPolicy, history, wise
from slowpath.search.policy.policy import Rule
from tests.unit.search.policy.support import program, small


def by_place(name: str) -> LearnedPolicy:
    found = wise(program(name), small(name))
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["insertion_sort", "quicksort", "shortest"])
def test_a_place_that_always_answers_the_same_way_has_a_certain_rule(name: str) -> None:
    found = by_place(name)
    assert found.confirmed
    assert all(rule.certain for rule in found.policy.rules.values())


def test_merging_needs_the_decision_before() -> None:
    alone = by_place("merge")
    assert not alone.confirmed
    assert not alone.policy.is_decided  # worst paths take from both lists, and could do otherwise
    found = history(program("merge"), small("merge"))
    assert found is not None
    assert found.confirmed
    assert found.policy.length == 1


def test_histories_are_no_longer_than_needed() -> None:
    found = history(program("insertion_sort"), small("insertion_sort"))
    assert found is not None
    assert found.policy.length == 0


def test_an_answer_is_forced_where_the_other_one_is_not_feasible() -> None:
    explored = small("climb", 5, 6)  # four new maxima at most: later numbers cannot be another
    found = wise(program("climb"), explored)
    assert found is not None
    assert found.confirmed
    assert set(found.policy.rules.values()) == {Rule(True, certain=False)}


def test_a_last_decision_that_differs_is_out_of_reach_of_histories() -> None:
    found = history(program("windows"), small("windows", 3, 5), longest=3)
    assert found is not None
    assert found.policy.name == "SPF-WCA"
    assert found.tried <= 3 * 4 * 24


def test_a_decision_is_free_where_the_other_answer_is_feasible() -> None:
    (found,) = [each for each in small("climb", 5, 6).sizes if each.size == 5]
    (path,) = [each for each in found.paths if list(each.taken) == [1, 1, 1, 1, 0]]
    both = frozenset(path.places)
    assert free(program("climb"), 5, path, both) == [False, True, True, True, False]
    assert free(program("climb"), 5, path, frozenset()) == [False] * 5


def test_learning_ends_when_the_time_is_over() -> None:
    found = history(program("merge"), small("merge"), lambda: True)
    assert found is not None
    assert found.tried <= 1
    assert not found.confirmed
