"""Runs of a target at growing sizes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Protocol

from slowpath.errors import TargetError
from slowpath.model.cost import Number
from slowpath.model.run import End, Lost, Run
from slowpath.model.stop import StopReason
from slowpath.scaling import plan

OPS = "ops"
LEAST_OPS = 1000  # a run that may cost less than this is not worth starting
_STOPPED_BY = {
    End.CPU: StopReason.CPU_LIMIT,
    End.TIME: StopReason.TIME_LIMIT,
    End.MEMORY: StopReason.MEMORY_LIMIT,
    End.REFUSED: StopReason.REFUSED,
    End.DIED: StopReason.RUN_DIED,
}

# How a run ends that the target itself breaks off; other limits are those of the series.
BROKEN = (End.RAISED, End.MEMORY, End.DIED)

OnPoint = Callable[[int, Number], None]


class Runner(Protocol):
    """What runs the target, as `run.client.Worker` does."""

    def run(
        self, inputs: Mapping[str, str], size: int | None, max_ops: int | None, seconds: float | None
    ) -> Run: ...
    def seconds(self, inputs: Mapping[str, str], size: int | None) -> float | None: ...


class Series:
    """Runs a target at growing sizes; all runs together cost `max_ops` and begin within `budget` seconds."""

    def __init__(
        self,
        runner: Runner,
        recipe: Mapping[str, str],
        measure: str,
        max_ops: int,
        budget: float,
        on_point: OnPoint | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._runner = runner
        self._recipe = recipe
        self._measure = measure
        self._clock = clock
        self._deadline = clock() + budget
        self._ops_left = max_ops
        self._on_point = on_point
        self._ops: list[tuple[int, Number]] = []
        self._over: dict[int, Run] = {}
        self._returned: dict[int, Number] = {}
        self._raised: dict[int, tuple[Number, Run]] = {}
        self._largest: dict[int, Run] = {}  # the runs at the two largest sizes
        self.lost: tuple[Lost, ...] = ()
        self.timed: list[tuple[int, float]] = []
        self.building: list[tuple[int, Number]] = []  # (size, ops) of what is built before the call

    @property
    def points(self) -> list[tuple[int, Number]]:
        """The (size, cost) pairs of runs that returned or, if none did, of runs that raised the same class of
        exception, which most of them did."""
        if self._returned:
            return sorted(self._returned.items())
        usual = self._usual
        return sorted((size, cost) for size, (cost, run) in self._raised.items() if run.exception == usual)

    @property
    def raises(self) -> str | None:
        """What the target raised at the largest of the points, if it returned at no size."""
        return None if self._returned or not self._raised else self._raised[self.points[-1][0]][1].raises

    @property
    def beyond(self) -> tuple[int, str] | None:
        """The smallest size above the points at which a run ended in another way, and what it raised."""
        ended = {**{size: run for size, (_, run) in self._raised.items()}, **self._over}
        largest = max((size for size, _ in self.points), default=0)
        broken = [
            (size, run.exception or run.end.value)
            for size, run in ended.items()
            if size > largest and run.end in BROKEN
        ]
        return min(broken, default=None)

    @property
    def tail(self) -> list[tuple[int, Number]]:
        """The (size, cost) pairs of runs above the points, which raised."""
        largest = max((size for size, _ in self.points), default=0)
        return sorted((size, cost) for size, (cost, _) in self._raised.items() if size > largest)

    @property
    def _usual(self) -> str | None:
        """The class of exception that was raised at most sizes; of several the one at the smaller sizes."""
        classes = Counter(self._raised[size][1].exception for size in sorted(self._raised))
        return classes.most_common(1)[0][0] if classes else None

    def run_at(self, size: int) -> Run | None:
        """Return the run at a size, if that is one of the two largest."""
        return self._largest.get(size)

    def extend(self, start: int | None = None, limit: int | None = None) -> StopReason:
        """Run one size after the other; return why there is no next one.

        Raises if no size at all can be run to its end. The points so far stay if it is interrupted.
        """
        limit = plan.LIMIT if limit is None else limit
        smallest = 1 if start is None else start
        stopped = self._extend(plan.START if start is None else start, limit, smallest)
        if not self._ops:
            raise self._nothing(stopped)
        return stopped

    def allow(self, ops: int) -> None:
        """Let the runs to come cost more: sizes that were too costly may be tried again."""
        self._ops_left += ops
        self._over = {size: run for size, run in self._over.items() if run.end is not End.BUDGET}

    def time(self) -> None:
        """Add (size, CPU seconds of the plain target) to `timed` for the points, while the budget lasts."""
        for size, _ in self.points:
            seconds = self._runner.seconds(self._recipe, size) if self._clock() < self._deadline else None
            if seconds is None:
                return
            self.timed.append((size, seconds))

    def _extend(self, start: int, limit: int, smallest: int) -> StopReason:
        while True:
            # Half of what is left: a size that costs too much leaves room for smaller ones.
            allowance = self._ops_left // 2
            size = plan.next_size(
                self._ops, self._over, allowance, start=start, limit=limit, smallest=smallest
            )
            if size is None or allowance < LEAST_OPS:
                largest = max((size for size, _ in self._ops), default=0)
                return StopReason.SIZE if 2 * largest > limit else StopReason.COST
            left = self._deadline - self._clock()
            if left <= 0:
                return StopReason.TIME
            run = self._runner.run(self._recipe, size, allowance, left)
            stopped = self._take(size, run)
            if stopped is not None:
                return StopReason.TIME if self._clock() >= self._deadline else stopped

    def _take(self, size: int, run: Run) -> StopReason | None:
        """Take in a run; return why the series ends with it, or None."""
        ops = run.costs.get(OPS, 0) + (run.building or 0)
        self._ops_left -= int(ops)
        too_deep = run.exception == RecursionError.__name__
        complete = run.end in (End.RETURNED, End.RAISED)
        if complete and self._measure in run.costs and not too_deep:
            self._add(size, ops, run)
            return None
        self._over[size] = run
        if run.end is End.BUDGET:
            return None
        # A size that meets a limit of the machine takes long: no other one near it is tried.
        if self._ops or run.end in (End.REFUSED, End.DIED):
            if too_deep:
                return StopReason.RECURSION
            return StopReason.NOT_METERED if complete else _STOPPED_BY[run.end]
        return None

    def _add(self, size: int, ops: Number, run: Run) -> None:
        cost = run.costs[self._measure]
        self._ops.append((size, ops))
        self._largest = dict(sorted({**self._largest, size: run}.items())[-2:])
        self.lost = run.lost or self.lost
        if run.building is not None:
            self.building.append((size, run.building))
        if run.end is End.RETURNED:
            self._returned[size] = cost
        else:
            self._raised[size] = (cost, run)
        if self._on_point is not None:
            self._on_point(size, cost)

    def _nothing(self, stopped: StopReason) -> TargetError:
        if not self._over:
            return TargetError(f"no size was run: {stopped}", "Give a larger --budget or --max-ops.")
        size = min(self._over)
        run = self._over[size]
        why = run.detail or "; ".join(lost.reason for lost in run.lost)
        return TargetError(f"no size could be run to its end; size {size}: {why}")
