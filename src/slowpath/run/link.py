"""The child's end of the line to the process that started it."""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from slowpath import files
from slowpath.errors import SlowpathError, TargetImportError
from slowpath.run import frames, limits
from slowpath.run.audit import FILES, Audit
from slowpath.run.frames import Failed
from slowpath.run.sandbox import restrict
from slowpath.run.tether import tether

_AGES = 1e9  # seconds: more than any budget has


class Link:
    """Requests come in, messages go out. The child ends with its parent.

    A child that heeds interruptions (SIGINT, which only the parent sends) notes them: from then on `clock`
    says that the time of every budget is over, so a search that asks it ends in order and answers with what
    it has.
    """

    def __init__(self, requests: int, replies: int, life: int) -> None:
        self.fds = (requests, replies, life)
        self.interrupted = False
        self._late = 0.0
        self.audit = Audit()
        self.audit.guarded = self.fds
        self._requests = requests
        self._replies = replies
        tether(life)
        for fd in self.fds:
            os.set_inheritable(fd, False)  # no process that the target starts has them
        sys.dont_write_bytecode = True  # nothing is written next to the target's source
        self.audit.install()
        files.use(os.environ.pop(files.VARIABLE, ""))

    def restrict(self, allow: Collection[str], *, loading: bool = True) -> None:
        """Let the kernel refuse what is not allowed, if it can, from now on. While a target is `loading`, its
        rewritten modules can be kept; files of inputs can be made at any time, in their folder."""
        from slowpath.target.shelf import usual_folder

        folder = usual_folder()
        if loading:
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
        made = (files.folder(),) if files.folder() else ()
        if FILES not in allow:
            limits.limit_files()
        restrict(allow, (str(folder), *made) if loading else made, times=loading)

    def receive(self, kind: Any) -> Any:
        """Return the next request, of a type or a union of types; None if the parent is gone."""
        document = frames.read(self._requests)
        return None if document is None else frames.decoder(kind).decode(document)

    def send(self, message: msgspec.Struct) -> None:
        """Tell the parent something."""
        self.write(frames.frame(message))

    def write(self, frame: bytes) -> None:
        """Pass on a message that is framed already."""
        frames.write(self._replies, frame)

    def heed_interrupts(self) -> None:
        """Note interruptions from here on instead of raising KeyboardInterrupt."""
        signal.signal(signal.SIGINT, self._interrupt)

    def clock(self) -> float:
        """Return the monotonic time; after an interruption, a time beyond every deadline.

        Every call is then ages after the one before: deadlines that are set only now are over too.
        """
        if self.interrupted:
            self._late += _AGES
        return time.monotonic() + self._late

    def _interrupt(self, *_: object) -> None:
        self.interrupted = True


Serve = Callable[[Link], None]


def run(serve: Serve, arguments: Sequence[str]) -> None:
    """Run a child: serve its parent, and send whatever error ends that.

    The arguments are the numbers of the request, reply and life pipes.
    """
    requests, replies, life = map(int, arguments)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # a worker of a cluster may not hear it
    link = Link(requests, replies, life)
    try:
        serve(link)
        return
    except SlowpathError as error:
        failed = failure(error, link.audit.refusals)
    except MemoryError:
        limits.free_memory()
        failed = Failed("WorkerError", "no memory left", "Allow more with --memory, or use a smaller --size.")
    except Exception as error:
        limits.free_memory()
        failed = Failed(
            "WorkerError",
            f"slowpath failed: {type(error).__name__}: {error}",
            "This is a fault of slowpath; please report it.",
            traceback.format_exc(),
        )
    link.send(failed)


def failure(error: SlowpathError, refusals: Sequence[str] = ()) -> Failed:
    """Return the message that raises an error on the other side. Refusals explain a failed import."""
    refused = isinstance(error, TargetImportError) and refusals
    hint = f"Perhaps because {refusals[0]}." if refused else error.hint
    return Failed(type(error).__name__, error.message, hint)
