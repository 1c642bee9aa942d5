"""Counts that go on from the place before."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from slowpath.oracle.remedy.rules.tally import TallyRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed

SOURCE = """
def target(text, steps):
    end, found = 0, []
    steps = list(steps)
    while steps:
        found.append(text.count({mark}, 0, end))
        end = steps.pop()
    return found, text.count({mark}, 0, end)
"""


def function(text: str) -> Callable[..., Any]:
    namespace: dict[str, Any] = {}
    exec(text, namespace)
    made: Callable[..., Any] = namespace["target"]
    return made


@pytest.mark.parametrize("mark", ["'a'", "'ab'", "'aab'"])
def test_only_what_is_new_is_counted_wherever_the_end_moves(mark: str) -> None:
    source = SOURCE.format(mark=mark)
    (text,) = proposed(TallyRule, source)
    assert "count += text.count" in body(text)
    old, new = function(source), function(text)
    ends = (-9, -1, 0, 1, 2, 3, 5, 9)
    for steps in product(ends, repeat=3):
        assert new("abaabab", steps) == old("abaabab", steps)


def test_all_counts_of_a_test_follow_the_end() -> None:
    source = """
    def target(s):
        end = s.find(";")
        while end > 0 and (s.count('"', 0, end) - s.count('\\\\"', 0, end)) % 2:
            end = s.find(";", end + 1)
        return end
    """
    (text,) = proposed(TallyRule, source)
    assert "while end > 0 and (count - count_2) % 2:" in body(text)
    old, new = (function(each) for each in (source.replace("\n    ", "\n"), text))
    for letters in product('";\\a', repeat=6):
        assert new("".join(letters)) == old("".join(letters))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{mark}", "'aa'"),  # it can overlap itself
        ("{mark}", "mark"),  # it may be anything
        ("steps.pop()\n", "steps.pop()\n        text = text[1:]\n"),  # another text in each round
        ("end = steps.pop()", "end, other = steps.pop()"),
        ("end = steps.pop()", "steps.pop()"),  # the end stays: a call that is hoisted
        ("end = steps.pop()", "end = steps.pop()\n        yield end"),  # others may change a bytearray
    ],
)
def test_what_cannot_be_told_from_the_text_stays(old: str, new: str) -> None:
    assert proposed(TallyRule, SOURCE.replace(old, new).replace("{mark}", "'a'")) == []
