"""Child processes: started, asked, heard, interrupted and ended in this one place.

A child runs a function `serve(link)` of a module. The function itself is passed, not its name: whoever starts
a child imports what it runs. Messages are typed (`frames.Message`); an error that ends the child is raised
again where it is heard, with the child's traceback as a note.

Ctrl-C never reaches a child by itself: each has a session of its own. The parent passes it on with
`interrupt`, and kills what does not answer.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import msgspec

from slowpath import errors, files
from slowpath.errors import SlowpathError, TargetImportError, WorkerError
from slowpath.run import frames, limits
from slowpath.run.addresses import fix_addresses
from slowpath.run.frames import Failed
from slowpath.run.interruptions import interruptions_wait
from slowpath.run.limits import Limits
from slowpath.run.link import Serve

BROKEN = 70  # the exit code of a child that cannot even start (EX_SOFTWARE)
_BOOT = f"""
import sys
from importlib import import_module
sys.path.append(sys.argv.pop(1))
module, name = sys.argv.pop(1), sys.argv.pop(1)
arguments = sys.argv[1:]
del sys.argv[1:]
try:
    from slowpath.run.link import run
    serve = getattr(import_module(module), name)
except BaseException as error:
    print(type(error).__name__, error, sep=": ", file=sys.stderr)
    sys.exit({BROKEN})
