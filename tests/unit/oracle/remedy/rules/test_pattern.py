"""Patterns that are compiled once."""

from __future__ import annotations

from slowpath.oracle.remedy.rules.pattern import PatternRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed


def test_a_pattern_that_stays_the_same_is_compiled_in_front_of_the_loop() -> None:
    source = """
    import re

    def target(lines, names):
        return [re.sub("|".join(names), "x", line) for line in lines]
    """
    plain, guarded = (body(text) for text in proposed(PatternRule, source))
    assert plain == "pattern = re.compile('|'.join(names))\nreturn [pattern.sub('x', line) for line in lines]"
    assert "if lines else None" in guarded


def test_a_pattern_of_the_item_is_left_alone() -> None:
    source = """
    import re

    def target(lines, text):
        return [re.search(line, text) for line in lines]
    """
    assert proposed(PatternRule, source) == []
