from __future__ import annotations

import pytest

from slowpath.search.policy.guide import Guided, GuideEffort, guide
from slowpath.search.policy.learning import history, wise
from slowpath.search.policy.policy import Policy
from tests.unit.search.policy.support import program, small


def guided(
    name: str, size: int, effort: GuideEffort | None = None, *, first: int = 2, last: int = 4
) -> Guided:
    learned = wise(program(name), small(name, first, last))
    assert learned is not None
    found = guide(program(name), learned.policy, size, effort)
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["insertion_sort", "quicksort", "shortest", "chains"])
def test_a_policy_leads_to_the_worst_case_of_a_large_size(name: str) -> None:
    found = guided(name, 12)
    assert found.cost == 12 * 11 // 2
    assert found.stopped is None
    assert program(name).cost(found.inputs) == found.cost


def test_certain_rules_ask_no_solver_before_the_end() -> None:
    found = guided("insertion_sort", 30)
    assert (found.runs, found.solves, found.decisions) == (1, 1, 30 * 29 // 2)


def test_histories_lead_where_places_do_not() -> None:
    learned = history(program("merge"), small("merge"))
    assert learned is not None
    found = guide(program("merge"), learned.policy, 30)
    assert found is not None
    assert found.cost == 2 * 30 - 1
    assert found.inputs["xs"] == sorted(found.inputs["xs"])  # the precondition is decided as well


def test_a_certain_rule_that_goes_too_far_is_followed_as_long_as_it_is_feasible() -> None:
    # At 2 and 3 every number is a new maximum; of 10 numbers up to 3 only four can be.
    found = guided("climb", 10, first=2, last=3)
    assert found.cost == 4
    assert found.runs > 1


def test_what_a_run_says_counts_only_once_its_input_does_the_same() -> None:
    found = guided("looked_up", 8, first=2, last=3)
    assert program("looked_up").cost(found.inputs) == found.cost


def test_choices_that_a_policy_leaves_are_tried_both_ways() -> None:
    nothing = Policy("none", 0, {}, {})
    found = guide(program("insertion_sort"), nothing, 4)
    assert found is not None
    assert found.cost == 6
    assert found.runs == 24  # every path
    assert found.stopped is None
    first = guide(program("insertion_sort"), nothing, 4, GuideEffort(paths=1))
    assert first is not None
    assert first.cost == 0
    assert first.stopped == "choices that the policy leaves"


def test_a_budget_ends_a_run_and_leaves_an_input() -> None:
    found = guided("insertion_sort", 20, GuideEffort(decisions=50))
    assert found.stopped == "the budget"
    assert len(found.inputs["xs"]) == 20
    assert 45 <= found.cost < 190  # the first ten are in the worst order


def test_guiding_is_deterministic() -> None:
    assert guided("chains", 8) == guided("chains", 8)


def test_a_run_that_the_budget_ends_is_not_repeated_to_its_end() -> None:
    found = guided("insertion_sort", 40, GuideEffort(decisions=100))
    assert found.stopped == "the budget"
    assert found.runs == 1
    assert found.decisions == 100
    assert found.leaves["xs[0]"] == found.inputs["xs"][0]
