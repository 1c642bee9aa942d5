"""Inputs that a search sends while it goes on, each run in fresh processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from slowpath.command.child import Child
from slowpath.command.order import Listener
from slowpath.command.watch import Progress
from slowpath.model.run import Lost
from slowpath.model.stop import StopReason
from slowpath.run.frames import Message

Note = TypeVar("Note")  # what the search tells of an input besides
Confirmed = TypeVar("Confirmed")

Input = dict[str, str]  # Python source by parameter


class BestInputs(Message, Generic[Note], frozen=True):
    """The best inputs so far."""

    inputs: tuple[tuple[Input, Note], ...]


class SearchOver(Message, Generic[Note], frozen=True):
    """The inputs that the search ends with, and why it ended."""

    inputs: tuple[tuple[Input, Note], ...]
    runs: int
    stopped: StopReason


Told = Progress | BestInputs[Note] | SearchOver[Note]


@dataclass(slots=True)
class Confirming(Generic[Note, Confirmed]):
    """Has each input run as soon as it is told.

    `confirm` returns what fresh runs say of an input, or why they say nothing; `noted` returns the same with
    another note, if the search tells of the input again. At any moment `confirmed` is what can be reported.
    """

    confirm: Callable[[Input, Note], Confirmed | Lost]
    noted: Callable[[Confirmed, Note], Confirmed]
    listener: Listener
    runs: int = 0
    over: SearchOver[Note] | None = None
    lost: list[Lost] = field(default_factory=list)
    _known: dict[str, Confirmed | None] = field(default_factory=dict)  # by input
    _waiting: list[tuple[Input, Note]] = field(default_factory=list)

    def follow(
        self,
        child: Child[Any],
        left: Callable[[], float],
        take: Callable[[Any], bool] | None = None,
        spare: Callable[[], bool] = lambda: False,
    ) -> StopReason:
        """Hear the child out and confirm what it tells; return why the search ended.

        `left` tells how many seconds fresh runs may still take: none begins when there are none, but for the
        first. `take` hears the messages in the place of this object's own; `spare` is work for when nothing
        else waits. Raises if the child ends before there is anything to report.
        """
        child.follow(take or self.take, lambda: self._work() or spare())
        while (left() > 0 or not self._known) and self._work():
            self.listener(f"running {len(self._waiting)} more inputs in fresh processes")
        if self.over is not None:
            return self.over.stopped
        if child.silence is StopReason.DIED and not self.confirmed():
            raise child.failure()
        return child.silence

    def take(self, told: Told[Note]) -> bool:
        """Take in what the child says; return whether that was the last word."""
        if isinstance(told, Progress):
            self.runs = told.runs
            self.listener(f"{told.runs:,} runs, the best {told.best:,}")
            return False
        # Inputs that were told before and did not run yet are not among the best any more.
        self._waiting = [(each, note) for each, note in told.inputs if repr(each) not in self._known]
        for each, note in told.inputs:
            known = self._known.get(repr(each))
            if known is not None:
                self._known[repr(each)] = self.noted(known, note)
        if isinstance(told, SearchOver):
            self.over, self.runs = told, told.runs
        return self.over is not None

    def ending(self) -> SearchOver[Note] | None:
        """The end of the search, if all inputs that it ended with have run."""
        over = self.over
        if over is None or any(repr(each) not in self._known for each, _ in over.inputs):
            return None
        return over

    def confirmed(self) -> list[Confirmed]:
        """What the search ended with if all of that has run; else all that has."""
        ending = self.ending()
        known = self._known
        found = known.values() if ending is None else [known[repr(each)] for each, _ in ending.inputs]
        return [each for each in found if each is not None]

    def _work(self) -> bool:
        """Run the next input in fresh processes; return whether there was one."""
        if not self._waiting:
            return False
        chosen, note = self._waiting[0]
        confirmed = self.confirm(chosen, note)
        self._waiting = self._waiting[1:]
        if isinstance(confirmed, Lost):
            self.lost.append(confirmed)
            self._known[repr(chosen)] = None
        else:
            self._known[repr(chosen)] = confirmed
        return True
