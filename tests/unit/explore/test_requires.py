"""Preconditions keep inputs from the target, are explored like it, and have to admit something."""

from __future__ import annotations

import pytest

from slowpath.errors import UsageError
from slowpath.explore.limits import ExploreLimits
from slowpath.shape.library import integer, ints, upto
from tests.unit.explore.support import exploration


def test_only_admitted_inputs_reach_the_target() -> None:
    explored = exploration("orders", 4, requires="xs[0] < xs[1] < xs[2] < xs[3]")
    (path,) = explored.paths()
    assert path.result == sorted(path.result)
    assert list(path.model.values()) == path.result
    assert explored.tally.rejected == 3
    assert explored.tally.complete


def test_a_predicate_can_be_a_function() -> None:
    explored = exploration("countdown", shapes={"n": integer(0, 9)}, requires=lambda n: n > 7)
    assert sorted(path.result for path in explored.paths()) == [8, 9]


def test_a_precondition_costs_nothing() -> None:
    free = {path.result: path.cost for path in exploration("countdown", criterion="loop-3").paths()}
    asked = {
        path.result: path.cost
        for path in exploration("countdown", criterion="loop-3", requires="countdown(n) >= 2").paths()
    }
    assert asked == {steps: free[steps] for steps in (2, 3)}


def test_an_input_on_which_it_fails_is_rejected() -> None:
    explored = exploration("largest", shapes={"xs": ints(upto(2))}, requires="xs[0] > 0")
    assert len(list(explored.paths())) == 3
    assert explored.tracer.refusal == "IndexError: list index out of range"


@pytest.mark.parametrize("requires", ["n > 5 and n < 3", "n > 9"])
def test_a_precondition_that_rejects_everything_is_an_error(requires: str) -> None:
    explored = exploration("countdown", shapes={"n": integer(0, 9)}, requires=requires)
    with pytest.raises(UsageError) as caught:
        list(explored.paths())
    assert requires in caught.value.message
    assert "admits no input of n=integer(0, 9)" in caught.value.message
    assert "'n == n' admits all" in caught.value.hint


def test_an_error_of_the_precondition_is_told() -> None:
    explored = exploration("countdown", requires="n.size > 3")
    with pytest.raises(UsageError, match="AttributeError"):
        list(explored.paths())


def test_giving_up_early_is_told_from_rejecting_everything() -> None:
    explored = exploration("countdown", requires="n > 5", limits=ExploreLimits(runs=1))
    with pytest.raises(UsageError, match="no input that was tried"):
        list(explored.paths())


@pytest.mark.parametrize(
    ("requires", "message"), [("n >", "no Python expression"), ("m > 3", "'m', which is no parameter")]
)
def test_mistakes_in_the_text_are_told_before_any_run(requires: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        exploration("countdown", requires=requires)
