"""Entries: expressions over a length, names and verbs with wildcards."""

from __future__ import annotations

import pytest

from slowpath.knowledge.entry import KnownExpression, Meaning, Naming, Verb


def test_an_expression_is_over_a_length() -> None:
    each = KnownExpression("[{n}] + list(range(1, {n}))", "")
    assert each.over("N") == "[N] + list(range(1, N))"
    assert eval(each.over("(N + 1)"), {"N": 3}) == [4, 1, 2, 3]


@pytest.mark.parametrize(
    ("name", "fits"), [("text", True), ("TEXT", True), ("items", True), ("texture", False), ("item", False)]
)
def test_a_naming_has_several_names(name: str, fits: bool) -> None:
    assert Naming("text *s", Meaning.TEXT, "").fits(name) is fits


@pytest.mark.parametrize(
    ("name", "fits"), [("add", True), ("add_row", True), ("Add", False), ("re_add", False)]
)
def test_a_verb_begins_a_name(name: str, fits: bool) -> None:
    assert Verb("add*", "").fits(name) is fits
