"""What is being done is shown on a terminal, and nowhere else."""

from __future__ import annotations

import io
import sys

import pytest

from slowpath.cli.progress import progress
from slowpath.command.order import silent


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with progress("m:f") as tell:
        assert tell is silent
        tell("searching")
    assert pipe.getvalue() == ""


@pytest.mark.parametrize(("term", "shown"), [("xterm", True), ("dumb", False)])
def test_a_terminal_gets_what_is_done(monkeypatch: pytest.MonkeyPatch, term: str, shown: bool) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLUMNS", "100")
    with progress("m:f[int]") as tell:
        assert (tell is silent) is not shown
        tell("trying [1, 2]")
    assert ("m:f[int]" in terminal.getvalue()) is shown  # brackets are no markup
