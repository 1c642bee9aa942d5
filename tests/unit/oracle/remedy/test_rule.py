"""Rules are found by their files."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.model.redundancy import RedundancyKind
from slowpath.oracle.remedy import rule_names
from slowpath.oracle.remedy.edits import Edits
from slowpath.oracle.remedy.rule import RemedyRule, rules
from slowpath.oracle.remedy.source import FunctionSource


def test_every_file_has_a_rule_of_its_name() -> None:
    assert {each.name for each in rules()} == set(rule_names())


def test_every_kind_of_redundancy_has_a_rule() -> None:
    assert {kind for each in rules() for kind in each.kinds} == set(RedundancyKind)


def test_rules_are_chosen_by_kind() -> None:
    assert [each.name for each in rules({RedundancyKind.FRONT})] == ["cutting", "queue"]


class _AnywhereRule(RemedyRule, kinds=(), place=1, generators=True):
    def changes(self, source: FunctionSource) -> Iterator[Edits]:
        yield Edits(source)


class _PlainRule(_AnywhereRule, kinds=(), place=2):
    """The same, but not for generators."""


def test_a_rule_sees_only_functions_it_is_made_for() -> None:
    def seen(rule: RemedyRule, body: str) -> bool:
        return bool(list(rule.propose(FunctionSource(f"def target(x):\n    {body}\n", "target"))))

    for body, anywhere, plain in (
        ("return x", True, True),
        ("yield x", True, False),
        ("global y", False, False),
    ):
        assert (seen(_AnywhereRule(), body), seen(_PlainRule(), body)) == (anywhere, plain)
