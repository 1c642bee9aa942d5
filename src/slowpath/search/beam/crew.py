"""Who extends the states of a beam: this process, or several that are forked from it.

What is found for a state depends on the state alone, so the number of processes changes nothing but the
time. A process that dies costs the state that it was extending.
"""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import NoReturn, Self

from slowpath.errors import WorkerError
from slowpath.explore.limits import Tally
from slowpath.run import frames
from slowpath.search.beam.states import BeamState
from slowpath.search.beam.window import Window

Extended = tuple[list[BeamState], Tally]


@dataclass(slots=True)
class _Process:
    number: int
    requests: int
    replies: int
    task: int | None = None


@dataclass(slots=True)
class Crew:
    """Extends states by a window, in `jobs` processes. A context manager: none is left after it."""

    window: Window
    jobs: int = 1
    tally: Tally = field(default_factory=Tally)
    _processes: list[_Process] = field(default_factory=list)

    def __enter__(self) -> Self:
        if self.jobs > 1:
            for _ in range(self.jobs):
                self._processes.append(self._forked())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes:
            self._ended(process)
        self._processes.clear()

    def extended(self, states: Sequence[BeamState], until: int) -> list[BeamState]:
        """The states of `until` decisions behind some states, in their order."""
        if self.jobs > 1:
            parts = self._spread(states, until)
        else:
            parts = [self.window.extended(state, until) for state in states]
        found: list[BeamState] = []
        for part, tally in parts:
            tally.lost.clear()  # its sites have the numbers of the process that met them
            self.tally.add(tally)
            found += part
        return found

    def _spread(self, states: Sequence[BeamState], until: int) -> list[Extended]:
        answers: list[Extended] = [([], Tally()) for _ in states]
        waiting = list(range(len(states)))[::-1]
        with selectors.DefaultSelector() as selector:
            for process in self._processes:
                selector.register(process.replies, selectors.EVENT_READ, process)
            while waiting or any(process.task is not None for process in self._processes):
                for process in self._processes:
                    if process.task is None and waiting:
                        process.task = waiting.pop()
                        # One that died between two tasks is noticed when its answer is read.
                        with suppress(BrokenPipeError):
                            _write(process.requests, (states[process.task], until))
                for key, _ in selector.select():
                    self._heard(key.data, answers, selector)
        return answers

    def _heard(self, process: _Process, answers: list[Extended], selector: selectors.BaseSelector) -> None:
        document = frames.read(process.replies)
        if document is not None:
            answer = pickle.loads(document)
            if isinstance(answer, str):
                raise WorkerError(f"a process of the search failed:\n{answer}", "Please report this.")
            assert process.task is not None
            answers[process.task], process.task = answer, None
            return
        self.tally.died += 1
        selector.unregister(process.replies)
        self._processes.remove(process)
        self._ended(process)
        if not self._processes:
            raise WorkerError("every process of the search died", "Give its runs a smaller --max-ops.")

    def _forked(self) -> _Process:
        asked, requests = os.pipe()
        replies, answers = os.pipe()
        number = os.fork()
        if not number:
            for other in self._processes:
                os.close(other.requests)
                os.close(other.replies)
            os.close(requests)
            os.close(replies)
            _serve(self.window, asked, answers)
        os.close(asked)
        os.close(answers)
        return _Process(number, requests, replies)

    def _ended(self, process: _Process) -> None:
        os.close(process.requests)
        os.close(process.replies)
        with suppress(ProcessLookupError):
            os.kill(process.number, signal.SIGKILL)
        os.waitpid(process.number, 0)


def _serve(window: Window, asked: int, answers: int) -> NoReturn:
    """Extend states until nobody asks any more."""
    try:
        while (document := frames.read(asked)) is not None:
            state, until = pickle.loads(document)
            try:
                answer: Extended | str = window.extended(state, until)
            except BaseException:
                answer = traceback.format_exc()
            _write(answers, answer)
    finally:
        os._exit(0)


def _write(pipe: int, document: object) -> None:
    body = pickle.dumps(document)
    frames.write(pipe, len(body).to_bytes(frames.HEADER, "big") + body)
