"""Words that parsers react to."""

from __future__ import annotations

from slowpath.knowledge.words import ENVIRONMENT, WORDS


def test_the_plainest_words_come_first() -> None:
    assert [each.text for each in WORDS[:2]] == ["a", "0"]


def test_brackets_come_in_pairs() -> None:
    texts = [each.text for each in WORDS]
    for opened, closed in ("<>", "()", "[]", "{}", ("/*", "*/"), ("{{", "}}"), ("<a>", "</a>")):
        assert texts.index(opened) < texts.index(closed)


def test_words_are_short() -> None:
    assert all(1 <= len(each.text) <= 4 for each in WORDS)


def test_names_of_the_environment_are_defined_in_every_run() -> None:
    assert [each.text for each in ENVIRONMENT] == ["PYTHONHASHSEED"]
