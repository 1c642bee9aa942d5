"""Rules are found by their files."""

from __future__ import annotations

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy import rule_names
from slowpath.oracle.remedy.rule import rules


def test_every_file_has_a_rule_of_its_name() -> None:
    assert {each.name for each in rules()} == set(rule_names())


def test_every_kind_of_redundancy_has_a_rule() -> None:
    assert {kind for each in rules() for kind in each.kinds} == set(RedundancyKind)


def test_rules_are_chosen_by_kind() -> None:
    assert [each.name for each in rules({RedundancyKind.FRONT})] == ["cutting", "queue"]
