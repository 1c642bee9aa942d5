"""Verbs are found by their files; errors become exit codes."""

from __future__ import annotations

from typing import Any

import click
import pytest
from click.testing import CliRunner

from slowpath.cli import main as module
from slowpath.cli.main import run, slowpath, verbs
from slowpath.errors import UsageError

VERBS = [
    "find",
    "cases",
    "cost",
    "diff",
    "grow",
    "loops",
    "pipe",
    "redundant",
    "results",
    "scale",
    "scan",
    "shapes",
    "suite",
]


def test_a_verb_has_a_file_in_both_folders() -> None:
    assert verbs() == VERBS  # what most users come for first


def test_the_help_lists_the_verbs_in_their_order() -> None:
    told = CliRunner().invoke(slowpath, ["--help"]).output
    listed = told.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == VERBS
    assert all(len(line.split()) > 3 for line in listed)  # each with what it does


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_has_examples(verb: str) -> None:
    told = CliRunner().invoke(slowpath, [verb, "--help"], terminal_width=100)
    assert told.exit_code == 0
    assert f"slowpath {verb} " in told.output.partition("Examples:")[2]


def ended(monkeypatch: pytest.MonkeyPatch, outcome: Any) -> int:
    """The exit code of a command that returns or raises so."""

    def ends(**options: Any) -> Any:
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    monkeypatch.setattr(module.slowpath, "main", ends)
    return run()


@pytest.mark.parametrize(
    ("outcome", "code", "told"),
    [
        (None, 0, ""),
        (0, 0, ""),
        (1, 1, ""),
        (UsageError("no such file", "Make it."), 2, "error: no such file\nhint: Make it.\n"),
        (click.UsageError("no option -x"), 2, "error: no option -x\nhint: See 'slowpath --help'.\n"),
        (click.ClickException("broken"), 2, "error: broken\n"),
        (KeyboardInterrupt(), 130, "error: interrupted\n"),
        (click.Abort(), 130, "error: interrupted\n"),
    ],
)
def test_how_a_command_ends(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    outcome: Any,
    code: int,
    told: str,
) -> None:
    assert ended(monkeypatch, outcome) == code
    assert capsys.readouterr() == ("", told)


def test_an_error_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**options: Any) -> Any:
        raise ValueError("a fault")

    monkeypatch.setattr(module.slowpath, "main", fails)
    with pytest.raises(ValueError, match="a fault"):
        run()


def test_an_unknown_verb_is_a_mistake() -> None:
    told = CliRunner().invoke(slowpath, ["fnid"])
    assert told.exit_code == 2
    assert "No such command 'fnid'" in told.output
