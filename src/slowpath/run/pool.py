"""A function called in forked processes: one process for each task, several at a time.

A child inherits its task and the function, so neither is pickled; its replies are. They are heard in the
order of the tasks, whichever process is the first to send, so the number of processes changes nothing but
the time.
"""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NoReturn, Self, TypeVar

from slowpath.errors import WorkerError
from slowpath.run.interruptions import interruptions_wait
from slowpath.run.tether import tether
from slowpath.target.trust import trusted

Task = TypeVar("Task")
Reply = TypeVar("Reply")

_REPLY, _FAILURE, _END = b"r", b"f", b"e"  # the first byte of a frame: what it holds
_HEADER = 8  # bytes of a frame's length: a reply may be longer than four bytes can say
_CHUNK = 1 << 20  # bytes that one read may take: more than a pipe holds


class Pool(Generic[Task, Reply]):
    """Calls `work` in forked processes, at most `jobs` at a time. A context manager: none is left after it.

    A task is taken from its iterator when its process can begin. At most `ahead` tasks are begun whose
    replies the caller has not heard to the end (None: no limit). `pickled` is how a reply becomes bytes.
    """

    def __init__(
        self,
        work: Callable[[Task], Iterable[Reply]],
        jobs: int,
        *,
        ahead: int | None = None,
        pickled: Callable[[Reply], bytes] = pickle.dumps,
    ) -> None:
        self._work = work
        self._jobs = jobs
        self._ahead = ahead
        self._pickled = pickled
        self._selector = selectors.DefaultSelector()
        self._tasks: Iterator[Task] = iter(())
        self._begun: deque[PoolCall[Task, Reply]] = deque()
        self._alive: dict[int, PoolCall[Task, Reply]] = {}  # by process

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end_all()
        self._selector.close()

    def calls(self, tasks: Iterable[Task]) -> Iterator[PoolCall[Task, Reply]]:
        """Yield a call for each task, in their order. Replies that the caller leaves unheard are dropped."""
        self._tasks = iter(tasks)
        try:
            while True:
                self._begin()
                if not self._begun:
                    return
                call = self._begun[0]
                yield call
                for _ in call:
                    pass
                self._begun.popleft()
        finally:
            self._end_all()

    def attend(self, wait: bool) -> None:
        """Begin the tasks that can begin, and take in what processes sent; `wait` until one did."""
        self._begin()
        for key, _ in self._selector.select(None if wait else 0):
            call: PoolCall[Task, Reply] = key.data
            chunk = os.read(call.pipe, _CHUNK)
            call.received += chunk
            if not chunk:
                self.end(call)

    def end(self, call: PoolCall[Task, Reply]) -> None:
        """End the process of a call, if it has not ended."""
        if call.closed:
            return
        call.closed = True
        del self._alive[call.process]
        self._selector.unregister(call.pipe)
        os.close(call.pipe)
        os.close(call.life)
        with trusted():
            os.kill(call.process, signal.SIGKILL)  # it is not reaped yet, so the number is still its own
        os.waitpid(call.process, 0)

    def _begin(self) -> None:
        while len(self._alive) < self._jobs and (self._ahead is None or len(self._begun) < self._ahead):
            try:
                task = next(self._tasks)
            except StopIteration:
                return
            with interruptions_wait() as handler:
                call = self._forked(task, handler)
                self._begun.append(call)
                self._alive[call.process] = call
                self._selector.register(call.pipe, selectors.EVENT_READ, call)

    def _forked(self, task: Task, handler: Any) -> PoolCall[Task, Reply]:
        reading, writing = os.pipe()
        tied, life = os.pipe()
        with trusted():
            process = fork()
        if not process:
            others = [fd for call in self._alive.values() for fd in (call.pipe, call.life)]
            for fd in (reading, life, *others):
                os.close(fd)
            self._selector.close()
            self._serve(task, writing, tied, handler)
        os.close(writing)
        os.close(tied)
        return PoolCall(self, task, process, reading, life)

    def _serve(self, task: Task, pipe: int, tied: int, handler: Any) -> NoReturn:
        """Do one task in this process, send the replies, and end. Interruptions go to the handler."""
        try:
            if handler is signal.default_int_handler:
                handler = signal.SIG_IGN  # the parent ends this process
            if handler is not None:
                signal.signal(signal.SIGINT, handler)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            tether(tied)
            try:
                for reply in self._work(task):
                    _send(pipe, _REPLY + self._pickled(reply))
                last = _END
            except BaseException:
                last = _FAILURE + traceback.format_exc().encode(errors="backslashreplace")
            _send(pipe, last)
        finally:
            os._exit(0)

    def _end_all(self) -> None:
        for call in list(self._alive.values()):
            self.end(call)
        self._begun.clear()


class PoolCall(Generic[Task, Reply]):
    """A task in its process. Iterating yields the replies as they come.

    `died` is known when the replies have ended: whether the process ended before the function did.
    """

    def __init__(self, pool: Pool[Task, Reply], task: Task, process: int, pipe: int, life: int) -> None:
        self.task = task
        self.died = False
        self.process = process
        self.pipe = pipe
        self.life = life  # closes with this process; the child is tethered to it
        self.received = bytearray()
        self.closed = False
        self._over = False
        self._pool = pool

    def __iter__(self) -> Iterator[Reply]:
        while not self._over:
            frame = self._frame()
            if frame is None and self.closed:
                self._over = self.died = True
            elif frame is None:
                self._pool.attend(wait=True)
            elif frame.startswith(_REPLY):
                self._pool.attend(wait=False)
                yield pickle.loads(memoryview(frame)[1:])
            else:
                self._over = True
                self._pool.end(self)
                if frame.startswith(_FAILURE):
                    raise WorkerError(
                        f"a forked process failed:\n{frame[1:].decode()}", "Please report this."
                    )

    def _frame(self) -> bytes | None:
        """Take out the next frame; None while it is not complete."""
        end = _HEADER + int.from_bytes(self.received[:_HEADER], "big")
        if len(self.received) < max(end, _HEADER + 1):
            return None
        frame = bytes(self.received[_HEADER:end])
        del self.received[:end]
        return frame


def fork() -> int:
    """Fork. A target whose import starts threads makes fork warn; the children use none of them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _send(pipe: int, frame: bytes) -> None:
    for part in (len(frame).to_bytes(_HEADER, "big"), frame):
        left = memoryview(part)
        while left:
            left = left[os.write(pipe, left) :]
