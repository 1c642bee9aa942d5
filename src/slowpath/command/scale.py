"""`scale`: a worst case of a large size from what small sizes show.

A child explores small sizes and tries one way after the other. Each way's input that costs more than those
before it runs in a fresh process as soon as it is there.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from slowpath.command.child import PATH_MEMORY, Child, begin, disarmed, receive
from slowpath.command.order import Listener, ShapeOrder, silent
from slowpath.errors import UsageError
from slowpath.model.cost import Number
from slowpath.model.run import End, Lost, Run
from slowpath.model.scale import ScaleReport, SmallSize, Way
from slowpath.model.stop import StopReason
from slowpath.model.target import Target
from slowpath.run import inputs
from slowpath.run.begun import Widened
from slowpath.run.client import Worker
from slowpath.run.frames import Message
from slowpath.run.link import Link

if TYPE_CHECKING:
    from slowpath.scaling.path.subject import ScaledTarget
    from slowpath.search.ways import Attempt


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
    scaling = _Scaling(order, listener)
    try:
        stopped = scaling.search()
    except KeyboardInterrupt:
        stopped = StopReason.INTERRUPTED
    return scaling.report(stopped)


@dataclass(frozen=True, slots=True)
class _Best:
    """A way with what its input did in a fresh process; `cost` is None if it did not terminate there."""

    way: Way
    run: Run
    cost: Number | None
    recipe: Mapping[str, str] | None
    doubts: tuple[Lost, ...]


class _Scaling:
    """One search, and what is known of it at any moment."""

    def __init__(self, order: ScaleOrder, listener: Listener) -> None:
        self._order = order
        self._tell = listener
        self._began = time.monotonic()
        self._target = Target.named(order.spec)
        self._scope = order.scope
        self._small: list[SmallSize] = []
        self._ways: list[Way] = []
        self._best: _Best | None = None

    def search(self) -> StopReason | None:
        """Hear the child out; return why the search ended before its time, or None."""
        order = self._order
        with (
            Child[Told](serve, Told, order) as child,
            ExitStack() as workers,
        ):
            worker = workers.enter_context(self._new_worker())
            begun = child.begun()
            self._target = begun.target
            if (scope := child.scope()) != self._scope:
                workers.close()
                self._scope = scope
                worker = workers.enter_context(self._new_worker())
            self._tell("exploring small sizes")
            return None if child.follow(lambda told: self._take(told, worker)) else child.silence

    def _new_worker(self) -> Worker:
        order = self._order
        return Worker(order.spec, scope=self._scope, limits=order.limits, allow=order.allow)

    def report(self, stopped: StopReason | None) -> ScaleReport:
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
            stopped_because=stopped or _verdict(None if best is None else best.way),
            elapsed=time.monotonic() - self._began,
            lost=() if best is None else best.doubts,
            scope=self._scope,
        )

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
        claimed = -1 if known is None or known.way.cost is None else known.way.cost
        if way.cost < claimed or (way.cost == claimed and not way.recipe):
            return
        run = worker.run(way.inputs, self._order.size, self._order.max_ops)
        cost = self._cost(run)
        recipe = way.inputs if way.recipe else None
        if known is None or known.cost is None or (way.cost > claimed and cost is not None):
            self._best = _Best(way, run, cost, recipe, self._doubts(way, run, cost))
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

    def _doubts(self, way: Way, run: Run, cost: Number | None) -> tuple[Lost, ...]:
        place = f"N = {self._order.size}"
        if cost is None:
            why = run.detail or run.end.value
            return (Lost(place, f"the fresh run did not terminate: {why}", 1),)
        if cost != way.cost:
            return (Lost(place, f"{way.cost:,} during the search, {cost:,} in a fresh process", 1),)
        return ()


def _verdict(best: Way | None) -> StopReason:
    if best is None:
        return StopReason.NO_INPUT
    if best.predicted is None or best.cost is None:
        return StopReason.NO_PROMISE
    if best.reached:
        return StopReason.PROMISE_KEPT
    return StopReason.ABOVE_PROMISE if best.cost > best.predicted else StopReason.BELOW_PROMISE


# -- in the child ------------------------------------------------------------------------------------------


def serve(link: Link) -> None:
    """Carry out one order."""
    from slowpath.explore.widening import widened
    from slowpath.scaling.path.subject import inferred
    from slowpath.search.ways import attempts, within

    order = receive(link, ScaleOrder, PATH_MEMORY)

    def prepare(scope: tuple[str, ...]) -> ScaledTarget:
        with disarmed(link, order):
            return inferred(
                order.spec,
                order.shapes,
                requires=order.requires,
                hot=order.hot,
                scope=scope,
                max_ops=order.max_ops,
            )

    subject = prepare(order.scope)
    if not subject.shapes:
        raise UsageError(f"{order.spec} takes no input, so nothing grows")
    begin(link, order, subject.traced.target)
    scope, subject = widened(
        subject,
        prepare,
        lambda made: (made.traced, made.shapes),
        order.scope,
        order.first,
        order.requires,
        order.seconds,
        link.clock,
    )
    link.send(Widened(scope))
    subject.warm(order.first)
    plan = within(order.seconds, order.first)
    for attempt in attempts(
        subject,
        order.size,
        plan,
        link.clock,
        lambda each: link.send(SizeExplored(SmallSize(each.size, each.cost, each.exact))),
    ):
        link.send(WayTried(_way(attempt)))
    link.send(WaysOver())


def _way(attempt: Attempt) -> Way:
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
    )
