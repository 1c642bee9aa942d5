"""A complaint goes to standard error, with the next step below it."""

from __future__ import annotations

import pytest

from slowpath.cli.complaint import complain


def test_a_hint_is_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    complain("no such file", "Make it.")
    complain("broken")
    told = capsys.readouterr()
    assert told.err == "error: no such file\nhint: Make it.\nerror: broken\n"
    assert told.out == ""
