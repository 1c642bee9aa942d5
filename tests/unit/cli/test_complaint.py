"""A complaint goes to standard error, with the next step below it."""

from __future__ import annotations

import pytest

from slowpath.cli.complaint import colours, complain


def test_a_hint_is_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    complain("no such file", "Make it.")
    complain("broken")
    told = capsys.readouterr()
    assert told.err == "error: no such file\nhint: Make it.\nerror: broken\n"
    assert told.out == ""


def test_users_can_ask_for_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "")
    assert colours() is None
    monkeypatch.setenv("NO_COLOR", "1")
    assert colours() is False
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert colours() is False
