"""Scaling in a process of its own, and the fresh runs that confirm it.

Whoever asks never imports the target. The process tells each small size and each way as it is done, so that
what is known can be reported whenever it is interrupted.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from slowpath.errors import UsageError, WorkerError
from slowpath.model.cost import Number
from slowpath.model.run import End, Lost, Run
from slowpath.model.scale import ScaleReport, SmallSize, Way
from slowpath.model.target import Target
from slowpath.run import errand, limits
from slowpath.run.audit import Audit
from slowpath.run.client import Worker
from slowpath.run.limits import GIGABYTE
from slowpath.run.process import Process

GRACE = 30.0  # seconds beyond the budget after which the process is given up
MEMORY = 4 * GIGABYTE  # for the conditions of a large size, whatever a run may take

INTERRUPTED = "interrupted"
TIME_BUDGET = "time budget"
REACHED = "the cost that small sizes promise is reached"
NO_PROMISE = "small sizes promise no cost"
BEYOND = "the input costs more than small sizes promise"
SHORT = "no way reaches the cost that small sizes promise"
NOTHING = "no way gives an input"

OnProgress = Callable[[str], None]


class Order(msgspec.Struct, frozen=True):
    """What to scale, and how far. `shapes` are texts of --arg by parameter."""

    spec: str
    scope: tuple[str, ...]
    path: tuple[str, ...]
    shapes: dict[str, str]
    size: int
    first: int
    hot: int | None
    requires: str | None
    seconds: float
    max_ops: int
    allow: tuple[str, ...]
    limits: limits.Limits


@dataclass(frozen=True, slots=True)
class Begun:
    """The target is loaded."""

    target: Target


@dataclass(frozen=True, slots=True)
class Ended:
    """Every way that is worth it was tried."""


Told = Begun | SmallSize | Way | Ended


class Scaling:
    """One search for a worst case of a large size, followed from outside."""

    def __init__(self, order: Order, on_progress: OnProgress | None = None) -> None:
        self._order = order
        self._tell = on_progress or (lambda text: None)
        self._began = time.monotonic()
        self._target: Target | None = None
        self._small: list[SmallSize] = []
        self._ways: list[Way] = []

    def report(self) -> ScaleReport:
        """Search, run what was found in a fresh process, and tell; Ctrl-C ends the search with the best."""
        stopped = self._searched()
        assert self._target is not None
        best = max(
            (way for way in self._ways if way.cost is not None), key=lambda way: way.cost or 0, default=None
        )
        cost: Number | None = None
        run: Run | None = None
        lost: list[Lost] = []
        recipe: Mapping[str, str] | None = None
        if best is not None and best.inputs is not None:
            self._tell("running the input in a fresh process")
            with self._worker() as worker:
                run = worker.run(best.inputs, self._order.size, self._order.max_ops)
                cost = self._cost(run)
                lost += self._doubts(best, run, cost)
                recipe = self._recipe(worker, best, cost)
        return ScaleReport(
            self._target,
            self._order.size,
            self._order.hot,
            tuple(self._small),
            tuple(self._ways),
            best,
            cost,
            {} if run is None else run.costs,
            None if run is None else run.raises,
            recipe,
            stopped or _verdict(best),
            time.monotonic() - self._began,
            tuple(lost),
        )

    def _searched(self) -> str | None:
        """Hear the process out; return why the search ended before its time, or None."""
        process = Process(__name__)
        deadline = self._began + self._order.seconds + GRACE
        try:
            process.ask(self._order)
            while not isinstance(told := errand.heard(process, deadline - time.monotonic()), Ended):
                if told is None:
                    return self._silence(process)
                self._take(told)
        except KeyboardInterrupt:
            if self._target is None:
                raise
            return INTERRUPTED
        finally:
            process.close()
        return None

    def _silence(self, process: Process) -> str:
        """Why nothing more is heard; raises where the target was never loaded."""
        if self._target is not None:
            return "the scaling process ended" if process.ended else TIME_BUDGET
        raise errand.never_begun(process, self._order.spec)

    def _take(self, told: Told) -> None:
        match told:
            case Begun(target=target):
                self._target = target
                self._tell("exploring small sizes")
            case SmallSize(size=size, cost=cost):
                self._small.append(told)
                self._tell(f"the worst of N = {size} costs {cost:,}")
            case Way(name=name, cost=cost, why=why):
                self._ways.append(told)
                self._tell(f"{name}: {why}" if cost is None else f"{name}: an input that costs {cost:,}")

    def _worker(self) -> Worker:
        order = self._order
        return Worker(order.spec, scope=order.scope, limits=order.limits, allow=order.allow)

    def _cost(self, run: Run) -> Number | None:
        """What a fresh run cost; None where it came to no end."""
        if run.end not in (End.RETURNED, End.RAISED):
            return None
        if self._order.hot is None:
            return run.costs.get("ops")
        assert self._target is not None
        hits = [
            line.hits
            for line in run.lines
            if line.file == str(self._target.file) and line.line == self._order.hot
        ]
        return max(hits, default=0)

    def _doubts(self, best: Way, run: Run, cost: Number | None) -> list[Lost]:
        place = f"N = {self._order.size}"
        if cost is None:
            return [Lost(place, f"the fresh run came to no end: {run.detail or run.end.value}", 1)]
        if cost != best.cost:
            return [Lost(place, f"{best.cost:,} during the search, {cost:,} in a fresh process", 1)]
        return []

    def _recipe(self, worker: Worker, best: Way, cost: Number | None) -> Mapping[str, str] | None:
        """Expressions in N that cost as much as the best input, by a fresh run."""
        for way in self._ways:
            if not way.recipe or way.inputs is None or way.cost is None or best.cost is None:
                continue
            if way is best:
                return way.inputs
            if way.cost >= best.cost:
                run = worker.run(way.inputs, self._order.size, self._order.max_ops)
                if cost is not None and self._cost(run) == cost:
                    return way.inputs
        return None


def _verdict(best: Way | None) -> str:
    if best is None:
        return NOTHING
    if best.predicted is None or best.cost is None:
        return NO_PROMISE
    if best.reached:
        return REACHED
    return BEYOND if best.cost > best.predicted else SHORT


# -- in the process ----------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> None:
    """Carry out one order. Arguments: the request, reply and life pipes."""
    errand.carried_out(
        arguments,
        Order,
        _scale,
        lambda order: WorkerError(f"{order.spec}: {limits.memory_message(order.limits)}"),
    )


def _scale(order: Order, audit: Audit, send: Callable[[Told], None]) -> None:
    from slowpath.scaling.path.subject import inferred
    from slowpath.search.ways import Attempt, attempts, within

    sys.path[:] = order.path
    limits.limit_memory(max(order.limits.memory, MEMORY))
    subject = inferred(
        order.spec,
        order.shapes,
        requires=order.requires,
        hot=order.hot,
        scope=order.scope,
        max_ops=order.max_ops,
    )
    if not subject.shapes:
        raise UsageError(f"{order.spec} takes no input, so nothing grows")
    send(Begun(subject.traced.target))
    audit.arm(order.allow)
    subject.warm(order.first)

    def way(attempt: Attempt) -> Way:
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

    plan = within(order.seconds, order.first)
    for attempt in attempts(
        subject,
        order.size,
        plan,
        time.monotonic,
        lambda each: send(SmallSize(each.size, each.cost, each.exact)),
    ):
        send(way(attempt))
    send(Ended())
