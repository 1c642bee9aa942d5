"""Counts that are made once, in the place of counting each item."""

from __future__ import annotations

from slowpath.oracle.remedy.rules.occurrences import OccurrencesRule
from tests.unit.oracle.remedy.rules.proposing import proposed


def test_all_items_are_counted_in_front_of_the_loop() -> None:
    source = """
    def target(items):
        return {item: items.count(item) for item in items if items.count(item) > 1}
    """
    (text,) = proposed(OccurrencesRule, source)
    assert "from collections import Counter\n" in text
    assert "counts = Counter(items)\n" in text
    assert "{item: counts[item] for item in items if counts[item] > 1}" in text


def test_items_that_change_are_left_alone() -> None:
    source = """
    def target(items):
        for item in list(items):
            if items.count(item) > 1:
                items.remove(item)
    """
    assert proposed(OccurrencesRule, source) == []


def test_counts_of_a_part_are_left_alone() -> None:
    source = """
    def target(text, places):
        return [text.count(":", 0, place) for place in places]
    """
    assert proposed(OccurrencesRule, source) == []


def test_a_counter_of_the_module_is_left_alone() -> None:
    source = """
    Counter = dict

    def target(items):
        return [items.count(item) for item in items]
    """
    assert proposed(OccurrencesRule, source) == []
