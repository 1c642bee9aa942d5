"""Leaps: inputs that answer all questions of one place in the source alike.

A search that takes one decision at a time otherwise needs as many steps as the costly path has decisions.
A leap takes a run, a place that asks, and an answer: it is an input on which every question that the run
asks there has that answer, as far as these go together. The other decisions of the run are either held,
where they go together with what was answered before them, or left free. The path of the new input may ask
otherwise: its run tells what the leap is worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.explore.exhaustive import Clock
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.solve.chain import DEFAULT, Options, session
from slowpath.solve.session import Session
from slowpath.solve.verdict import Model
from slowpath.values.path import Path

MOST_QUESTIONS = 4096  # that a leap answers or holds: insertion sort asks 2,016 at N = 64
MOST_FAILURES = 64  # questions, each put to the solver, that contradict those before, until a leap ends


@dataclass(frozen=True, slots=True)
class Leap:
    """Answer all questions of a site alike.

    With `hold`, the other decisions of the run stay as they are; without, they are free.
    """

    site: int
    answer: bool
    hold: bool


@dataclass(frozen=True, slots=True)
class Leaper:
    """Leaps from runs; none is begun after the time `deadline` of the clock."""

    clock: Clock
    options: Options = DEFAULT
    deadline: float | None = None

    def leaps(
        self,
        path: Path,
        prefix: list[Condition],
        first: Leap | None = None,
        until: int | None = None,
    ) -> Iterator[tuple[Leap, Values]]:
        """Yield the leaps from a path, and where they lead; the decisions of a prefix hold.

        With `first`, that leap alone; with `until`, over the decisions before it.
        """
        end = len(path.taken) if until is None else min(until, len(path.taken))
        places = range(len(prefix), min(end, len(prefix) + MOST_QUESTIONS))
        solver = session(path.variables, self.options)
        for leap in [first] if first is not None else possible(path, places):
            if self.late():
                return
            solver.follow(prefix)
            values = self._answered(solver, path.model, _wanted(path, places, leap))
            if values is not None:
                yield leap, values

    def late(self) -> bool:
        return self.deadline is not None and self.clock() >= self.deadline

    def _answered(self, solver: Session, start: Values, wanted: Iterator[Condition]) -> Values | None:
        """An input changed so that conditions hold, as many as go together; None where it need not change."""
        values, failures = start, 0
        for condition in wanted:
            if failures >= MOST_FAILURES or self.late():
                break
            verdict = solver.solve(condition, values)
            if isinstance(verdict, Model):
                values = verdict
                solver.push(condition)
            else:
                failures += 1
        return None if values == start else values


def possible(path: Path, places: range) -> Iterator[Leap]:
    """Every site that asks at some places of a path, with the answers that it does not have each time."""
    answers: dict[int, set[int]] = {}
    for place in places:
        answers.setdefault(path.sites[place], set()).add(path.taken[place])
    for site, given in answers.items():
        for answer in (True, False):
            if given != {answer}:
                yield Leap(site, answer, hold=False)
                yield Leap(site, answer, hold=True)


def _wanted(path: Path, places: range, leap: Leap) -> Iterator[Condition]:
    asked: set[Condition] = set()
    for place in places:
        here = path.sites[place] == leap.site
        if here or leap.hold:
            taken = leap.answer if here else path.taken[place]
            condition = path.conditions[place] if taken else path.conditions[place].negated()
            if condition not in asked:
                asked.add(condition)
                yield condition
