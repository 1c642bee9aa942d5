"""Texts that a pattern can read in many ways."""

from __future__ import annotations

from collections import Counter
from re import _parser  # type: ignore[attr-defined]

import pytest

from slowpath.scaling.regex.ambiguity import pumpings
from slowpath.scaling.regex.automaton import SCAN, START, TooLarge, automaton
from slowpath.scaling.regex.patterns import hints


def _found(pattern: str) -> list[tuple[str, str]]:
    """The texts within a match, each behind what leads to it."""
    places = automaton(list(_parser.parse(pattern)))
    leading = places.leading(1)
    return [(leading[state][0], word) for state, word in pumpings(places) if state != SCAN]


def _scanned(pattern: str) -> list[str]:
    return [word for state, word in pumpings(automaton(list(_parser.parse(pattern)))) if state == SCAN]


def _ways(pattern: str, text: str) -> int:
    """How many paths of the automaton read a text."""
    places = automaton(list(_parser.parse(pattern)))
    ways = Counter({START: 1})
    for char in text:
        after: Counter[int] = Counter()
        for state, count in ways.items():
            for each, several in places.follows[state].items():
                if char in places.chars[each]:
                    after[each] += count * several
        ways = after
    return ways.total()


@pytest.mark.parametrize(
    ("pattern", "exponential"),
    [
        (r"(a+)+$", True),
        (r"(a*)*b", True),
        (r"x(?:ab|a|b)*y", True),
        (r"q(?:\|[^:]+)*z", True),
        (r"(?:.*,)*realm", True),
        (r"^a*a*b", False),
        (r"<[^>]*b[^>]*>", False),
        (r"(\d{3})*\d*x", False),
        (r"\s*\t+x", False),
        (r"a{0,99}a{0,99}b", False),
    ],
)
def test_what_can_be_read_in_many_ways(pattern: str, exponential: bool) -> None:
    found = _found(pattern)
    assert found
    for before, word in found:
        few, more = _ways(pattern, before + 8 * word), _ways(pattern, before + 16 * word)
        assert few < more
    before, word = found[0]
    few, more = _ways(pattern, before + 8 * word), _ways(pattern, before + 16 * word)
    assert (more > 8 * few) is exponential


@pytest.mark.parametrize(
    "pattern", [r"^a+b", r"a*b*c*", r"(ab)*c", r"(a|b)*c", r"[^>]*>", r"(-\w{1,8})*", r"(a?b)*c", ""]
)
def test_what_can_be_read_in_few_ways(pattern: str) -> None:
    assert _found(pattern) == []


def test_a_search_tries_every_start() -> None:
    assert _scanned(r"a+b") == ["a"]
    assert _scanned(r"[\w-]+b") == ["a", "a-"]
    assert _scanned(r"^a+b") == _scanned(r"xa+b") == []
    assert sorted(_scanned(r"(?:xy)+b")) == ["xy", "yx"]


def test_a_large_pattern_is_left_alone() -> None:
    with pytest.raises(TooLarge):
        automaton(list(_parser.parse("[ab]" * 700)))
    assert hints("[ab]" * 700, 0).attacks == ()


@pytest.mark.parametrize(
    ("pattern", "attack"),
    [
        (r"(a+)+$", ("a", "a", "0")),
        (r"\s+x", ("", " ", "")),
        (r"^(\S+) +(.*)$", ("a ", " ", "\na")),  # only another line fails
        (r"^(?:<|==|===)(?:(?<====)\s*\S*|y)\s*$", ("=== ", " ", "a a")),  # one of the ways to get there
        (r"^a(\s+.*b\s)?(?:\s+|$)", ("a ", " ", "")),  # the match is found late
        (r"\b[\w-]+:", ("", "a-", "")),  # a search starts where words do
    ],
)
def test_attacks_fail_after_many_ways(pattern: str, attack: tuple[str, str, str]) -> None:
    assert attack in hints(pattern, 0).attacks


@pytest.mark.parametrize("pattern", [r"(a|b|ab)*", r"^a+b", r"\A(?!a)(a*)*b", r"(?=b)a*a*"])
def test_what_never_fails_or_never_begins_is_no_attack(pattern: str) -> None:
    assert hints(pattern, 0).attacks == ()


@pytest.mark.parametrize(
    ("pattern", "pump"),
    [
        (r"<\s*meta[^>]+charset=\d", "<metaa"),
        (r"begin-block(.*?)end-block", "begin-blocka"),
        (r"^x.*encoding=(.*?);.*\?>", "encoding=a"),
    ],
)
def test_words_that_lead_from_one_repetition_to_another_may_be_long(pattern: str, pump: str) -> None:
    assert pump in [word for _, word, _ in hints(pattern, 0).attacks]


def test_what_a_class_excludes_leads_nowhere() -> None:
    assert _scanned(r"begin-block[^n]*end-block") == []
