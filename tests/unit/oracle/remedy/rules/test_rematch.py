"""Matches that are kept while they lie ahead."""

from __future__ import annotations

from slowpath.oracle.remedy.rules.rematch import RematchRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed

SOURCE = """
import re
DIGIT = re.compile("[0-9]")
LETTER = re.compile("[a-z]")

def target(text):
    place = 0
    found = []
    while place < len(text):
        digit = DIGIT.search(text, place)
        letter = LETTER.search(text, place)
        found.append((digit and digit.start(), letter and letter.start()))
        place += 1
    return found
"""


def test_a_search_is_left_out_while_the_last_match_lies_ahead() -> None:
    (text,) = proposed(RematchRule, SOURCE)
    assert "digit_from is None or place < digit_from or (digit and digit.start() < place)" in body(text)
    assert body(text).count(".search(text, place)") == 2
    before: dict[str, object] = {}
    after: dict[str, object] = {}
    exec(SOURCE, before)
    exec(text, after)
    for given in ("", "a", "1a", "ab12", "12ab--3", "------a"):
        assert after["target"](given) == before["target"](given)  # type: ignore[operator]


def test_a_text_that_changes_is_searched_each_time() -> None:
    assert proposed(RematchRule, SOURCE.replace("place += 1", "text = text[1:]")) == []
