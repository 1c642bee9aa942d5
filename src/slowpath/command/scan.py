"""`scan`: what is slow in a package?

Every public callable is searched as `find` does it, each in a process of its own, the promising ones first
and longer. Time that is left goes to those that still had something to try. A slow place that several
targets reach is reported once.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import replace

from slowpath.command.find import FindOrder
from slowpath.command.find import run as find
from slowpath.command.kept import KeptSearches
from slowpath.command.learnt import Learnt, reaching_slow
from slowpath.command.order import Listener, silent
from slowpath.command.plan import (
    EVERYTHING,
    LEAST,
    PlannedSearch,
    ScanPlan,
    TargetSelection,
    plan_more,
    plan_scan,
)
from slowpath.command.search import Search
from slowpath.command.searchers import LocalSearchers, SearchAnswer, Searchers, TargetSearched
from slowpath.model.find import FindReport
from slowpath.model.scan import ScanReport, TargetScan
from slowpath.model.stop import StopReason
from slowpath.oracle.ranking import slow_sites
from slowpath.pipeline.library import Documents, NoDocuments
from slowpath.run.link import Link, Serve
from slowpath.run.order import Order
from slowpath.target.locate import looking_in

_TICK = 0.1  # seconds between two looks at the searches: an answer is not waited for longer
_LAST_WORDS = 0.7  # seconds for the reports of searches that are interrupted; Ctrl-C is answered within one
_ROUNDS = 3  # of longer searches: the last one has eight times the first one's time
_SHOWN = 3  # targets that are searched now and named in the progress: a cluster has hundreds
# Searches that ended so ended by themselves: more time would hardly help.
_OVER = (StopReason.NOTHING_LEFT, StopReason.QUIET)


class ScanOrder(Order, frozen=True, kw_only=True):
    """What to scan: the callables of `spec` that are in the `selection`. `per_target` are the seconds of the
    first search of a promising one. `jobs` searches go on side by side, or as many as the `cluster` has room
    for: "local:4", or the address of a Dask scheduler. If it is `fresh`, no result of an earlier scan is
    used."""

    per_target: float
    selection: TargetSelection = EVERYTHING
    jobs: int = 1
    fresh: bool = False
    cluster: str = ""


def run(
    order: ScanOrder,
    listener: Listener = silent,
    documents: Documents | None = None,
    search: Serve | None = None,
) -> ScanReport:
    """Search until the time is over or nothing is left to try. Ctrl-C ends the scan with what was found.

    What is searched is kept in `documents`, and not searched again if it is there. `search` is what a child
    process does with the order to search one target.
    """
    with looking_in(order.path):
        plan = plan_scan(order.spec, order.per_target, order.selection)
        searchers = _searchers(order, search or serve)
    store = documents or NoDocuments()
    kept = KeptSearches(store, plan.files, fresh=order.fresh)
    try:
        report = _Scan(order, listener, plan, kept, searchers).run()
    finally:
        searchers.close()
    return replace(report, notices=tuple(store.notices))


def _searchers(order: ScanOrder, search: Serve) -> Searchers:
    if not order.cluster:
        return LocalSearchers(order.jobs, search)
    from slowpath.command.cluster import ClusterSearchers

    return ClusterSearchers(order.cluster, order.spec, search)


class _Scan(Search[ScanOrder, ScanReport]):
    """One scan: what is going on, and what is known."""

    def __init__(
        self, order: ScanOrder, listener: Listener, plan: ScanPlan, kept: KeptSearches, searchers: Searchers
    ) -> None:
        super().__init__(order, listener)
        self._plan = plan
        self._kept = kept
        self._searchers = searchers
        self._ends = self._began + order.seconds
        self._running: dict[str, PlannedSearch] = {}  # by target
        self._scans: dict[str, TargetScan] = {}
        self._reports: dict[str, FindReport] = {}
        self._waiting: deque[PlannedSearch] = deque()
        self._last = {each.target: each for each in plan.searches}  # the latest plan for each target
        self._learnt = Learnt({})

    def search(self) -> StopReason:
        try:
            return self._search_all()
        except KeyboardInterrupt:
            self._interrupt()
            raise

    def _search_all(self) -> StopReason:
        """Search all targets, then longer what still had something to try; return why it ended."""
        planned = list(self._plan.searches)
        for _ in range(1 + _ROUNDS):
            self._waiting = deque(planned)
            while self._waiting or self._running:
                if not self._begin_some() and not self._running:
                    return StopReason.TIME
                if self._running:
                    self._hear_some()
            planned = self._plan_more()
            if not planned:
                return StopReason.NOTHING_LEFT
        return StopReason.TIME

    def _plan_more(self) -> list[PlannedSearch]:
        """The searches of the next round, which know what was learnt in those before.

        Nothing is learnt within a round: its orders do not depend on which search ends first.
        """
        before, self._learnt = self._learnt, Learnt(self._reports)
        news = self._learnt.news_since(before)
        taught = {each for each in self._last if news - {each}}
        slow = reaching_slow(self._reports.values(), self._plan.modules)
        planned = plan_more(self._last.values(), self._scans, taught=taught, reaching=slow)
        self._last |= {each.target: each for each in planned}
        return planned

    def _interrupt(self) -> None:
        """End the searches that are going on, and take in what they know."""
        for each in self._searchers.interrupt(_LAST_WORDS):
            if each.report is not None and (each.report.findings or each.report.unended):
                self._note(each.order.spec, each.report, each.seconds)

    def report(self, stopped: StopReason) -> ScanReport:
        return ScanReport(
            package=self._order.spec,
            targets=len(self._plan.searches),
            scans=tuple(self._scans.values()),
            findings=tuple(slow_sites(self._reports.values())),
            elapsed=self._elapsed,
            stopped_because=stopped,
            seed=self._order.seed,
            unread=self._plan.unread,
            reports=tuple(each for each in self._reports.values() if each.findings),
        )

    def _begin_some(self) -> bool:
        """Begin as many searches as there may be; return False if the time is over for those that wait."""
        while self._waiting and self._searchers.free > 0:
            left = self._ends - time.monotonic()
            if left < LEAST:
                return False
            planned = self._waiting.popleft()
            known = self._kept.find(self._find_order(planned))
            if known is not None:
                self._note(planned.target, known, known.elapsed, is_kept=True)
                continue
            planned = replace(planned, seconds=min(planned.seconds, left))
            self._searchers.begin(self._find_order(planned))
            self._running[planned.target] = planned
        return True

    def _find_order(self, planned: PlannedSearch) -> FindOrder:
        common = self._order.passed_on(spec=planned.target, seconds=planned.seconds)
        return FindOrder(**common, examples=self._learnt.examples_for(planned.target))

    def _hear_some(self) -> None:
        for each in self._searchers.hear(_TICK):
            del self._running[each.order.spec]
            if each.report is None:
                self._give_up(each)
            else:
                self._kept.keep(each.order, each.report)
                self._note(each.order.spec, each.report, each.seconds)
        found = len({each.site for one in self._reports.values() for each in one.findings})
        more = len(self._running) - _SHOWN
        going_on = ", ".join([*self._running][:_SHOWN]) + (f" and {more} more" if more > 0 else "")
        places = f"{found} slow place{'' if found == 1 else 's'}"
        left = max(0.0, self._ends - time.monotonic())
        searched = f"{len(self._scans)} of {len(self._plan.searches)} targets"
        self._tell(f"{searched}, {places}, {left:.0f} s left; {going_on}")

    def _note(self, target: str, report: FindReport, seconds: float, *, is_kept: bool = False) -> None:
        """Take in the answer of a search; what an earlier one of the same target found stays."""
        known = self._reports.get(target)
        if known is None or report.findings or not known.findings:
            self._reports[target] = report
        self._scans[target] = TargetScan(
            target=target,
            seconds=seconds,
            tried=report.tried,
            accepted=report.accepted,
            returned=report.returned,
            blocks=report.blocks,
            findings=len(self._reports[target].findings),
            inconclusive=None if self._reports[target].findings else _why(report),
            is_over=report.stopped_because in _OVER,
            is_kept=is_kept,
        )

    def _give_up(self, answer: SearchAnswer) -> None:
        target = answer.order.spec
        if target not in self._scans:
            self._scans[target] = TargetScan(target, answer.seconds, inconclusive=answer.why)
        else:
            self._scans[target] = replace(self._scans[target], is_over=True)


def _why(report: FindReport) -> str | None:
    """Why a search means nothing, with what would help; None if it means something."""
    told = report.advice
    if report.inconclusive is None or not told or told in report.inconclusive:
        return report.inconclusive
    return f"{report.inconclusive}; {told}"


# -- in the child ------------------------------------------------------------------------------------------


def serve(link: Link) -> None:
    """Search one target. The target itself is loaded by processes of the search, which are restricted."""
    order = link.receive(FindOrder)
    if order is not None:
        link.send(TargetSearched(find(order)))
