"""Patterns tell which texts keep them busy."""

from __future__ import annotations

import re

import pytest

from slowpath.scaling.regex.patterns import hints


def test_every_class_of_characters_has_a_readable_representative() -> None:
    assert set(hints(r"\d+[a-c]\s", 0).alphabet) >= {"a", "0", " "}
    assert hints(r"x", 0).alphabet[0] == "a"


def test_literal_runs_are_words() -> None:
    assert hints(r"<!--(.*?)-->|(?:foo)", 0).words == ("<!--", "-->", "foo")


@pytest.mark.parametrize(
    ("pattern", "before", "pump"),
    [
        (r"(a+)+$", "", "a"),
        (r"x(?:ab)*y", "x", "ab"),
        (r"(?P<option>.*?)\s*[=:]", "", " "),
        (r"\s*\t+\s*(\S)", "", "\t"),
        (r"(?:.*,)*[ \t]*realm=", "", ",,"),
        (r"<([^>]|b)*>", "<", "a"),
        (r"(?i)(?:\d{3})+", "", "000"),
        (r"(?>a|b)*c", "", "a"),
        (r"(?<=q)\w+", "", "a"),
    ],
)
def test_repetitions_give_seeds(pattern: str, before: str, pump: str) -> None:
    assert (before, pump, "") in hints(pattern, 0).seeds


def test_flags_count() -> None:
    assert hints("a  b # note", re.VERBOSE).words == ("ab",)


def test_what_is_no_pattern_tells_nothing() -> None:
    assert hints("(", 0).seeds == ()
