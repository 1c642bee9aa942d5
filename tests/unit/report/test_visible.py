"""Nothing in a text from outside moves a cursor, hides or runs."""

from __future__ import annotations

import ast
import warnings

import pytest

from slowpath.model.run import Lost
from slowpath.report import terminal
from slowpath.report.visible import comment, in_docstring, markup, visible, wrapped


def test_nothing_in_an_input_moves_the_cursor() -> None:
    assert terminal.shortened("'\x1b[2J' * N", 70) == "'\\x1b[2J' * N"
    assert terminal.shortened("\x1b" * 100, 10) == "\\x1b\\x1..."
    assert "\x1b[2J" not in "".join(terminal.notes([Lost("a.py:1", "\x1b[2J", 1)]))


def test_what_cannot_be_printed_is_spelled() -> None:
    assert visible("a\x00b\u202e\ud800") == "a\\x00b\\u202e\\ud800"
    assert visible("é, tab\tand line\n") == "é, tab\tand line\n"


def test_markup_is_shown_not_run() -> None:
    assert markup("<b a='1'>\x1b&") == "&lt;b a=&#x27;1&#x27;&gt;\\x1b&amp;"
    assert markup(12) == "12"


def test_lines_fit_the_terminal_and_code_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    code = "  x = " + "'a  b' + " * 20
    lines = wrapped(code, 4, is_code=True).splitlines()
    assert max(map(len, lines)) <= 50
    assert "".join([lines[0], *(line[4:] for line in lines[1:])]) == code
    told = wrapped("word " * 30, 2).splitlines()
    assert all(line == line.rstrip() for line in told)
    assert told[1].startswith("  word")


def test_a_comment_stays_a_comment() -> None:
    told = comment(["one\nimport os", "x " * 80], indent="    ")
    lines = told.splitlines()
    assert lines[0] == "    # one import os"
    assert all(line.startswith("    # ") and len(line) <= 100 for line in lines)
    assert len(lines) == 3


@pytest.mark.parametrize(
    "text", ["a:f", r"C:\users\new.py:f", 'a:f(_, """x""")', r"re:sub(r'\d', '', _)", "\x1b[31m"]
)
def test_a_text_inside_a_docstring_is_the_text(text: str) -> None:
    source = f'"""Of {in_docstring(text)} (written)."""'
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiled = ast.parse(source)
    assert ast.get_docstring(compiled) == f"Of {visible(text)} (written)."
