"""The catalogue: all that is known, each entry with a reason, or nothing."""

from __future__ import annotations

from dataclasses import fields

import pytest

from slowpath.knowledge.catalogue import ALL, NONE, Knowledge
from slowpath.knowledge.entry import Meaning

CATALOGUES = [each.name for each in fields(Knowledge)]


@pytest.mark.parametrize("name", CATALOGUES)
def test_every_entry_has_a_reason_and_stands_once(name: str) -> None:
    entries = getattr(ALL, name)
    assert entries
    assert all(len(each.reason) > 10 for each in entries)
    assert len(set(entries)) == len(entries)


@pytest.mark.parametrize("name", CATALOGUES)
def test_nothing_is_nothing(name: str) -> None:
    assert getattr(NONE, name) == ()


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("text", Meaning.TEXT),
        ("nums", Meaning.NUMBERS),
        ("n", Meaning.NUMBER),
        ("fp", Meaning.FILE),
        ("headers", Meaning.TEXTS),  # a plural
        ("items", Meaning.NUMBERS),  # a name goes before a plural
        ("readline", Meaning.LINES),
        ("whatever", None),
    ],
)
def test_what_a_name_suggests(name: str, meaning: Meaning | None) -> None:
    assert ALL.meaning(name) is meaning
    assert NONE.meaning(name) is None


@pytest.mark.parametrize(
    ("name", "fills"), [("add", True), ("feed_line", True), ("__setitem__", True), ("get", False)]
)
def test_which_methods_fill_an_object(name: str, fills: bool) -> None:
    assert ALL.fills(name) is fills
    assert not NONE.fills(name)
