"""`scale`: a worst case of a large size from what small sizes show.

A child explores small sizes and tries one way after the other. Each way's input that costs more than those
before it runs in a fresh process as soon as it is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from slowpath.command.child import PATH_MEMORY, Child, arm, begin, importing, receive, widen
from slowpath.command.order import Listener, ShapeOrder, silent, worker_for
from slowpath.command.search import Search
from slowpath.errors import UsageError
from slowpath.model.cost import Number
from slowpath.model.run import End, Lost, Run
from slowpath.model.scale import ScaleReport, SmallSize, Way
from slowpath.model.scenario import Scenario
from slowpath.model.stop import StopReason
from slowpath.run import inputs
from slowpath.run.client import Worker
from slowpath.run.frames import Message
from slowpath.run.link import Link
from slowpath.run.premise import check_fits, check_runs

if TYPE_CHECKING:
    from slowpath.scaling.path.subject import ScaledTarget
    from slowpath.search.ways.attempt import Attempt


class ScaleOrder(ShapeOrder, frozen=True, kw_only=True):
    """Explore small sizes from `first` on. The cost is ops, or how often the line `hot` is executed."""

    first: int
    hot: int | None = None


class SizeExplored(Message, frozen=True):
    """The worst cost of a small size is known."""

    small: SmallSize


class WayTried(Message, frozen=True):
    """A way came to its end."""

    way: Way


class WaysOver(Message, frozen=True):
    """Every way that is worth it was tried."""


Told = SizeExplored | WayTried | WaysOver


def run(order: ScaleOrder, listener: Listener = silent) -> ScaleReport:
    """Return the costliest input of the size that was found.

    Ctrl-C ends the search; the report is then of the best so far.
    """
    inputs.check_size(order.size, {})
    if order.size <= order.first:
        raise UsageError(
            f"the size, {order.size}, is not above the first small size, {order.first}", "Make it larger."
        )
    order.premise  # noqa: B018  (raises if it is no Python)
    return _Scaling(order, listener).run()


@dataclass(frozen=True, slots=True)
class _Best:
    """A way with what its input did in a fresh process; `cost` is None if it did not terminate there."""

    way: Way
    run: Run
    cost: Number | None
    recipe: Mapping[str, str] | None
    doubts: tuple[Lost, ...]


class _Scaling(Search[ScaleOrder, ScaleReport]):
    """One search, and what is known of it at any moment."""

    def __init__(self, order: ScaleOrder, listener: Listener) -> None:
        super().__init__(order, listener)
        self._small: list[SmallSize] = []
        self._ways: list[Way] = []
        self._best: _Best | None = None
        self._unended: list[Lost] = []  # fresh runs that did not terminate

    def search(self) -> StopReason:
        """Hear the child out; return what the best way came to, or why the search ended before its time."""
        with Child[Told](serve, Told, self._order) as child, self._beginning(child) as (_, worker):
            self._tell("exploring small sizes")
            over = child.follow(lambda told: self._take(told, worker))
            if not over:
                return child.silence
        return _verdict(None if self._best is None else self._best.way)

    def report(self, stopped: StopReason) -> ScaleReport:
        """Return the best that ran in a fresh process."""
        best = self._best
        return ScaleReport(
            target=self._target,
            size=self._order.size,
            hot=self._order.hot,
            small=tuple(self._small),
            ways=tuple(self._ways),
            best=None if best is None else best.way,
            cost=None if best is None else best.cost,
            costs={} if best is None else best.run.costs,
            raises=None if best is None else best.run.raises,
            recipe=None if best is None else best.recipe,
            stopped_because=stopped,
            elapsed=self._elapsed,
            lost=(*dict.fromkeys(self._unended), *(() if best is None else best.doubts)),
            scope=self._scope,
            setup=self._order.setup,
        )

    def _new_worker(self) -> Worker:
        return worker_for(self._order, scope=self._scope, scenario=Scenario(self._order.setup))

    def _take(self, told: Told, worker: Worker) -> bool:
        """Take in what the child says; return whether that was the last word."""
        match told:
            case SizeExplored(small=small):
                self._small.append(small)
                self._tell(f"the worst of N = {small.size} costs {small.cost:,}")
            case WayTried(way=way):
                came = way.why if way.cost is None else f"an input that costs {way.cost:,}"
                self._tell(f"{way.name}: {came}")
                self._confirm(way, worker)
                self._ways.append(way)
        return isinstance(told, WaysOver)

    def _confirm(self, way: Way, worker: Worker) -> None:
        """Run the input of a way in a fresh process if it may be the best, or a recipe of the best."""
        if way.inputs is None or way.cost is None:
            return
        known = self._best
        claimed = -1 if known is None or known.cost is None else known.cost
        if way.cost < claimed or (way.cost == claimed and not way.recipe):
            return
        # Without its run a costlier input is lost.
        left = self._order.seconds_left(self._began, self._order.least_run if way.cost > claimed else 0.0)
        if not left:
            return
        way = replace(way, inputs={**self._order.inputs, **way.inputs})
        run = worker.run(way.inputs or {}, self._order.size, self._order.max_ops, left)
        if run.end is End.TIME and known is not None:
            return
        cost = self._cost(run)
        recipe = way.inputs if way.recipe else None
        if cost is None:
            self._unended.append(self._unended_run(run))
        # An input whose fresh run did not terminate gives way to any whose run does.
        if known is None or (cost is not None and (known.cost is None or cost > known.cost)):
            self._best = _Best(way, run, cost, recipe, self._doubts(way, cost))
        elif cost is not None and cost == known.cost and known.recipe is None:
            self._best = _Best(known.way, known.run, known.cost, recipe, known.doubts)

    def _cost(self, run: Run) -> Number | None:
        """What a fresh run cost; None if it did not terminate."""
        if run.end not in (End.RETURNED, End.RAISED):
            return None
        if self._order.hot is None:
            return run.costs.get("ops")
        place = (self._target.file, self._order.hot)
        return max((line.hits for line in run.lines if (line.file, line.line) == place), default=0)

    def _unended_run(self, run: Run) -> Lost:
        why = run.detail or run.end.value
        return Lost(f"N = {self._order.size}", f"the fresh run did not terminate: {why}", 1)

    def _doubts(self, way: Way, cost: Number | None) -> tuple[Lost, ...]:
        if cost is None or cost == way.cost:
            return ()
        why = f"{way.cost:,} during the search, {cost:,} in a fresh process"
        return (Lost(f"N = {self._order.size}", why, 1),)


def _verdict(best: Way | None) -> StopReason:
    if best is None:
        return StopReason.NO_INPUT
    if best.predicted is None or best.cost is None:
        return StopReason.NO_PROMISE
    if not best.proven:
        return StopReason.ONLY_A_GUESS
    if best.every_path and best.reached:
        return StopReason.ALL_PATHS
    if best.reached:
        return StopReason.PROMISE_KEPT
    return StopReason.ABOVE_PROMISE if best.cost > best.predicted else StopReason.BELOW_PROMISE


# -- in the child ------------------------------------------------------------------------------------------


def serve(link: Link) -> None:
    """Carry out one order."""
    from slowpath.scaling.path.subject import inferred
    from slowpath.search.ways.attempts import attempts
    from slowpath.search.ways.plan import within

    order = receive(link, ScaleOrder, PATH_MEMORY)

    def prepare(scope: tuple[str, ...]) -> ScaledTarget:
        with importing(link, order):
            return inferred(
                order.spec,
                order.shapes,
                requires=order.requires,
                hot=order.hot,
                scope=scope,
                max_ops=order.max_ops,
                knowledge=order.knowledge,
                premise=order.premise,
            )

    subject = prepare(order.scope)
    arm(link, order)
    check_fits(order.premise, subject.traced.target)
    check_runs(subject.traced, order.first)
    if not subject.shapes:
        raise UsageError(f"{order.spec} takes no input, so nothing grows")
    begin(link, order, subject.traced.target)
    subject = widen(link, order, subject, prepare, lambda made: (made.traced, made.shapes), order.first)
    subject.warm(order.first)
    plan = within(order.seconds, order.first)
    for attempt in attempts(
        subject,
        order.size,
        plan,
        link.clock,
        lambda each: link.send(SizeExplored(SmallSize(each.size, each.cost, each.exact))),
        order.knowledge,
    ):
        link.send(WayTried(_way(attempt)))
    link.send(WaysOver())


def _way(attempt: Attempt) -> Way:
    from slowpath.search.ways.attempt import By

    worst = attempt.worst
    return Way(
        attempt.by.value,
        None if worst is None else attempt.sources(),
        worst is not None and worst.recipe is not None,
        None if worst is None else worst.cost,
        None if worst is None else worst.expected,
        attempt.reached,
        attempt.why,
        attempt.conditions,
        attempt.seconds,
        worst is None or worst.proven,
        attempt.by is By.EXPLORED and attempt.reached,
    )
