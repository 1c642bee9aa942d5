"""The searching process, seen from outside. One that ends too early is followed by another."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Self

from slowpath import errors
from slowpath.errors import SlowpathError, WorkerError
from slowpath.model.find import Strategy
from slowpath.model.run import Lost
from slowpath.oracle.request import Request
from slowpath.run.client import search_path
from slowpath.run.frames import Failed
from slowpath.run.process import Process
from slowpath.search.process import Begun, Caught, FoundUnending, Going, Over, Start, decode
from slowpath.search.role import Role

MOST_STARTS = 4
_LOAD_TIME = 15.0  # seconds that it may take before the search begins, at least
_STILL, _STILL_SHARE = 20.0, 0.3  # seconds, and share of the time, without a word: it hangs in C code
_FAILED = 1  # the exit code of a process that raised
_OTHER_SEED = 1_000_003  # between the seed of a process and that of the one after it


class Hunter:
    """Listens to a search: what it caught so far, and what it did. A context manager.

    A run of the target may end the process or hang where no budget stops it. The search then goes on in
    another process, with other random choices and without tracing.
    """

    def __init__(
        self,
        request: Request,
        tell: Callable[[str], None],
        deadline: float,
        role: Role = Role.ALL,
        place: int = 0,
    ) -> None:
        """`place` is its place among those that search side by side: each chooses otherwise."""
        self.deadline = deadline
        self.shapes: dict[str, str] = {}
        self.caught: dict[tuple[str, ...], Caught] = {}
        self.unending: list[dict[str, str]] = []  # recipes that come to no end, the plainest last
        self.grows = True
        self.is_over = False
        self.tried = 0
        self._begun = False
        self._request = request
        self._tell = tell
        self._role = role
        self._seed = request.seed + place * MOST_STARTS * _OTHER_SEED
        self._starts = 0
        self._before: dict[str, Strategy] = {}  # what earlier processes did
        self._going = Going(0, [], ())
        self._gone: dict[str, int] = {}  # how earlier processes came to their end
        self._heard = 0.0
        self._process = self._started()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the search."""
        self._process.close()

    @property
    def strategies(self) -> list[Strategy]:
        """What each way to search did, in all processes."""
        return list(added(self._before, self._going.strategies).values())

    @property
    def lost(self) -> tuple[Lost, ...]:
        """Where the search could not see how the target depends on its input, or could not go on."""
        ends = tuple(Lost(self._request.spec, how, count) for how, count in self._gone.items())
        return (*ends, *self._going.lost)

    def begin(self) -> bool:
        """Wait until the search goes on; return False where it cannot even begin."""
        document = self._process.receive(max(_LOAD_TIME, self._left()))
        if document is None:
            printed = self._process.output
            if self._process.ended and self._process.close() == _FAILED and "Traceback (most" in printed:
                last = printed.rpartition("\n")[2]
                raise WorkerError(
                    f"the search of {self._request.spec} failed: {last}",
                    "This is a fault of slowpath; please report it. slowpath cost and grow may work.",
                )
            return False
        self._take(decode(document))
        return True

    @property
    def ended(self) -> bool:
        """Whether the process is gone."""
        return self._process.ended

    def listen(self, seconds: float) -> bool:
        """Take in what comes within a time without a word; return whether something new was caught."""
        known = len(self.caught)
        while not self.is_over:
            document = self._process.receive(seconds)
            if document is None:
                break
            self._take(decode(document))
        still = time.monotonic() - self._heard > max(_STILL, _STILL_SHARE * self._request.seconds)
        if not self.is_over and (self._process.ended or still):
            self._go_on("a run ended the searching process" if self._process.ended else "a run hung")
        return len(self.caught) > known

    def _left(self) -> float:
        return self.deadline - time.monotonic()

    def _started(self) -> Process:
        request = self._request
        process = Process("slowpath.search.process")
        process.ask(
            Start(
                request.spec,
                request.scope,
                search_path(),
                dict(request.given),
                request.limits,
                request.allow,
                self._seed + self._starts * _OTHER_SEED,
                max(0.5, self._left() - 0.5),
                self._role if self._starts == 0 else self._role.untraced,
            )
        )
        self._starts += 1
        self._heard = time.monotonic()
        return process

    def _go_on(self, how: str) -> None:
        """Start another process in the place of one that is gone or hangs."""
        self._process.close()
        self._gone[how] = self._gone.get(how, 0) + 1
        self._before = added(self._before, self._going.strategies)
        self._going = Going(self._going.tried, [], self._going.lost)
        if self._starts >= MOST_STARTS or self._left() < 1:
            self.is_over = True
            return
        self._tell("the searching process is started again")
        self._process = self._started()

    def _take(self, message: object) -> None:
        self._heard = time.monotonic()
        if isinstance(message, Failed):
            if not self._begun:
                raise _error(message)
            self._go_on(f"the search failed: {message.message}")
        elif isinstance(message, Begun):
            self._begun, self.shapes = True, message.shapes
        elif isinstance(message, Going):
            self._going = message
            self.tried = message.tried
        elif isinstance(message, Caught):
            self.caught.setdefault(key(message.recipe), message)
        elif isinstance(message, FoundUnending):
            self.unending.append(message.recipe)
        elif isinstance(message, Over):
            self.grows, self.is_over = message.grows, True


def key(recipe: Mapping[str, str]) -> tuple[str, ...]:
    """What tells recipes apart."""
    return tuple(f"{name}={source}" for name, source in sorted(recipe.items()))


def added(before: Mapping[str, Strategy], more: list[Strategy]) -> dict[str, Strategy]:
    """What each way to search did here and there, by its name."""
    sums = dict(before)
    for each in more:
        known = sums.get(each.name, Strategy(each.name, 0, 0, 0, 0.0))
        sums[each.name] = Strategy(
            each.name,
            known.runs + each.runs,
            known.solves + each.solves,
            max(known.best, each.best),
            known.seconds + each.seconds,
        )
    return sums


def _error(message: Failed) -> SlowpathError:
    kind = getattr(errors, message.kind, errors.WorkerError)
    error = kind(message.message, message.hint)
    assert isinstance(error, SlowpathError)
    return error
