from __future__ import annotations

from slowpath.search.policy.policy import EITHER, Policy, Rule
from slowpath.values.trace import Place

PLACE: Place = ("a.py", "f", 1, (3, None, None, None))
YES, NO = 1, 0  # decisions at place 0


def policy(length: int, rules: dict[tuple[int, tuple[int, ...]], Rule]) -> Policy:
    return Policy("test", length, {PLACE: 0}, rules)


def test_the_longest_known_history_decides() -> None:
    made = policy(2, {(0, ()): EITHER, (0, (YES,)): Rule(False), (0, (NO, YES)): Rule(True)})
    assert made.rule(0, []).answer is None
    assert made.rule(0, [YES]).answer is False
    assert made.rule(0, [NO, YES]).answer is True
    assert made.rule(0, [YES, YES]).answer is False  # a new history: the shorter one
    assert made.rule(0, [NO]).answer is None


def test_a_place_that_is_not_known_has_no_rule() -> None:
    assert policy(1, {(0, ()): Rule(True)}).rule(-1, [YES]) == EITHER


def test_a_choice_that_longer_histories_resolve_is_no_choice() -> None:
    assert policy(1, {(0, ()): EITHER, (0, (YES,)): Rule(False), (0, (NO,)): Rule(True)}).is_decided
    assert not policy(1, {(0, ()): EITHER, (0, (YES,)): EITHER}).is_decided
    assert not policy(0, {(0, ()): EITHER}).is_decided


def test_rules_can_be_read() -> None:
    made = policy(1, {(0, ()): Rule(True, certain=False), (0, (YES,)): Rule(False), (0, (NO,)): EITHER})
    assert made.described() == [
        "f:3: if feasible true",
        "f:3 behind f:3 no: either",
        "f:3 behind f:3 yes: always false",
    ]
