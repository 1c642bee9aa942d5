"""`cost`: what one run of a target costs."""

from __future__ import annotations

from slowpath.command.order import InputOrder, Listener, silent, worker_for
from slowpath.model.report import CostReport
from slowpath.model.run import End
from slowpath.run import inputs, setup


class CostOrder(InputOrder, frozen=True, kw_only=True):
    """Run one input. Measures of the observe build are left out of a run with more than `observe_up_to`
    calls and iterations."""

    size: int | None
    measures: tuple[str, ...]
    observe_up_to: int | None = None


def run(order: CostOrder, listener: Listener = silent) -> CostReport:
    """Return what one run costs, in total and per line."""
    setup.check(order.setup)
    inputs.check_size(order.size, order.inputs, also=setup.uses_size(order.setup))
    with worker_for(order, order.measures, timed=order.timed, setup=order.setup) as worker:
        named = inputs.resolve(worker.target, order.inputs)
        listener("running the input")
        counted = worker.run(named, order.size, order.max_ops, order.seconds, order.observe_up_to)
        complete = counted.end in (End.RETURNED, End.RAISED)
        timed = worker.seconds(named, order.size) if order.timed and complete else None
        return CostReport(worker.target, order.size, named, counted, timed, order.setup)