run(serve, arguments)
"""
_TAIL = 4096  # bytes of a child's latest output that are kept: the end of a traceback fits
_PATIENCE = 0.3  # seconds that a child may take to end by itself; Ctrl-C promises an answer within one

Reply = TypeVar("Reply")


class Remote(Generic[Reply]):
    """A child process. A context manager: nothing of it is left running.

    `replies` is the type of its messages, or a union of types. What it and the target print goes to `output`.
    It works in a `folder`, or in that of this process.
    """

    def __init__(self, serve: Serve, replies: Any, folder: str | None = None) -> None:
        requests, self._requests = os.pipe()
        self._replies, answers = os.pipe()
        life, self._life = os.pipe()
        self._output, output = os.pipe()
        self._decoder = frames.decoder(replies | Failed)
        self._tail = b""
        self._received = bytearray()  # a summary of a large size comes in thousands of chunks
        self.ended = False  # known when its end of the pipe has closed
        try:
            self._folder = files.made_folder()
        except OSError:
            self._folder = ""  # only inputs that are files need it, and say so
        theirs = (requests, answers, life)
        home = str(Path(__file__).parents[2])
        started: subprocess.Popen[bytes] | None = None
        try:
            # -P: no file in the current directory can take the place of a module that the child needs.
            with interruptions_wait():
                self._popen = started = subprocess.Popen(
                    [sys.executable, "-P", "-c", _BOOT, home, serve.__module__, serve.__qualname__]
                    + [str(fd) for fd in theirs],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    pass_fds=theirs,
                    cwd=folder,
                    env={**os.environ, "PYTHONHASHSEED": "0", **files.environment(self._folder)},
                    start_new_session=True,
                    preexec_fn=fix_addresses,
                )
        except BaseException:  # nobody else can let go of what was begun
            if started is not None:
                started.kill()
                started.wait()
            for fd in (self._requests, self._replies, self._life, self._output):
                os.close(fd)
            self._remove_folder()
            raise
        finally:
            for fd in (*theirs, output):
                os.close(fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def output(self) -> str:
        """The last lines that the child printed since it was last asked."""
        return self._tail.decode(errors="replace").strip()

    def ask(self, request: msgspec.Struct) -> None:
        """Send a request. A child that is gone does not hear it: the answer will say so."""
        self._tail = b""
        with contextlib.suppress(BrokenPipeError):
            frames.write(self._requests, frames.frame(request))

    def hear(self, seconds: float) -> Reply | None:
        """Return the next message; None if the child ended or the time ran out. Raises the child's error.

        A message that is there already is heard, however little time there is.
        """
        poll = select.poll()
        for fd in (self._replies, self._output):
            poll.register(fd, select.POLLIN)
        deadline = time.monotonic() + seconds
        while (document := frames.body(self._received)) is None and not self.ended:
            left = max(deadline - time.monotonic(), 0.0)
            ready = [fd for fd, _ in poll.poll(1000 * left)]
            for fd in ready:
                if not self._take_in(fd):
                    poll.unregister(fd)
            if not left and self._replies not in ready:
                break
        return None if document is None else self._decoded(document)

    def hear_until(self, deadline: float) -> Iterator[Reply]:
        """Yield messages as they come, until the child ends or the (monotonic) time is over."""
        while (message := self.hear(deadline - time.monotonic())) is not None:
            yield message

    def interrupt(self) -> None:
        """Ask the child, and the processes of its pool, to end their work and answer with what they have."""
        if self._popen.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._popen.pid, signal.SIGINT)

    def close(self, patience: float = 0.0) -> int:
        """End the child; return its exit code.

        It is killed, unless it ends within `patience` seconds after its requests have: a child that has
        processes of the target to end needs a moment for that.
        """
        if self._life < 0:
            return self._popen.wait()
        try:
            return self._end(patience)
        finally:
            self._remove_folder()

    def _remove_folder(self) -> None:
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _end(self, patience: float) -> int:
        os.close(self._requests)
        if patience:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._popen.wait(patience)
        for fd in (self._replies, self._life, self._output):
            os.close(fd)
        self._life = -1
        try:
            return self._popen.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            return self._popen.wait()

    def why_silent(self, what: str, seconds: float, limits_: Limits) -> SlowpathError:
        """End a child that has told nothing yet; return the error to raise: `what` could not be loaded."""
        ended, code, printed = self.ended, self.close(), self.output
        if not ended:
            return TargetImportError(
                f"importing {what} did not end within {seconds:g} s",
                "Look for work at the top level of the module, or allow more with --time SECONDS.",
            )
        if code == BROKEN:
            return WorkerError(f"the child process cannot start: {printed}", "Install slowpath again.")
        _, why = limits.verdict(code, 0.0, limits_)
        last = f"\n{printed}" if printed else ""
        return TargetImportError(f"importing {what} ends the process: {why}{last}")

    def _decoded(self, document: bytes) -> Reply:
        del self._received[: frames.HEADER + len(document)]
        message: Reply | Failed = self._decoder.decode(document)
        if isinstance(message, Failed):
            raise _error(message)
        return message

    def _take_in(self, fd: int) -> bool:
        """Take in what `fd` has; return whether more may come."""
        chunk = os.read(fd, 1 << 16)
        if fd == self._output:
            self._tail = (self._tail + chunk)[-_TAIL:]
        else:
            self._received += chunk
            self.ended = not chunk
        return bool(chunk)

    def _drain(self) -> None:
        while select.select([self._output], [], [], 0)[0] and self._take_in(self._output):
            pass


def hear_each(remotes: Sequence[Remote[Reply]], seconds: float) -> list[Reply | None]:
    """Return the next message of each child; None for one that ended or if the time ran out."""
    poll = select.poll()
    owners = {fd: remote for remote in remotes for fd in (remote._replies, remote._output)}
    for fd in owners:
        poll.register(fd, select.POLLIN)
    waiting = {remote._replies for remote in remotes}
    deadline = time.monotonic() + seconds
    while waiting and (left := deadline - time.monotonic()) > 0:
        for fd, _ in poll.poll(1000 * left):
            remote = owners[fd]
            more = remote._take_in(fd)
            if not more:
                poll.unregister(fd)
            if fd in waiting and (not more or frames.body(remote._received) is not None):
                waiting.discard(fd)
    for remote in remotes:
        remote._drain()
    documents = [(remote, frames.body(remote._received)) for remote in remotes]
    return [None if document is None else remote._decoded(document) for remote, document in documents]


def _error(failed: Failed) -> SlowpathError:
    """The error of a child, as it is raised on this side."""
    error = getattr(errors, failed.kind, WorkerError)(failed.message, failed.hint)
    assert isinstance(error, SlowpathError)
    if failed.traceback:
        error.add_note(failed.traceback)
    return error
