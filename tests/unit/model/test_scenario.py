"""What a run does besides one call."""

from __future__ import annotations

from slowpath.model.scenario import ONE_CALL, Feed, Scenario


def test_a_setup_does_not_make_more_calls() -> None:
    assert ONE_CALL.is_one_call
    assert Scenario("x = 1").is_one_call
    assert not Scenario(each=("x",)).is_one_call
    assert not Scenario(closing=("close",)).is_one_call
    assert not Scenario(feed=Feed("put", "['a'] * N")).is_one_call
