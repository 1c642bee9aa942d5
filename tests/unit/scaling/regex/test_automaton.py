"""An automaton reads what can be the beginning of a match, in as many ways as an engine does."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from re import _parser  # type: ignore[attr-defined]

import pytest

from slowpath.scaling.regex.automaton import SCAN, START, Automaton, TooLarge, automaton

PATTERNS = [
    "abc",
    "a|bc",
    "(ab)*c",
    "a+b?",
    "(?:a|b)*abb",
    "a{2,3}b",
    "(?:ab?){2}",
    "[ab]c{0,2}a",
    "(?>a)b",
    "",
]


def made(pattern: str) -> Automaton:
    return automaton(list(_parser.parse(pattern)))


def ways(pattern: str, text: str) -> int:
    """How many walks of the automaton read a text."""
    places, states = made(pattern), Counter({START: 1})
    for char in text:
        after: Counter[int] = Counter()
        for state, count in states.items():
            for each, several in places.follows[state].items():
                if char in places.chars[each]:
                    after[each] += count * several
        states = after
    return states.total()


TEXTS = ["".join(text) for length in range(5) for text in product("abc", repeat=length)]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_beginnings_of_matches_are_read_and_nothing_else(pattern: str) -> None:
    long = ["".join(text) for length in range(7) for text in product("abc", repeat=length)]
    matches = [text for text in long if re.fullmatch(pattern, text)]
    begun = {text[:end] for text in matches for end in range(len(text) + 1)}
    for text in TEXTS:
        if len(text) < 4:
            assert (ways(pattern, text) > 0) == (text in begun), text


def test_two_ways_are_counted_as_two() -> None:
    assert ways("(a+)+", "aaa") == 4  # each a goes on with the inner, or the outer repetition
    assert ways("a+", "aaa") == 1
    assert ways("(?:ac|[ab]c)", "a") == 2


def test_the_shortest_texts_lead_to_each_state() -> None:
    places = made("ab*c")
    leading = places.leading(2)
    assert leading[START] == [""]
    for state, texts in leading.items():
        assert all(text == "" or text[-1] in places.chars[state] for text in texts)
        assert len(texts) <= 2
    assert ["a"] in leading.values()
    assert any(texts[:1] == ["ac"] for texts in leading.values())


def test_a_search_passes_over_what_comes_before() -> None:
    assert SCAN in made("ab").follows[SCAN]
    assert made("^ab").follows[SCAN] == {}
    assert set(made("ab").follows[START]) <= set(made("ab").follows[SCAN])


def test_states_are_reached_by_some_text() -> None:
    places = made("a(b|c)*d")
    for state, reached in enumerate(places.reached):
        one = set(places.follows[state])
        assert one <= reached
        assert all(set(places.follows[each]) <= reached for each in reached)


def test_large_patterns_are_given_up() -> None:
    with pytest.raises(TooLarge):
        made("a" * 700)
