"""A shell pipeline on the real commands of the machine, with the time that each one takes."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from slowpath.errors import UsageError
from slowpath.pipeline.shell.stage import ShellStage, StreamKind

# Exit codes that are no mistake: grep found nothing, and xargs heard that from grep.
_HARMLESS = {"grep": (0, 1), "xargs": (0, 123)}


@dataclass(frozen=True, slots=True)
class ReplayedCommand:
    """What one command did: CPU time of it and of the processes that it started, and its exit code."""

    argv: tuple[str, ...]
    seconds: float
    code: int


@dataclass(frozen=True, slots=True)
class Replay:
    """What a pipeline did. `seconds` is its wall time; `output` is None if it did not finish in time."""

    commands: tuple[ReplayedCommand, ...]
    seconds: float
    output: bytes | None

    @property
    def cpu(self) -> float:
        """The CPU time of all commands."""
        return sum(command.seconds for command in self.commands)


def missing(stages: Sequence[ShellStage]) -> list[str]:
    """The commands of a pipeline that this machine does not have."""
    return sorted({stage.argv[0] for stage in stages if stage.argv and shutil.which(stage.argv[0]) is None})


def replay(stages: Sequence[ShellStage], value: Any, *, limit: float = 60.0) -> Replay:
    """Run the real commands of a pipeline on an input of its first stage, for `limit` seconds at most.

    Only commands that were parsed to stages run, each with a list of arguments: no shell reads them. They run
    in the C locale. A tree is made in a temporary folder, with files as large as its entries say.
    """
    if absent := missing(stages):
        raise UsageError(
            f"this machine has no command {', '.join(absent)}", "Install it, or leave the replay out."
        )
    with TemporaryDirectory(prefix="slowpath-") as name:
        folder = Path(name)
        commands = [stage.argv for stage in stages if stage.argv]
        source = folder / "input"
        if stages[0].form.takes is StreamKind.ENTRIES:
            (folder / "tree").mkdir()
            _make_tree(folder / "tree", value)
            commands[0] = ("find", _relative(commands[0][1]), *commands[0][2:])
            source.write_bytes(b"")
        else:
            source.write_bytes(_encoded(value))
        return _Processes(commands, folder, stages[0].form.takes is StreamKind.ENTRIES).run(limit)


class _Processes:
    """The processes of a pipeline, each reading from the one before. Errors go to a file of the folder."""

    def __init__(self, commands: Sequence[tuple[str, ...]], folder: Path, tree: bool) -> None:
        self.commands = commands
        self.folder = folder
        self.cwd = folder / "tree" if tree else Path.cwd()
        self.started: list[subprocess.Popen[bytes]] = []
        self.expired = False

    def run(self, limit: float) -> Replay:
        timer = threading.Timer(limit, self.expire)
        begin = time.perf_counter()
        try:
            self.start()
            timer.start()
            done = [
                self.wait(process, argv) for process, argv in zip(self.started, self.commands, strict=True)
            ]
            seconds = time.perf_counter() - begin
        finally:
            timer.cancel()
            self.kill()
        if not self.expired:
            self.complain(done)
        return Replay(tuple(done), seconds, None if self.expired else (self.folder / "output").read_bytes())

    def start(self) -> None:
        environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
        with (
            open(self.folder / "input", "rb") as source,
            open(self.folder / "output", "wb") as sink,
            open(self.folder / "errors", "wb") as errors,
        ):
            reads: Any = source
            for argv in self.commands:
                last = len(self.started) == len(self.commands) - 1
                process = subprocess.Popen(
                    argv,
                    stdin=reads,
                    stdout=sink if last else subprocess.PIPE,
                    stderr=errors,
                    env=environment,
                    cwd=self.cwd,
                    process_group=0,  # a command that is ended takes those along that it started
                )
                if reads is not source:
                    reads.close()
                self.started.append(process)
                reads = process.stdout

    def wait(self, process: subprocess.Popen[bytes], argv: tuple[str, ...]) -> ReplayedCommand:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return ReplayedCommand(argv, usage.ru_utime + usage.ru_stime, process.returncode)

    def expire(self) -> None:
        self.expired = True
        self.kill()

    def kill(self) -> None:
        for process in self.started:
            if process.returncode is None:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass

    def complain(self, done: Sequence[ReplayedCommand]) -> None:
        """Raise UsageError if a command failed. One that wrote to a command that reads no more did not."""
        for command in done:
            if command.code not in (*_HARMLESS.get(command.argv[0], (0,)), -signal.SIGPIPE):
                text = (self.folder / "errors").read_text(encoding="utf-8", errors="replace").strip()
                raise UsageError(
                    f"the real {command.argv[0]} failed with exit code {command.code}: {text[:400]}"
                )


def _encoded(value: Any) -> bytes:
    """The bytes of an input: of lines, text or bytes."""
    if isinstance(value, bytes):
        return value
    text = value if isinstance(value, str) else "".join(f"{line}\n" for line in value)
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError as error:
        raise UsageError(
            f"the input has the character {text[error.start]!r}, which is no byte",
            "Commands read bytes: let the shape have latin1 characters only.",
        ) from None


def _make_tree(root: Path, entries: Sequence[tuple[str, int, int]]) -> None:
    for path, size, mode in entries:
        place = root / _relative(path)
        if ".." in place.parts:
            raise UsageError(f"the path {path!r} leaves the tree", "Paths of a tree have no .. in them.")
        if stat.S_ISDIR(mode):
            place.mkdir(parents=True, exist_ok=True)
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(place, "wb") as file:
            file.truncate(size)


def _relative(path: str) -> str:
    return path.lstrip("/") or "."
