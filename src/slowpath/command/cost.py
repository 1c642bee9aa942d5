"""`cost`: what one run of a target costs."""

from __future__ import annotations

from slowpath.command.order import InputOrder, Listener, inputs_of_order, silent, worker_for
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
    code = order.program or order.setup
    setup.check(code)
    inputs.check_size(order.size, order.inputs, also=setup.uses_size(code))
    with worker_for(order, order.measures, timed=order.timed) as fresh:
        named, scenario = inputs_of_order(order, fresh.target)
        worker = fresh.with_scenario(scenario)
        listener("running the input")
        counted = worker.run(named, order.size, order.max_ops, order.seconds, order.observe_up_to)
        complete = counted.end in (End.RETURNED, End.RAISED)
        timed = worker.seconds(named, order.size) if order.timed and complete else None
        return CostReport(worker.target, order.size, named, counted, timed, scenario)
