from __future__ import annotations

import pytest

from slowpath.errors import UsageError
from slowpath.pipeline.shell.words import split


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("sort", [["sort"]]),
        ("grep -E '[0-9]{10}' | sort|uniq  -c", [["grep", "-E", "[0-9]{10}"], ["sort"], ["uniq", "-c"]]),
        ("tr '|' \"a 'b\"", [["tr", "|", "a 'b"]]),
        (r"tr \| '\n'", [["tr", "|", r"\n"]]),
        (r'grep "a\"b\$\x"', [["grep", r'a"b$\x']]),
        ("grep ''", [["grep", ""]]),
        ("grep a'b c'd", [["grep", "ab cd"]]),
        ("grep *.[ch]", [["grep", "*.[ch]"]]),
    ],
)
def test_words(line: str, commands: list[list[str]]) -> None:
    assert split(line) == commands


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("sort > file", "redirection"),
        ("sort; rm x", "lists"),
        ("grep $HOME", "expansion"),
        ('grep "$(id)"', "expansion"),
        ("grep `id`", "substitution"),
        ("sort &", "background"),
        ("sort || uniq", "command 2"),
        ("| sort", "command 1"),
        ("", "command 1"),
        ("grep 'a", "quote"),
        ('grep "a', "quote"),
    ],
)
def test_what_a_pipeline_does_not_have_is_named(line: str, part: str) -> None:
    with pytest.raises(UsageError, match=part):
        split(line)
