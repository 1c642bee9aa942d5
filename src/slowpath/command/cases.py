"""`cases`: the paths of a target within a criterion, each with an input and what it costs.

A child explores and tells cases as it finds them. They run in fresh processes while it goes on: all of them,
or those that the policy would keep of the cases so far.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from slowpath.command.child import Child
from slowpath.command.enumeration import (
    BATCH_SECONDS,
    CasesOrder,
    ExplorationOver,
    Told,
    Wanted,
    policy_of,
    serve,
    serve_driven,
    wanted_by,
)
from slowpath.command.order import Listener, silent, worker_for
from slowpath.command.search import Search
from slowpath.errors import UsageError
from slowpath.explore.cases import PathCase, shown_cost, written
from slowpath.explore.confirm import ConfirmedCase, Confirmer
from slowpath.explore.limits import Tally
from slowpath.explore.policy import Costliest, ranked
from slowpath.model.report import CaseRow, CasesReport
from slowpath.model.run import Lost
from slowpath.model.stop import StopReason
from slowpath.run import inputs
from slowpath.run.client import Worker
from slowpath.shape.base import Shape
from slowpath.shape.infer import shapes_of
from slowpath.solve.noting import NotingSolver

_LATE = "cases that did not run in fresh processes before the time was over: give a larger --budget"

Key = int  # identifies a case that the child told, whatever example a policy gives it


def run(order: CasesOrder, listener: Listener = silent) -> CasesReport:
    """Return the cases that the policy keeps, each confirmed by fresh runs, costliest first.

    Ctrl-C ends the exploration; the report is then of the cases that are confirmed.
    """
    inputs.check_size(order.size, {})
    if order.naive and not order.driven:
        raise UsageError("only a driven search has traces that may be naive", "Add --driven.")
    return _Gathering(order, wanted_by(order), listener).run()


class _Gathering(Search[CasesOrder, CasesReport]):
    """One exploration, and what is known of it at any moment."""

    def __init__(self, order: CasesOrder, wanted: Wanted, listener: Listener) -> None:
        super().__init__(order, listener)
        self._wanted = wanted
        self._shapes: Mapping[str, Shape] = {}
        self._solver = NotingSolver()  # of the policy
        self._reducing = NotingSolver()  # of costs
        self._found: list[PathCase] = []
        self._short: list[PathCase] = []  # those that the policy would keep of the cases so far
        self._waiting: deque[PathCase] = deque()
        self._at_a_time = 1  # cases that run before the child is heard again
        self._confirmed: dict[Key, ConfirmedCase] = {}
        self._kept: list[ConfirmedCase] | None = None  # what the policy keeps in the end
        self._unconfirmed = 0  # cases that were to run in fresh processes when the time was over
        self._over: ExplorationOver | None = None

    def search(self) -> StopReason:
        """Hear the child out and confirm what it tells; return why there are no more cases."""
        with (
            Child[Told](serve_driven if self._order.driven else serve, Told, self._order) as child,
            self._beginning(child) as (begun, self._worker),
        ):
            try:
                self._shapes = shapes_of(begun.inferred.value)
                child.follow(self._take, self._confirm_next)
                self._keep()
            except KeyboardInterrupt:
                child.interrupt(self._take)
                raise
            return self._ended(child.silence)

    def _new_worker(self) -> Worker:
        order, wanted = self._order, self._wanted
        model = None if order.model is None else wanted.model
        return worker_for(order, wanted.measures, scope=self._scope, model=model, at_once=order.jobs)

    def report(self, stopped: StopReason) -> CasesReport:
        """Return the cases that are confirmed and that the policy keeps, costliest first."""
        order, over = self._order, self._over
        kept = self._so_far() if self._kept is None else self._kept
        dropped = [note for each in self._noted(kept) for note in each.dropped]
        notes = [note for each in self._noted(kept) for note in each.lost]
        tally = Tally() if over is None else over.tally.value
        done = over is not None and stopped is not StopReason.INTERRUPTED
        late = [Lost(order.spec, _LATE, self._unconfirmed)] if self._unconfirmed else []
        lost = (*(() if over is None else over.lost), *_merged(notes + dropped), *late)
        return CasesReport(
            target=self._target,
            size=order.size,
            criterion=order.criterion,
            policy=policy_of(order),
            measures=self._wanted.measures,
            model=self._wanted.model.name,
            cases=tuple(self._row(case) for case in self._ranked(kept)),
            found=len(self._found),
            complete=done and tally.complete and not lost and not self._undecided,
            stopped_because=stopped,
            rejected=tally.rejected,
            unconfirmed=len(self._waiting) if self._kept is None else self._unconfirmed,
            lost=lost,
            mode="driven" if order.driven else "aware",
            traces=None if over is None else over.traces,
            scope=self._scope,
        )

    def _take(self, told: Told) -> bool:
        """Take in what the child says; return whether that was the last word."""
        if isinstance(told, ExplorationOver):
            self._over = told
            return True
        batch = told.cases.value
        self._found += batch
        self._tell(f"{len(self._found):,} cases")
        policy = self._wanted.policy
        if not (policy.clauses and self._wanted.decides_early):
            self._waiting += batch
            return False
        told_as = {_key(case): case for case in (*self._short, *batch)}
        chosen = policy.chosen(told_as.values(), self._solver)
        self._short = [told_as[_key(case)] for case in chosen]
        self._waiting = deque(case for case in chosen if not self._is_confirmed(case))
        return False

    def _confirm_next(self) -> bool:
        """Run cases in fresh processes for about `BATCH_SECONDS`; return whether there was one."""
        if not self._waiting or self._is_late:
            return False
        some = [self._waiting[place] for place in range(min(self._at_a_time, len(self._waiting)))]
        self._confirm(some)
        for _ in some:
            self._waiting.popleft()
        return True

    def _confirm(self, cases: Iterable[PathCase]) -> list[ConfirmedCase]:
        """What fresh runs say of cases; none is run again if they said so before.

        Those that do not run before the time is over are left out, and counted; one runs in any case.
        """
        cases = list(cases)
        new = [case for case in cases if not self._is_confirmed(case)]
        while (some := new[: self._at_a_time]) and not (self._is_late and self._confirmed):
            began = time.monotonic()
            for each in self._confirmer.confirm(some):
                self._confirmed[_key(each.asked)] = each
            new = new[len(some) :]
            pace = len(some) * BATCH_SECONDS / (time.monotonic() - began)
            self._at_a_time = max(1, min(2 * self._at_a_time, int(pace)))
        self._unconfirmed += len(new)
        return [self._confirmed[_key(case)] for case in cases if self._is_confirmed(case)]

    @property
    def _is_late(self) -> bool:
        return self._order.seconds_left(self._began) <= 0

    @cached_property
    def _confirmer(self) -> Confirmer:
        order, wanted = self._order, self._wanted
        return Confirmer(
            self._worker,
            self._shapes,
            order.size,
            wanted.measures,
            wanted.metered,
            order.max_ops,
            lambda: order.seconds_left(self._began, order.least_run),
            self._reducing,
        )

    def _is_confirmed(self, case: PathCase) -> bool:
        """Whether a case has run, on the example that it has now."""
        known = self._confirmed.get(_key(case))
        if known is None:
            return False
        return (known.asked.region.values, known.asked.under) == (case.region.values, case.under)

    def _keep(self) -> None:
        """Have the policy choose of all cases, and confirm what it keeps.

        A policy on a measure that only runs tell needs all runs before it can choose; what it then gives
        another example is run again.
        """
        policy, solver = self._wanted.policy, self._solver
        if self._wanted.decides_early:
            kept = self._confirm(policy.chosen(self._found, solver))
        else:
            every = self._confirm(self._found)
            by_case = {id(each.case): each for each in every}
            known = [each.case for each in every if each.case is not None]
            kept = [
                each
                for case in policy.chosen(known, solver)
                for each in ([by_case[id(case)]] if id(case) in by_case else self._confirm([case]))
            ]
        self._kept = kept

    def _so_far(self) -> list[ConfirmedCase]:
        """What an interrupted exploration can report: of the confirmed cases, those that a policy selects."""
        known = {id(each.case): each for each in self._confirmed.values() if each.case is not None}
        policy = self._wanted.policy
        if self._wanted.decides_early:
            # Each of them meets the thresholds; which of them is the costliest is not decided yet.
            selecting = tuple(each for each in policy.clauses if isinstance(each, Costliest))
            policy = replace(policy, clauses=selecting)
        cases = [each.case for each in known.values() if each.case is not None]
        chosen = policy.chosen(cases, self._solver)
        return [known[id(case)] for case in chosen if id(case) in known]

    def _noted(self, kept: list[ConfirmedCase]) -> Iterable[ConfirmedCase]:
        """The confirmed cases whose notes are reported: all if the policy needs them all."""
        return kept if self._wanted.decides_early else self._confirmed.values()

    def _ranked(self, kept: list[ConfirmedCase]) -> list[PathCase]:
        cases = [each.case for each in kept if each.case is not None]
        first, compared = self._wanted.measures[0], self._wanted.policy.measures
        by = compared[-1] if any(measure != first for measure in compared) else first
        return ranked(cases, by) + [case for case in cases if by not in case.costs]

    def _row(self, case: PathCase) -> CaseRow:
        return CaseRow(
            condition=case.condition(),
            under=case.demand(),
            inputs=written(case, self._shapes, self._order.size),
            costs={measure: shown_cost(cost, case.region) for measure, cost in case.costs.items()},
            at={measure: case.cost(measure) for measure in case.costs},
            raises=case.raises,
        )

    @property
    def _undecided(self) -> bool:
        """Whether the solver could not tell which cases a policy keeps, or had no time for their costs."""
        return bool(self._solver.unknown or self._reducing.late)

    def _ended(self, silence: StopReason) -> StopReason:
        """Why there are no more cases."""
        if self._over is None:
            return StopReason.EXPLORER_DIED if silence is StopReason.DIED else silence
        if self._unconfirmed:
            return StopReason.TIME
        tally = self._over.tally.value
        if tally.stopped is not None:
            return tally.stopped
        if tally.undecided or self._undecided:
            return StopReason.UNDECIDED
        if self._over.traces is not None:
            return StopReason.NO_OTHER_TRACE
        return StopReason.SOME_LOST if tally.lost else StopReason.ALL_PATHS


def _key(case: PathCase) -> Key:
    return id(case.costs)  # stays the same object if a policy gives the case another example


def _merged(notes: list[Lost]) -> list[Lost]:
    """One note for each reason, at the first place it was met."""
    merged: dict[str, Lost] = {}
    for each in notes:
        known = merged.get(each.reason)
        merged[each.reason] = each if known is None else replace(known, count=known.count + each.count)
    return list(merged.values())
