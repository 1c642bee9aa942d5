"""Ctrl-C on a terminal, at any moment: the best so far, exit code 130, nothing left running."""

from __future__ import annotations

import os
import pty
import random
import select
import signal
import sys
import time
from dataclasses import dataclass

import pytest

from tests.functional.command import MARK, SOURCE, Cli

CTRL_C = b"\x03"
GIVEN_UP = 60.0  # seconds: far beyond any answer, far below the budgets of the commands
BUDGET = ["--budget", "10m"]
COMMANDS = {
    "find": ["find", "textwrap:wrap", *BUDGET],
    "remedy": ["find", "targets:shared", "--remedy", "--jobs", "1", "--budget", "20s", "--patience", "500ms"],
    "cases": ["cases", "targets:sorts", "-a", "items=ints(N)", "--size", "8", *BUDGET],
    "suite": ["suite", "targets:sorts", "-a", "items=ints(N)", "--size", "48", *BUDGET],
    "scale": ["scale", "targets:slow_to_scale", "-a", "items=ints(N)", "--size", "400", *BUDGET],
}
SOURCE_OF_TARGETS = """
def sorts(items):
    for i in range(1, len(items)):
        j = i
        while j > 0 and items[j - 1] > items[j]:
            items[j - 1], items[j] = items[j], items[j - 1]
            j -= 1
    return items

def shared(first: list[int], second: list[int]) -> list[int]:
    return [item for item in first if item in second]

def slow_to_scale(items):
    hits = 0
    for i, x in enumerate(items):
        for y in items[i:]:
            if (x * 7 + y * 13) % 11 < i % 5:
                hits += sum(1 for z in items if z > x)
    return hits
"""


@dataclass
class Screen:
    """A command under a pseudo-terminal."""

    pid: int
    fd: int
    shown: str = ""
    code: int | None = None

    def read(self, seconds: float) -> bool:
        """Take in what is shown; return whether the command still runs."""
        if self.code is None and select.select([self.fd], [], [], seconds)[0]:
            try:
                chunk = os.read(self.fd, 1 << 16)
            except OSError:
                chunk = b""
            self.shown += chunk.decode(errors="replace")
            if not chunk:
                self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.code is None

    def read_until(self, text: str) -> None:
        deadline = time.monotonic() + GIVEN_UP
        while text not in self.shown and self.read(0.05):
            assert time.monotonic() < deadline, self.shown

    def read_for(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and self.read(left):
            pass

    def interrupt(self) -> None:
        """Press Ctrl-C, and wait for the end."""
        os.write(self.fd, CTRL_C)
        deadline = time.monotonic() + GIVEN_UP
        while self.read(0.05):
            assert time.monotonic() < deadline, self.shown


@pytest.fixture
def screens(cli: Cli):
    (cli.folder / "targets.py").write_text(SOURCE_OF_TARGETS)
    started: list[Screen] = []

    def start(*arguments: str) -> Screen:
        path = os.pathsep.join(filter(None, [SOURCE, os.environ.get("PYTHONPATH")]))
        environment = {**os.environ, MARK: cli.mark, "PYTHONPATH": path, "TERM": "xterm", "COLUMNS": "100"}
        pid, fd = pty.fork()
        if not pid:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.chdir(cli.folder)
            os.execve(sys.executable, [sys.executable, "-m", "slowpath", *arguments], environment)
        started.append(Screen(pid, fd))
        return started[-1]

    yield start
    for each in started:
        if each.code is None:
            os.kill(each.pid, signal.SIGKILL)
            os.waitpid(each.pid, 0)
        os.close(each.fd)
    assert cli.left_running() == []


@pytest.mark.parametrize("verb", [each for each in COMMANDS if each != "remedy"])
@pytest.mark.parametrize("seed", range(3))
def test_at_a_random_moment(screens, verb: str, seed: int) -> None:
    screen = screens(*COMMANDS[verb])
    screen.read_for(0.15 + random.Random(seed * 10 + len(verb)).random() * 3)
    screen.interrupt()
    assert screen.code == 130, screen.shown
    assert "Traceback" not in screen.shown


@pytest.mark.parametrize(
    ("verb", "state", "shown"),
    [
        ("find", "verifying", "interrupted"),
        ("cases", "cases", "interrupted"),
        ("remedy", "comparing a remedy", "O(n^2)"),  # a child process looks for paths
    ],
)
def test_in_a_state(screens, verb: str, state: str, shown: str) -> None:
    screen = screens(*COMMANDS[verb])
    screen.read_until(state)
    screen.interrupt()
    assert screen.code == 130, screen.shown
    assert shown in screen.shown
    assert "Traceback" not in screen.shown
