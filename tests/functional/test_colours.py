"""Colours on a terminal, and none if users ask for none."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Mapping

import pytest


def on_terminal(env: Mapping[str, str], *arguments: str) -> str:
    """What a command prints on a terminal."""
    ours, theirs = pty.openpty()
    known = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    child = subprocess.Popen(
        [sys.executable, "-m", "slowpath", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**known, **env},
    )
    os.close(theirs)
    told = b""
    try:
        while chunk := os.read(ours, 65536):
            told += chunk
    except OSError:  # the last process that could write is gone
        pass
    os.close(ours)
    child.wait(60)
    return told.decode()


@pytest.mark.parametrize("arguments", [("cost", "json:dumps", "-i", "obj=[N]", "--size", "3"), ("nothing",)])
def test_nobody_is_forced_to_see_colours(arguments: tuple[str, ...]) -> None:
    assert "\x1b[" in on_terminal({"TERM": "xterm"}, *arguments)
    assert "\x1b[3" not in on_terminal({"TERM": "xterm", "NO_COLOR": "1"}, *arguments)
    assert "\x1b" not in on_terminal({"TERM": "dumb"}, *arguments)
