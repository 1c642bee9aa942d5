"""What repeats is written with its period, between its ends."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from slowpath.scaling.pattern.words import repeated


def made(source: str, size: int) -> Any:
    return eval(source, {"N": size})


@given(st.text("ab", max_size=2), st.text("ab", min_size=1, max_size=3), st.text("ab", max_size=2))
def test_an_expression_of_what_repeats_gives_it_back(prefix: str, pump: str, suffix: str) -> None:
    items = prefix + pump * 4 + suffix
    sources = list(repeated(items, "N", repr))
    assert sources
    assert all(made(source, len(items)) == items for source in sources)
    assert all(len(made(source, 40)) == 40 for source in sources)


def test_the_shortest_ends_come_first() -> None:
    assert next(repeated("aaaaaa", "N", repr)) == "'a' * N"
    assert next(repeated("aaaab", "N", repr)) == "'a' * (N - 1) + 'b'"
    assert next(repeated([7, 8, 7, 8, 7], "2 * N + 1", repr)) == "([7, 8] * (2 * N + 1))[:2 * N + 1]"


def test_what_does_not_repeat_has_no_expression() -> None:
    assert list(repeated("abcdefghijk", "N", repr)) == []
    assert list(repeated("ab", "N", repr)) == []
