"""The client's side of a worker process: started, asked, heard and ended."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from slowpath.run import frames
from slowpath.run.addresses import fix_addresses

BROKEN = 70  # the exit code of a worker that cannot even start (EX_SOFTWARE)
_BOOT = f"""
import sys
from importlib import import_module
sys.path.append(sys.argv.pop(1))
module = sys.argv.pop(1)
arguments = sys.argv[1:]
del sys.argv[1:]
try:
    main = import_module(module).main
except BaseException as error:
    print(type(error).__name__, error, sep=": ", file=sys.stderr)
    sys.exit({BROKEN})
main(arguments)
"""
_TAIL = 4096  # bytes of the process's latest output that are kept
_PATIENCE = 2.0  # seconds that a process may take to end by itself


class Process:
    """A worker process in a session of its own. What it and the target print goes to `output`.

    `module` is what it runs: its `main` gets the numbers of the request, reply and life pipes.
    """

    def __init__(self, module: str) -> None:
        requests, self._requests = os.pipe()
        self._replies, replies = os.pipe()
        life, self._life = os.pipe()
        self._output, output = os.pipe()
        self._tail = self._received = b""
        self.ended = False  # known when its end of the pipe has closed
        theirs = (requests, replies, life)
        home = str(Path(__file__).parents[2])
        try:
            # -P: no file in the current directory can take the place of a module that the worker needs.
            self._popen = subprocess.Popen(
                [sys.executable, "-P", "-c", _BOOT, home, module, *map(str, theirs)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=theirs,
                env={**os.environ, "PYTHONHASHSEED": "0"},
                start_new_session=True,
                preexec_fn=fix_addresses,
            )
        finally:
            for fd in (*theirs, output):
                os.close(fd)

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def output(self) -> str:
        """The last lines that the process printed since it was last asked."""
        return self._tail.decode(errors="replace").strip()

    def ask(self, request: msgspec.Struct) -> None:
        """Send a request. A process that is gone does not hear it: the answer will say so."""
        self._tail = self._received = b""
        with contextlib.suppress(BrokenPipeError):
            frames.write(self._requests, frames.frame(request))

    def receive(self, seconds: float) -> bytes | None:
        """Return the next document that the process sends; None where it ended or the time ran out."""
        poll = select.poll()
        for fd in (self._replies, self._output):
            poll.register(fd, select.POLLIN)
        deadline = time.monotonic() + seconds
        while (document := frames.body(self._received)) is None and not self.ended:
            left = deadline - time.monotonic()
            if left <= 0:
                break
            for fd, _ in poll.poll(1000 * left):
                if not self._hear(fd):
                    poll.unregister(fd)
        if document is not None:
            self._received = self._received[frames.HEADER + len(document) :]
        return document

    def close(self) -> int:
        """End the process and all that it started; return its exit code."""
        if self._life < 0:
            return self._popen.wait()
        for fd in (self._requests, self._replies, self._life, self._output):
            os.close(fd)
        self._life = -1
        try:
            return self._popen.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            return self._popen.wait()

    def _hear(self, fd: int) -> bool:
        """Take in what `fd` has; return whether more may come."""
        chunk = os.read(fd, 1 << 16)
        if fd == self._output:
            self._tail = (self._tail + chunk)[-_TAIL:]
        else:
            self._received += chunk
            self.ended = not chunk
        return bool(chunk)

    def _drain(self) -> None:
        while select.select([self._output], [], [], 0)[0] and self._hear(self._output):
            pass
