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

from slowpath.explore.exhaustive import Clock, Run
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.model.cost import Number
from slowpath.search.beam_states import Input, Judge
from slowpath.solve.chain import DEFAULT, Options, session
from slowpath.solve.session import Session
from slowpath.solve.verdict import Model
from slowpath.values.path import Cut, Path

MOST_QUESTIONS = 4096  # that a leap answers or holds
MOST_FAILURES = 64  # questions that do not go together with those before, until a leap ends
MOST_ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Leaper:
    """Leaps from runs; none is begun after the time `deadline` of the clock."""

    clock: Clock
    options: Options = DEFAULT
    deadline: float | None = None

    def leaps(self, path: Path, prefix: list[Condition], until: int) -> Iterator[Values]:
        """Yield the leaps from a path over its decisions before `until`; those of the prefix hold."""
        first, until = len(prefix), min(until, len(path.taken), len(prefix) + MOST_QUESTIONS)
        solver = session(path.variables, self.options)
        for site in dict.fromkeys(path.sites[first:until]):
            for answer in (True, False):
                if all(
                    path.taken[place] == answer for place in range(first, until) if path.sites[place] == site
                ):
                    continue
                for hold in (False, True):
                    if self.late():
                        return
                    solver.follow(prefix)
                    wanted = _wanted(path, range(first, until), site, answer, hold)
                    values = self._answered(solver, path.model, wanted)
                    if values is not None:
                        yield values

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


def _wanted(path: Path, places: range, site: int, answer: bool, hold: bool) -> Iterator[Condition]:
    asked: set[Condition] = set()
    for place in places:
        if path.sites[place] != site and not hold:
            continue
        taken = answer if path.sites[place] == site else path.taken[place]
        condition = path.conditions[place] if taken else path.conditions[place].negated()
        if condition not in asked:
            asked.add(condition)
            yield condition


def climbed(run: Run, judge: Judge, leaper: Leaper, start: Values) -> Input:
    """The input that leaps lead to from another: each costs more than the one before, until none does."""
    path = run(start, ())
    best = _cost(judge, path)
    for _ in range(MOST_ROUNDS):
        better: tuple[Number, Path] = (best, path)
        for values in leaper.leaps(path, [], len(path.taken)):
            new = run(values, ())
            cost = _cost(judge, new)
            if cost > better[0]:
                better = (cost, new)
        if better[1] is path:
            break
        best, path = better
    return Input(path.model, best)


def _cost(judge: Judge, path: Path) -> Number:
    return judge(path) if path.cut in (None, Cut.BUDGET) else -1
