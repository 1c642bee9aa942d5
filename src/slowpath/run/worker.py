"""The worker process: loads the target once, then forks a child for every run.

Every run starts from the same state: nothing that one run does (caches, lazy imports, monkeypatches)
shows in the next.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
import warnings
from collections.abc import Sequence

from slowpath.counting.model import CPYTHON, from_document
from slowpath.errors import SlowpathError
from slowpath.model.run import End, Run
from slowpath.model.target import Flow
from slowpath.run import builds, child, limits, messages
from slowpath.run.audit import Audit
from slowpath.run.builds import Subject
from slowpath.run.messages import Done, Failed, Job, Load, Ready
from slowpath.run.pipes import Pipes, taken_up
from slowpath.run.tether import tether

_TICK = 0.1  # seconds between two looks at a child that says nothing


def main(arguments: Sequence[str]) -> None:
    """Serve requests until the client closes its end. Arguments: the request, reply and life pipes."""
    pipes, audit = taken_up(arguments)
    subject: Subject | None = None
    while (document := messages.read(pipes.requests)) is not None:
        request = messages.request(document)
        if isinstance(request, Load):
            subject, reply = _load(request)
            messages.write(pipes.replies, messages.frame(reply))
        elif subject is not None:
            messages.write(pipes.replies, _run(subject, request, audit, pipes))


def _load(request: Load) -> tuple[Subject | None, Ready | Failed]:
    sys.path[:] = request.path
    limits.limit_memory(request.limits.memory)
    try:
        model = CPYTHON if request.model is None else from_document(request.model, "the cost model")
        subject = builds.load(request.spec, request.scope, request.build, model)
    except SlowpathError as error:
        return None, Failed(type(error).__name__, error.message, error.hint)
    except MemoryError:
        message = f"importing the target: {limits.memory_message(request.limits)}"
        return None, Failed("TargetImportError", message, "")
    finally:
        limits.free_memory()
    if subject.target.flow in (Flow.COROUTINE, Flow.ASYNC_GENERATOR):
        import asyncio  # noqa: F401  (shared by all runs; no run pays for it)
    return subject, Ready(subject.target)


def _run(subject: Subject, job: Job, audit: Audit, pipes: Pipes) -> bytes:
    """Fork a child for the run; return its reply, or what its end says, as a frame."""
    reader, writer = os.pipe()
    life_reader, life_writer = os.pipe()
    pid = _fork()
    if pid == 0:
        os.setpgid(0, 0)
        for fd in (*pipes.all, reader, life_writer):
            os.close(fd)
        tether(life_reader)
        child.execute(subject, job, audit, writer)
    os.close(writer)
    os.close(life_reader)
    try:
        received, timed_out = _collect(pid, reader, pipes.requests, job.limits.time)
    finally:
        status, cpu_seconds = _end(pid)
        os.close(reader)
        os.close(life_writer)
    document = messages.body(received)
    if document is not None:
        return bytes(received)
    end, detail = limits.verdict(status, cpu_seconds, job.limits)
    if timed_out:
        end, detail = End.TIME, limits.time_message(job.limits)
    return messages.frame(Done(Run(end=end, costs={}, lines=(), lost=(), detail=detail)))


def _fork() -> int:
    with warnings.catch_warnings():
        # A target whose import starts threads makes fork warn; the children use none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _collect(pid: int, reader: int, requests: int, seconds: float) -> tuple[bytearray, bool]:
    """Return what the child wrote until its frame is complete or it ended, and whether time ran out."""
    received = bytearray()
    deadline = time.monotonic() + seconds
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    poll.register(requests, select.POLLIN)
    while messages.body(received) is None:
        left = deadline - time.monotonic()
        if left <= 0:
            return received, True
        for fd, _ in poll.poll(max(1, 1000 * min(left, _TICK))):
            chunk = os.read(reader, 1 << 16) if fd == reader else b""
            received += chunk
            # No chunk: the child has closed its end, or the client, which asks one thing at a time, is gone.
            if not chunk:
                return received, False
        # A process that the target started may hold the pipe open after the child's end.
        if _ended(pid) and not select.select([reader], [], [], 0)[0]:
            return received, False
    return received, False


def _end(pid: int) -> tuple[int, float]:
    """End the child's process group; return the child's exit code and CPU seconds."""
    # A child that has closed its end is about to end by itself, and its own exit code tells more than a kill.
    deadline = time.monotonic() + _TICK
    while not _ended(pid) and time.monotonic() < deadline:
        time.sleep(0.001)
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime


def _ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
