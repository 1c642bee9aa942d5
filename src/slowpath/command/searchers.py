"""Who carries out the searches of a scan: child processes of this one, or workers of a cluster (`cluster`).

A scan begins searches and hears their answers; it does not know where they go on.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from typing import Protocol

import msgspec

from slowpath.command.find import FindOrder
from slowpath.errors import SlowpathError
from slowpath.model.find import FindReport
from slowpath.run.frames import Message
from slowpath.run.link import Serve
from slowpath.run.remote import Remote

_GRACE, _GRACE_SHARE = 30.0, 0.5  # seconds, and share of its time, after which a silent search is given up


class TargetSearched(Message, frozen=True):
    """What the process of a search says when it is over."""

    report: FindReport


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search came to, after so many seconds: a report, or why there is none."""

    order: FindOrder
    seconds: float
    report: FindReport | None = None
    why: str = ""


class Searchers(Protocol):
    """Carries out searches side by side. Each order is of another target."""

    @property
    def free(self) -> int:
        """How many searches can begin now."""
        ...

    def begin(self, order: FindOrder) -> None:
        """Begin a search."""
        ...

    def hear(self, seconds: float) -> list[SearchAnswer]:
        """Return the answers that come within a time, perhaps before it is over."""
        ...

    def interrupt(self, seconds: float) -> list[SearchAnswer]:
        """End all searches; return what those know that answer within a time."""
        ...

    def close(self) -> None:
        """Leave nothing running."""
        ...


class SearchProcess:
    """One search in a child process: a target that ends its process costs one order."""

    def __init__(self, order: FindOrder, serve: Serve, folder: str | None = None) -> None:
        self._order = order
        self._remote: Remote[TargetSearched] = Remote(serve, TargetSearched, folder)
        self._remote.ask(order)
        self._began = time.monotonic()
        self._deadline = self._began + order.seconds * (1 + _GRACE_SHARE) + _GRACE

    def hear(self, seconds: float) -> SearchAnswer | None:
        """Return the answer if it comes within a time. A process that ends, or is late, has one too."""
        try:
            told = self._remote.hear(seconds)
        except SlowpathError as error:
            return self._answer(why=error.message)
        if told is not None:
            return self._answer(told.report)
        if self._remote.ended:
            return self._answer(why=f"the searching process ended {self._remote.output}".strip())
        if time.monotonic() > self._deadline:
            return self._answer(why="the search did not answer in time")
        return None

    def interrupt(self) -> None:
        """Ask the search to answer with what it knows."""
        self._remote.interrupt()

    def close(self) -> None:
        """End the process."""
        self._remote.close()

    def _answer(self, report: FindReport | None = None, why: str = "") -> SearchAnswer:
        return SearchAnswer(self._order, time.monotonic() - self._began, report, why)


class LocalSearchers:
    """Searches in child processes of this one, so many side by side."""

    def __init__(self, jobs: int, serve: Serve) -> None:
        self._jobs = jobs
        self._serve = serve
        self._running: list[SearchProcess] = []

    @property
    def free(self) -> int:
        return self._jobs - len(self._running)

    def begin(self, order: FindOrder) -> None:
        self._running.append(SearchProcess(order, self._serve))

    def hear(self, seconds: float) -> list[SearchAnswer]:
        answers = []
        for each in list(self._running):
            answer = each.hear(seconds / len(self._running))
            if answer is not None:
                answers.append(answer)
                self._running.remove(each)
                each.close()
        return answers

    def interrupt(self, seconds: float) -> list[SearchAnswer]:
        for each in self._running:
            each.interrupt()
        deadline = time.monotonic() + seconds
        answers = []
        for each in self._running:
            with contextlib.suppress(msgspec.MsgspecError):  # the process may be cut off in a message
                answers.append(each.hear(deadline - time.monotonic()))
        return [each for each in answers if each is not None]

    def close(self) -> None:
        for each in self._running:
            each.close()
        self._running.clear()
