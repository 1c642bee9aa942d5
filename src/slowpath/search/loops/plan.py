"""What a search of many targets is given: the targets and goals, how to search, and how to get at them."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from slowpath.search.loops.search import LoopSearch
from slowpath.search.loops.survey import ModuleSurvey
from slowpath.target.load import Loaded

_LOOK = 40.0  # seconds of CPU time for one look at a target: mostly one or two, unless a run hangs in C code
_PATIENCE = 5.0  # seconds beyond the deadline after which a process that hangs is killed


@dataclass(frozen=True, slots=True)
class Unit:
    """Some goals of one target, by their numbers among all."""

    spec: str
    numbers: tuple[int, ...]


class Bench(Protocol):
    """Makes targets ready to be searched, each once."""

    def module(self, spec: str) -> str:
        """Return the module of a target."""

    def home(self, goal: int) -> str | None:
        """Return the module whose code has the loop of a goal; None if no target is in that module."""

    def read_examples(self) -> None:
        """Read the examples around all modules, so that processes that are forked later need not."""

    def survey(
        self, specs: Sequence[str], goals: Collection[int], is_over: Callable[[], bool]
    ) -> ModuleSurvey:
        """Return a survey of targets of one module, for some goals."""

    def search(self, unit: Unit, is_over: Callable[[], bool]) -> LoopSearch:
        """Return the search for the goals of a unit."""

    def traced(self, spec: str) -> Loaded | None:
        """Return a target in the trace build; None if the concolic engine is not to help."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to search: the name of an algorithm, the seed, the deadline by a clock, and how many processes."""

    algorithm: str
    seed: int
    began: float
    deadline: float
    jobs: int
    clock: Callable[[], float]

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self.clock() >= self.deadline

    @property
    def elapsed(self) -> float:
        """The share of the time that is over."""
        return (self.clock() - self.began) / max(self.deadline - self.began, 1e-9)

    def guard(self) -> None:
        """End this process some time after the deadline: a run that hangs in C code cannot be broken off by
        Python."""
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(max(1, math.ceil(self.deadline - self.clock() + _PATIENCE)))


def limit_look() -> None:
    """End this process if the look at a target that begins takes too much CPU time."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, _LOOK)
