"""Processes forked from the loaded target, several at once: a run costs a fork, not an import.

A process carries out a batch of jobs. It answers one job after the other as long as each leaves the modules
as it found them, and says so when it ends early: the jobs that are left go to a new process. A process that
ends without a word was ended by the run it was at.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from slowpath.model.run import End, Run
from slowpath.run import child, frames, limits
from slowpath.run.builds import LoadedBuild
from slowpath.run.link import Link
from slowpath.run.messages import Batch, Done, Job, Left
from slowpath.run.pool import fork
from slowpath.run.sandbox import isolation
from slowpath.run.tether import tether

_TICK = 0.1  # seconds between two looks at a process that says nothing
_CHUNK = 1 << 16  # bytes of one read: as much as a pipe holds

_said = msgspec.msgpack.Decoder(Done | Left | frames.Failed)


@dataclass(slots=True)
class _Forked:
    """A process, the jobs that it has not answered, and what it has written of the next answer."""

    pid: int
    replies: int
    life: int  # closes with the worker; the process is tethered to it
    jobs: deque[Job]
    deadline: float
    received: bytearray = field(default_factory=bytearray)
    left: bool = False


class Zygote:
    """Serves batches, at most `at_once` at a time."""

    def __init__(self, link: Link, subject: LoadedBuild, at_once: int = 1) -> None:
        self._link = link
        self._subject = subject
        self._at_once = at_once
        self._waiting: deque[Sequence[Job]] = deque()
        self._forked: dict[int, _Forked] = {}  # by the pipe of their replies
        self._poll = select.poll()
        self._restore = child.builtins_restorer()  # made here: a forked process would copy what it touches

    def serve(self) -> None:
        """Carry out batches until the client closes its end."""
        with self._subject.installed():  # here, so that no run has to
            self._serve()
        for each in list(self._forked.values()):
            self._end(each)

    def _serve(self) -> None:
        requests = self._link.fds[0]
        self._poll.register(requests, select.POLLIN)
        while True:
            while self._waiting and len(self._forked) < self._at_once:
                self._begin(self._waiting.popleft())
            ready = [fd for fd, _ in self._poll.poll(1000 * _TICK if self._forked else None)]
            if requests in ready:
                batch = self._link.receive(Batch)
                if batch is None:
                    return
                self._waiting.append(batch.jobs)
            for fd in ready:
                if fd in self._forked:
                    self._take_in(self._forked[fd])
            for each in list(self._forked.values()):
                self._look_after(each)

    def _begin(self, jobs: Sequence[Job]) -> None:
        state = self._subject.state() if len(jobs) > 1 else None
        replies, writing = os.pipe()
        tied, life = os.pipe()
        isolate = isolation(jobs[0].allow)
        pid = fork()
        if not pid:
            os.setpgid(0, 0)
            others = [fd for each in self._forked.values() for fd in (each.replies, each.life)]
            for fd in (*self._link.fds, replies, life, *others):
                os.close(fd)
            tether(tied)
            isolate()
            child.execute(self._subject, jobs, state, self._link.audit, writing, self._restore)
        os.close(writing)
        os.close(tied)
        deadline = time.monotonic() + jobs[0].limits.time
        self._forked[replies] = _Forked(pid, replies, life, deque(jobs), deadline)
        self._poll.register(replies, select.POLLIN)

    def _take_in(self, each: _Forked) -> None:
        """Pass on the answers that a process has written."""
        chunk = os.read(each.replies, _CHUNK)
        each.received += chunk
        while (document := frames.body(each.received)) is not None:
            frame = bytes(each.received[: frames.HEADER + len(document)])
            del each.received[: len(frame)]
            said = _said.decode(document)
            if isinstance(said, Left):
                each.left = True
                if said.late:
                    self._subject.rewrite_ahead(said.late)
            else:
                self._answered(each, frame)
        if each.left or not chunk:
            self._finish(each)

    def _look_after(self, each: _Forked) -> None:
        """End a process whose time is over. A process that the target started may hold the pipe of one that
        has ended."""
        if each.replies not in self._forked:
            return
        if time.monotonic() > each.deadline:
            self._finish(each, timed_out=True)
        elif _ended(each.pid) and not select.select([each.replies], [], [], 0)[0]:
            self._finish(each)

    def _finish(self, each: _Forked, *, timed_out: bool = False) -> None:
        """End a process, and say what its end means for the job it was at; others go to a new process."""
        status, cpu_seconds = self._end(each)
        if each.jobs and not each.left:
            job = each.jobs[0]
            end, detail = limits.verdict(status, cpu_seconds, job.limits)
            if timed_out:
                end, detail = End.TIME, limits.used_up("time", job.limits)
            run = Run(end=end, costs={}, lines=(), lost=(), detail=detail)
            self._answered(each, frames.frame(Done(job.number, run)))
        if each.jobs:
            self._waiting.appendleft(tuple(each.jobs))

    def _answered(self, each: _Forked, frame: bytes) -> None:
        self._link.write(frame)
        each.jobs.popleft()
        if each.jobs:
            each.deadline = time.monotonic() + each.jobs[0].limits.time

    def _end(self, each: _Forked) -> tuple[int, float]:
        """End the process and those it started; return its exit code and CPU seconds."""
        del self._forked[each.replies]
        self._poll.unregister(each.replies)
        # A process that has closed its end is about to end by itself: its exit code tells more than a kill.
        deadline = time.monotonic() + _TICK
        while not each.left and not _ended(each.pid) and time.monotonic() < min(deadline, each.deadline):
            time.sleep(0.001)
        for kill in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(each.pid, signal.SIGKILL)
        _, status, usage = os.wait4(each.pid, 0)
        os.close(each.replies)
        os.close(each.life)
        return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime


def _ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
