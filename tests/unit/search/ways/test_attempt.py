"""Whether an attempt gives the cost that small sizes promise."""

from __future__ import annotations

from slowpath.search.ways.attempt import Attempt, By, WorstInput


def test_a_form_that_an_input_exceeds_promises_nothing() -> None:
    assert not WorstInput({}, 12, By.PATH, 11, {}).reached
    assert WorstInput({}, 11, By.PATH, 11, {}).reached
    assert not WorstInput({}, 11, By.PATH, None, {}).reached


def test_a_promise_in_ops_may_be_off_by_what_is_rounded() -> None:
    assert WorstInput({}, 4897, By.PATH, 4899, {}, slack=0.002).reached
    assert not WorstInput({}, 4800, By.PATH, 4899, {}, slack=0.002).reached
    assert not WorstInput({}, 4897, By.PATH, 4899, {}).reached


def test_a_promise_that_is_not_proven_is_not_reached() -> None:
    assert not WorstInput({}, 11, By.PATH, 11, {}, proven=False).reached


def test_an_attempt_without_an_input_reaches_nothing() -> None:
    assert not Attempt(By.PATH, None, "too few sizes").reached
    assert Attempt(By.PATH, WorstInput({}, 11, By.PATH, 11, {}), None).reached
