"""What stands in the place of processes: children that say what they are told, workers that run nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest

from slowpath.errors import WorkerError
from slowpath.model.run import End, Run
from slowpath.model.scenario import Scenario
from slowpath.model.stop import StopReason
from slowpath.model.target import Flow, Target, TargetKind
from slowpath.run.begun import Begun
from slowpath.run.frames import Pickled
from slowpath.shape.infer import Inferred

TARGET = Target("m:f", "m", "f", TargetKind.FUNCTION, Flow.PLAIN, "/m.py", 1, ())
INTERRUPT = KeyboardInterrupt()  # in the place of a message: Ctrl-C comes while the child is heard


def ran(ops: float, end: End = End.RETURNED, **more: Any) -> Run:
    """A run that costs so much."""
    fields: dict[str, Any] = {"costs": {"ops": ops}, "lines": (), "lost": (), **more}
    return Run(end=end, **fields)


class FakeChild:
    """A child that says what it is given, then nothing more. `interrupted` tells whether it was asked to end.

    What comes behind `INTERRUPT` are its last words.
    """

    def __init__(self, messages: Iterable[Any], inferred: Mapping[str, Inferred] | None = None) -> None:
        self._messages = list(messages)
        self._inferred = dict(inferred or {})
        self.interrupted = False
        self.silence = StopReason.DIED

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None: ...

    def begun(self) -> Begun:
        return Begun(TARGET, Pickled(self._inferred))

    def scope(self) -> tuple[str, ...]:
        return ()

    def follow(
        self,
        take: Callable[[Any], bool],
        work: Callable[[], bool] = lambda: False,
    ) -> bool:
        for message in self._said():
            if take(message):
                return True
            while work():
                pass
        return False

    def interrupt(self, take: Callable[[Any], bool]) -> None:
        self.interrupted = True
        for message in self._said():
            take(message)

    def failure(self) -> WorkerError:
        return WorkerError("the searching process ended")

    def _said(self) -> Iterator[Any]:
        while self._messages:
            message = self._messages.pop(0)
            if message is INTERRUPT:
                raise KeyboardInterrupt
            yield message


class FakeWorker:
    """A worker whose runs are those of a function of the inputs; it notes which were asked for."""

    def __init__(self, run: Callable[[Mapping[str, str]], Run]) -> None:
        self._run = run
        self.asked: list[dict[str, str]] = []
        self.limited: list[int | None] = []
        self.target = TARGET

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None: ...

    def with_scenario(self, scenario: Scenario, build_ops: int | None = None) -> Self:
        return self

    def run(
        self,
        inputs: Mapping[str, str],
        size: int | None = None,
        max_ops: int | None = None,
        seconds: float | None = None,
        observe_up_to: int | None = None,
    ) -> Run:
        self.asked.append(dict(inputs))
        self.limited.append(max_ops)
        return self._run(inputs)

    def runs(self, several: Iterable[Mapping[str, str]], *more: Any) -> list[Run]:
        return [self.run(inputs, *more) for inputs in several]

    def with_setup(self, *given: Any) -> Self:
        return self

    def reads(self, *given: Any) -> Run:
        """A run that tells of no reads."""
        return ran(0)


@dataclass
class FakeLink:
    """The child's end of a line to nowhere: it has one order, and keeps what is sent."""

    order: Any
    sent: list[Any] = field(default_factory=list)
    armed: list[tuple[str, ...]] = field(default_factory=list)
    heeds: bool = False
    listeners: tuple[Any, ...] = ()
    clock: Callable[[], float] = time.monotonic

    @property
    def audit(self) -> Any:
        return SimpleNamespace(
            arm=lambda allow: self.armed.append(tuple(allow)), disarm=lambda: None, listeners=()
        )

    def restrict(self, allow: tuple[str, ...]) -> None:
        """The process of the tests is not restricted."""

    def receive(self, kind: type) -> Any:
        return self.order

    def send(self, message: Any) -> None:
        self.sent.append(message)

    def heed_interrupts(self) -> None:
        self.heeds = True


def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the function of a child run here: what it does to its process is left out."""
    import sys

    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr("slowpath.run.limits.limit_memory", lambda memory: None)


def use(
    monkeypatch: pytest.MonkeyPatch, verb: Any, child: FakeChild, *workers: FakeWorker
) -> Callable[[], list[Any]]:
    """Let a verb start this child and these workers; return what tells with which order it started it."""
    started: list[Any] = []
    waiting = list(workers)

    class Started:
        def __class_getitem__(cls, kind: Any) -> Any:
            return cls

        def __new__(cls, serve: Any, replies: Any, order: Any, *grace: float) -> Any:
            started.append(order)
            return child

    monkeypatch.setattr(verb, "Child", Started)
    monkeypatch.setattr("slowpath.command.order.Worker", lambda spec, **options: waiting.pop(0))
    return lambda: started


def written(folder: Path, source: str, name: str = "small.py") -> Path:
    """A module of a target, in a file."""
    file = folder / name
    file.write_text(source)
    return file
