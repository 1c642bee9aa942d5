"""The command line, run as users run it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TARGETS = Path(__file__).with_name("targets.py")
MARK = "SLOWPATH_TEST_MARK"
SOURCE = str(Path(__file__).parents[2] / "src")


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.out)
        return document


@dataclass
class Cli:
    """Runs slowpath in a folder that holds `targets.py`; knows which processes it has left behind."""

    folder: Path
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)

    def __call__(self, *arguments: str) -> Answer:
        process = self.start(*arguments)
        out, err = process.communicate(timeout=180)
        return Answer(process.returncode, out, err)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        path = os.pathsep.join(filter(None, [SOURCE, os.environ.get("PYTHONPATH")]))
        return subprocess.Popen(
            [sys.executable, "-m", "slowpath", *arguments],
            cwd=self.folder,
            env={**os.environ, MARK: self.mark, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=_hear_interrupts,
        )

    def processes(self) -> list[int]:
        """Return the processes that descend from a command of this test and still run."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                environment = (folder / "environ").read_bytes()
            except OSError:
                continue
            if f"{MARK}={self.mark}".encode() in environment.split(b"\0"):
                found.append(int(folder.name))
        return found

    def left_running(self) -> list[str]:
        """Return what is left, each with its state, after a time in which a busy system may end them."""
        if wait_for(lambda: not self.processes(), seconds=30.0):
            return []
        return [_described(pid) for pid in self.processes()]


def _hear_interrupts() -> None:
    """A shell starts what runs in the background deaf to Ctrl-C, and that is inherited."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _described(pid: int) -> str:
    folder = Path("/proc", str(pid))
    try:
        command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        status = (folder / "status").read_text()
        files = [f"{link.name} -> {os.readlink(link)}" for link in (folder / "fd").iterdir()]
    except OSError as error:
        return f"{pid}: {error}"
    return f"{pid}: {command}\n{status}{files}"


def wait_for(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while not (met := condition()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return met
