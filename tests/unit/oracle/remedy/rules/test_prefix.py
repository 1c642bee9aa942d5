"""Counts in front of a place by bisection."""

from __future__ import annotations

from slowpath.oracle.remedy.rules.prefix import PrefixRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed

SOURCE = """
def target(text, ends):
    return [text.count({mark}, 0, end) for end in ends]
"""


def test_the_places_of_a_mark_are_found_once() -> None:
    (text,) = proposed(PrefixRule, SOURCE.format(mark="'x'"))
    namespace: dict[str, object] = {}
    exec(text, namespace)
    target = namespace["target"]
    assert callable(target)
    ends = [-9, -1, 0, 1, 3, 99]
    assert target("xaxbx", ends) == ["xaxbx".count("x", 0, end) for end in ends]
    assert "bisect.bisect_left(places, " in body(text)


def test_a_longer_mark_may_overlap_the_end() -> None:
    assert proposed(PrefixRule, SOURCE.format(mark="'xy'")) == []
