"""What a verb asks of the API, and what it makes of the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from slowpath import api
from slowpath.cli.main import slowpath
from slowpath.errors import UsageError


class Asked:
    """Stands in the place of a function of the API: keeps what it is called with, and gives an answer."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer
        self.positional: tuple[Any, ...] = ()
        self.named: dict[str, Any] = {}

    def __call__(self, *positional: Any, **named: Any) -> Any:
        self.positional, self.named = positional, named
        return self._answer


def invoked(
    monkeypatch: pytest.MonkeyPatch, folder: Path, verb: str, answer: Any, *arguments: str
) -> tuple[Result, Asked]:
    """The result of a verb, in an empty folder, whose function of the API gives an answer."""
    asked = Asked(answer)
    monkeypatch.setattr(api, verb, asked)
    monkeypatch.chdir(folder)
    return CliRunner().invoke(slowpath, [verb, *arguments], standalone_mode=False), asked


def mistake(result: Result) -> str:
    """What is told about a mistake of the user; the verb must have ended with one."""
    error = result.exception
    if isinstance(error, click.UsageError):
        return error.format_message()
    assert isinstance(error, UsageError)
    return error.message
