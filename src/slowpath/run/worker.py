"""The worker process: loads the target once, then forks a child for every run.

Every run starts from the same state: nothing that one run does (caches, lazy imports, monkeypatches)
shows in the next. What loads and runs a target is imported by the worker alone: the client, which imports
this module to start it, stays quick.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
import warnings
from typing import TYPE_CHECKING

from slowpath.counting.model import CPYTHON, from_document
from slowpath.errors import SlowpathError
from slowpath.model.run import End, Run
from slowpath.model.target import Flow
from slowpath.run import frames, limits
from slowpath.run.frames import Failed
from slowpath.run.link import Link, failure
from slowpath.run.messages import Done, Job, Load, Ready, Request
from slowpath.run.tether import tether

if TYPE_CHECKING:
    from slowpath.run.builds import LoadedBuild

_TICK = 0.1  # seconds between two looks at a child that says nothing


def serve(link: Link) -> None:
    """Serve requests until the client closes its end."""
    subject: LoadedBuild | None = None
    request: Load | Job | None
    while (request := link.receive(Request)) is not None:
        if isinstance(request, Load):
            subject, reply = _load(request)
            link.send(reply)
        elif subject is not None:
            link.write(_run(subject, request, link))


def _load(request: Load) -> tuple[LoadedBuild | None, Ready | Failed]:
    sys.path[:] = request.path
    limits.limit_memory(request.limits.memory)
    from slowpath.run import builds

    try:
        model = CPYTHON if request.model is None else from_document(request.model, "the cost model")
        subject = builds.load(request.spec, request.scope, request.build, model)
    except SlowpathError as error:
        return None, failure(error)
    except MemoryError:
        message = f"importing the target: {limits.memory_message(request.limits)}"
        return None, Failed("TargetImportError", message, "")
    finally:
        limits.free_memory()
    if subject.target.flow in (Flow.COROUTINE, Flow.ASYNC_GENERATOR):
        import asyncio  # noqa: F401  (shared by all runs; no run pays for it)
    return subject, Ready(subject.target)


def _run(subject: LoadedBuild, job: Job, link: Link) -> bytes:
    """Fork a child for the run; return its reply, or what its end says, as a frame."""
    from slowpath.run import child

    reader, writer = os.pipe()
    life_reader, life_writer = os.pipe()
    pid = _fork()
    if pid == 0:
        os.setpgid(0, 0)
        for fd in (*link.fds, reader, life_writer):
            os.close(fd)
        tether(life_reader)
        child.execute(subject, job, link.audit, writer)
    os.close(writer)
    os.close(life_reader)
    try:
        received, timed_out = _collect(pid, reader, link.fds[0], job.limits.time)
    finally:
        status, cpu_seconds = _end(pid)
        os.close(reader)
        os.close(life_writer)
    document = frames.body(received)
    if document is not None:
        return bytes(received)
    end, detail = limits.verdict(status, cpu_seconds, job.limits)
    if timed_out:
        end, detail = End.TIME, limits.time_message(job.limits)
    return frames.frame(Done(Run(end=end, costs={}, lines=(), lost=(), detail=detail)))


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
    while frames.body(received) is None:
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
