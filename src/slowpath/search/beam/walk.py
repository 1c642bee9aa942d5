"""Walks: leaps that are repeated behind what they have settled, until the end of a run.

A leap goes by the questions of the run that it starts from. If an answer changes what is asked next, the leap
answers questions that are never asked. A walk answers a window of questions, runs the input, and continues at
the first place where the run differs from the plan. A window that went as planned is followed by one twice as
long, any other by one half as long. At the end every question of one place in the source has the wanted
answer, unless the decisions before rule it out.

Quicksort with the first pivot at n = 64 comes to 69 % of the worst case by leaps: answering all comparisons
of the descending list alike makes pivots of middling rank. One walk makes every pivot the largest of its
part, which is the worst case.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from slowpath.explore.exhaustive import Run
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.search.beam.leaps import Leap, Leaper
from slowpath.solve.chain import session
from slowpath.solve.session import Session
from slowpath.solve.verdict import Model
from slowpath.values.path import Path

FIRST, SHORTEST = 16, 4  # decisions of a window: it doubles while a run follows it, and halves if not
MOST_RUNS = 400  # of one walk: with 16 decisions each, three times the 2,016 of insertion sort at N = 64


@dataclass(slots=True)
class _Plan:
    """Answers to the questions of a window, and an input that gives them if they are asked."""

    values: Values
    answers: list[bool] = field(default_factory=list)
    changed: bool = False


def walked(run: Run, leaper: Leaper, path: Path, leap: Leap) -> Iterator[Path]:
    """Yield the paths of the runs of a walk from a path; the last is the end of the walk."""
    variables = path.variables
    solver = session(variables, leaper.options)
    settled, window, runs = 0, FIRST, 0
    while settled < len(path.taken) and runs < MOST_RUNS and not leaper.late():
        until = min(settled + window, len(path.taken))
        plan = _planned(solver, leaper, path, range(settled, until), leap)
        if leaper.late():
            return
        if plan.changed:
            runs += 1
            new = run(plan.values, ())
            until = _agreed(path, new, settled, plan.answers)
            path = new
            yield path
            if new.variables != variables:
                return
        window = window * 2 if until == settled + len(plan.answers) else max(window // 2, SHORTEST)
        solver.pop(settled + len(plan.answers) - until)
        settled = until


def _planned(solver: Session, leaper: Leaper, path: Path, places: range, leap: Leap) -> _Plan:
    """Answer the questions of a window and assume the answers, one for each place, until the time is over."""
    plan = _Plan(Model(path.model))
    for place in places:
        if leaper.late():
            break
        question = path.conditions[place]
        answer = leap.answer if path.sites[place] == leap.site else bool(path.taken[place])
        verdict = solver.solve(_told(question, answer), plan.values)
        if isinstance(verdict, Model):
            plan.changed = plan.changed or verdict is not plan.values
            plan.values = verdict
        else:
            answer = question.holds(plan.values)
        plan.answers.append(answer)
        solver.push(_told(question, answer))
    return plan


def _agreed(path: Path, new: Path, settled: int, answers: list[bool]) -> int:
    """The place up to which a new run asks the questions of a path and answers them as planned."""
    for offset, answer in enumerate(answers):
        place = settled + offset
        if (
            place >= len(new.taken)
            or new.sites[place] != path.sites[place]
            or new.conditions[place] != path.conditions[place]
            or bool(new.taken[place]) != answer
        ):
            return place
    return settled + len(answers)


def _told(question: Condition, answer: bool) -> Condition:
    return question if answer else question.negated()
