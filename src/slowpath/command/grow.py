"""`grow`: how the cost of a target grows with the size of its input."""

from __future__ import annotations

from dataclasses import replace

from slowpath.command.order import InputOrder, Listener, inputs_of_order, silent, worker_for
from slowpath.command.search import Search
from slowpath.errors import InputError, UsageError
from slowpath.model.cost import Number
from slowpath.model.growth import Growth
from slowpath.model.report import GrowthReport
from slowpath.model.scenario import Scenario
from slowpath.model.stop import StopReason
from slowpath.model.target import Target
from slowpath.run import inputs, setup
from slowpath.scaling.series import Series


class GrowOrder(InputOrder, frozen=True, kw_only=True):
    """Run sizes from `start` up to `to`; all runs together cost `max_ops` at most, and no size is begun after
    `seconds`. A start that is not given may be lowered."""

    measure: str
    start: int | None = None
    to: int | None = None


def run(order: GrowOrder, listener: Listener = silent) -> GrowthReport:
    """Return how the cost grows. Ctrl-C ends the series; the report is then of the sizes so far."""
    _check(order)
    return _Growing(order, listener).run()


def _check(order: GrowOrder) -> None:
    for name, size in (("first", order.start), ("last", order.to)):
        if size is not None and size < 1:
            raise UsageError(f"the {name} size must be at least 1, not {size}")
    if order.start is not None and order.to is not None and order.to < order.start:
        raise UsageError(f"the last size, {order.to}, is below the first, {order.start}")
    code = order.program or order.setup
    setup.check(code)
    if not (inputs.needs_size(order.inputs) or setup.uses_size(code)):
        raise InputError("no input depends on N, so nothing grows", "Use N in it: --input 'list(range(N))'.")


class _Growing(Search[GrowOrder, GrowthReport]):
    """A series of runs, and what is known of it at any moment."""

    def __init__(self, order: GrowOrder, listener: Listener) -> None:
        super().__init__(order, listener)
        self._target = Target.named(order.spec)
        self._recipe = order.inputs
        self._scenario = Scenario(order.setup)
        self._series: Series | None = None

    def search(self) -> StopReason:
        """Run one size after the other; return why there is no next one."""
        order = self._order
        with worker_for(order, (order.measure,), timed=order.timed) as fresh:
            import slowpath.scaling.growth  # noqa: F401  (while the target loads: Ctrl-C is answered at once)

            self._target = fresh.target
            self._recipe, self._scenario = inputs_of_order(order, fresh.target)
            worker = fresh.with_scenario(self._scenario)
            series = Series(
                worker, self._recipe, order.measure, order.max_ops, order.seconds, self._tell_point
            )
            self._series = series
            stopped = series.extend(order.start, order.to)
            if order.timed:
                series.time()
        return stopped

    def report(self, stopped: StopReason) -> GrowthReport:
        """Return the growth by the sizes so far."""
        known = GrowthReport(
            target=self._target,
            measure=self._order.measure,
            growth=Growth((), None, None, 0.0, why="no size was run"),
            recipe=self._recipe,
            stopped_because=stopped,
            scenario=self._scenario,
        )
        series = self._series
        if series is None or not series.points:
            return known
        from slowpath.scaling.growth import fit

        return replace(
            known,
            growth=fit(series.points),
            lost=series.lost,
            raises=series.raises,
            seconds=tuple(series.timed),
            building=tuple(sorted(series.building)),
        )

    def _tell_point(self, size: int, cost: Number) -> None:
        self._tell(f"N = {size:,} costs {cost:,}")
