"""`diff`: inputs on which two implementations cost differently, or return different results.

A child searches, and tells its best inputs now and then. Both implementations run on these in fresh
processes while it goes on, and on what it ends with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from slowpath.command.child import Child, begin, receive
from slowpath.command.confirming import BestInputs, Confirming, Input, SearchOver, Told
from slowpath.command.order import Listener, ShapeOrder, silent, worker_for
from slowpath.command.search import Search
from slowpath.command.watch import Progress, Watch
from slowpath.errors import UsageError
from slowpath.model.diff import Difference, DiffReport
from slowpath.model.run import End, Lost
from slowpath.model.stop import StopReason
from slowpath.run import inputs
from slowpath.run.link import Link
from slowpath.values.path import Path

if TYPE_CHECKING:
    from slowpath.explore.cases import Metered

RATIO, DIFFERENCE = "ratio", "difference"

_SEARCH = 0.85  # of the budget: fresh runs of what is found take the rest
_ENUMERATION = 0.3  # of the budget, for all paths of both, if they are few enough
_DRAWN = 0.1  # of the budget, for random inputs

Results = tuple[str, str] | None  # what both return or raise, if that differs


class DiffOrder(ShapeOrder, frozen=True, kw_only=True):
    """Compare `spec`, the old implementation, with `new`: search `tests` inputs on which the costs are far
    apart by `by`, which is "ratio" or "difference". More than `delta` is a finding."""

    new: str
    measure: str
    by: str
    delta: float
    tests: int


def run(order: DiffOrder, listener: Listener = silent) -> DiffReport:
    """Return the inputs found. Ctrl-C ends the search; the report is then of the best so far."""
    inputs.check_size(order.size, {})
    if order.by not in (RATIO, DIFFERENCE):
        raise UsageError(f"unknown comparison {order.by!r}", "Choose 'ratio' or 'difference'.")
    return _Comparing(order, listener).run()


class _Comparing(Search[DiffOrder, DiffReport]):
    """One comparison, and what is known of it at any moment."""

    def __init__(self, order: DiffOrder, listener: Listener) -> None:
        super().__init__(order, listener)
        self._workers = tuple(
            worker_for(order, (order.measure,), spec=spec) for spec in (order.spec, order.new)
        )
        self._cases: Confirming[Results, Difference] = Confirming(
            self._confirmed, lambda case, results: replace(case, results=results), listener
        )

    def search(self) -> StopReason:
        """Hear the child out, and run what it tells in fresh processes; return why the search ended."""
        replies = Progress | BestInputs[Results] | SearchOver[Results]
        old, new = self._workers
        with Child[Told[Results]](serve, replies, self._order) as child, old, new:
            try:
                child.begun()
                self._tell("searching")
                return self._cases.follow(child, lambda: self._order.seconds_left(self._began))
            except KeyboardInterrupt:
                child.interrupt(self._cases.take)
                raise

    def report(self, stopped: StopReason) -> DiffReport:
        """Return the cases that ran in fresh processes, the furthest apart first."""
        order = self._order
        report = DiffReport(
            order.spec,
            order.new,
            measure=order.measure,
            size=order.size,
            by=order.by,
            delta=order.delta,
            seed=order.seed,
            runs=self._cases.runs,
            cases=(),
            stopped_because=stopped,
            elapsed=self._elapsed,
            lost=tuple(self._cases.lost),
        )
        cases = sorted(self._cases.confirmed(), key=report.apart, reverse=True)
        differing = [case for case in cases if case.results is not None]
        chosen = [case for case in cases if case in cases[: order.tests] or case in differing[: order.tests]]
        return replace(report, cases=tuple(chosen))

    def _confirmed(self, chosen: Input, results: Results) -> Difference | Lost:
        order = self._order
        seconds = order.seconds_left(self._began, least=order.least_run)
        runs = [worker.run(chosen, order.size, order.max_ops, seconds) for worker in self._workers]
        before, after = (run.costs.get(order.measure) for run in runs)
        ended = all(run.end in (End.RETURNED, End.RAISED, End.BUDGET) for run in runs)
        if ended and before is not None and after is not None:
            return Difference(chosen, before, after, results)
        place = ", ".join(f"{name}={text}" for name, text in chosen.items())
        return Lost(place, "a fresh run ended otherwise", 1)


# -- in the child ------------------------------------------------------------------------------------------


def serve(link: Link) -> None:
    """Carry out one order."""
    from slowpath.explore.cases import metered
    from slowpath.search.beam.beam import Beam, costliest, load
    from slowpath.search.beam.target import subject
    from slowpath.search.diff import Pair, drawn, enumerated, results
    from slowpath.shape.infer import infer

    order = receive(link, DiffOrder)
    old, new = metered(order.spec, order.scope), metered(order.new, order.scope)
    with old.loaded.copies.installed():
        shapes = infer(
            old.loaded.function, given=order.shapes, owner=old.loaded.owner, knowledge=order.knowledge
        )
    _check(shapes, new)
    both = [
        subject(each, shapes, order.size, order.measure, requires=order.requires, max_ops=order.max_ops)
        for each in (old, new)
    ]
    begin(link, order, old.loaded.target)
    pair = Pair(both[0], both[1], order.by, order.tests)

    def sources(paths: Iterable[Path]) -> tuple[tuple[Input, Results], ...]:
        unique = {repr(both[0].written(path)): path for path in paths}
        return tuple((both[0].written(path), results(path)) for path in unique.values())

    def tell(paths: Sequence[Path]) -> None:
        link.send(BestInputs(sources([*paths, *pair.differing])))

    watch = Watch(link, pair.judge, order.tests, tell)
    joint = watch.watched(pair.run)
    end = link.clock() + _SEARCH * order.seconds
    seen = enumerated(pair, joint, _ENUMERATION * order.seconds, order.tests, link.clock)
    random = drawn(pair, joint, order.seed, _DRAWN * order.seconds, link.clock)
    found = load(
        joint,
        Beam(tests=order.tests, seconds=max(end - link.clock(), 0.0)),
        both[0].starts(order.seed),
        pair.judge,
        link.clock,
        rivals=[*seen.costliest, *costliest(random, order.tests)],
    )
    paths = [*[test.path for test in found.tests], *pair.differing]
    stopped = StopReason.TIME if found.late else StopReason.NO_QUESTION_LEFT
    link.send(SearchOver(sources(paths), pair.runs, StopReason.ALL_PATHS if seen.complete else stopped))


def _check(shapes: Mapping[str, object], new: Metered) -> None:
    target = new.loaded.target
    known = {each.label for each in (*target.parameters, *target.receiver)}
    missing = [name for name in shapes if name not in known]
    if missing:
        raise UsageError(
            f"{target.spec} has no parameter {missing[0]!r}",
            "Both implementations take the same inputs by the same names.",
        )
