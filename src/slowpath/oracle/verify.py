"""A catch is run again in fresh processes: counted at growing sizes, and timed in the plain function."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass

from slowpath.errors import TargetError
from slowpath.model.cost import Number
from slowpath.model.find import Case, Finding, Inputs, Unended
from slowpath.model.growth import Growth
from slowpath.model.run import End, Run
from slowpath.model.stop import StopReason
from slowpath.oracle.proof import proven
from slowpath.oracle.reason import reason
from slowpath.oracle.verdict import SUPERLINEAR, is_superlinear, slope, time_agrees
from slowpath.run.client import Worker
from slowpath.scaling.growth import fit
from slowpath.scaling.series import OPS, Series
from slowpath.search.hunting import Caught

SERIES_OPS = 150_000_000  # what all counted runs of one candidate may cost
MOST_OPS = 2_400_000_000  # the same where it is in doubt how the cost grows
LARGEST = 1 << 20  # a megabyte of text: what a server may well be sent
DEEP = 20_000  # calls of the plain function where it is timed: the recursion limit would end the series
_SERIES_SPEED = 5_000_000  # ops of a series per second of its time, so that a steep one has several sizes
_TIMED = 0.05  # seconds of CPU that the largest timed run should take: far above the steps of the clock
_PROOF = 0.4  # of the seconds of a series, for a proof: most catches need none, and the clock wants its share
_TIMED_POINTS = 5  # sizes that are timed: the slope is between the two largest, the others show that it lasts
UNENDED_OPS, _UNENDED_SECONDS = 10_000_000, 4.0  # within which even a small input should end
_UNENDED_WAIT = 20.0  # seconds that counting so many ops may take, at least
_DOUBTFUL = 1.05  # the exponent from which growth is looked at up to larger sizes

Points = list[tuple[int, Number]]


@dataclass(frozen=True, slots=True)
class Verified:
    """What fresh processes say of a catch: its growth, whether that is too fast, and its largest case."""

    finding: Finding
    is_superlinear: bool
    case: Case | None


def verified(caught: Caught, worker: Worker, seconds: float, *, timed: bool) -> Verified | None:
    """Run a recipe at growing sizes for so many seconds, and as long again with a clock.

    None where it cannot be run. Without `timed`, the plain function is not timed.
    """
    most = min(SERIES_OPS, int(_SERIES_SPEED * seconds))
    series = Series(worker, caught.recipe, OPS, most, seconds)
    try:
        stopped = series.extend(limit=LARGEST)
        # A small part of the cost may grow fast and show only at sizes where it is the larger part.
        while stopped is StopReason.COST and _is_doubtful(fit(series.points)) and most < MOST_OPS:
            series.allow(most)
            most *= 2
            stopped = series.extend(limit=LARGEST)
    except TargetError:
        return None
    growth = fit(series.points)
    if not is_superlinear(growth):
        growth = proven(caught.recipe, worker, growth, MOST_OPS, _PROOF * seconds) or growth
    points = list(growth.points)
    clocked = _timed(caught.recipe, worker, points, growth.explodes, seconds) if timed else ()
    larger = _run(worker, caught.recipe, points, -1, seconds)
    smaller = _run(worker, caught.recipe, points, -2, seconds)
    finding = Finding(
        recipe=caught.recipe,
        growth=growth,
        seconds=clocked,
        slope=slope(clocked),
        reason=_reason(smaller, larger, points),
        site=caught.site,
        function=caught.function,
        lines=larger.lines if larger is not None else (),
        raises=larger.raises if larger is not None else None,
        found_by=caught.found_by,
    )
    case = None if larger is None else _case(finding, points[-1], larger)
    return Verified(finding, is_superlinear(growth) and time_agrees(growth, clocked), case)


def unended(recipe: Inputs, worker: Worker, seconds: float, *, timed: bool) -> Unended | None:
    """Run a recipe at N = 1, counted and with a clock; None where it comes to an end."""
    run = worker.run(recipe, 1, UNENDED_OPS, max(_UNENDED_WAIT, seconds))
    if run.end is not End.BUDGET:
        return None
    if timed and worker.seconds(recipe, 1, repeats=1, most=_UNENDED_SECONDS) is not None:
        return None
    return Unended(recipe, UNENDED_OPS, _UNENDED_SECONDS if timed else None)


def _is_doubtful(growth: Growth) -> bool:
    return growth.exponent is not None and _DOUBTFUL <= growth.exponent < SUPERLINEAR


def _timed(
    recipe: Mapping[str, str], worker: Worker, points: Points, explosive: bool, share: float
) -> tuple[tuple[int, float], ...]:
    """The CPU time of the plain function at the largest sizes, and at larger ones while it is short."""
    timed: list[tuple[int, float]] = []
    sizes = [size for size, _ in points[-_TIMED_POINTS:]]
    until = time.monotonic() + share
    while sizes and time.monotonic() < until:
        size = sizes.pop(0)
        most = max(1.0, until - time.monotonic())
        seconds = worker.seconds(recipe, size, repeats=3, most=most, recursion=DEEP)
        if seconds is None:
            break
        timed.append((size, seconds))
        if not sizes and seconds < _TIMED and 2 * size <= LARGEST:
            sizes.append(size + 1 if explosive else 2 * size)
    return tuple(timed)


def _run(worker: Worker, recipe: Mapping[str, str], points: Points, place: int, seconds: float) -> Run | None:
    """The run at the last size but some; None if it does not terminate by itself."""
    if len(points) < -place:
        return None
    size, ops = points[place]
    run = worker.run(recipe, size, int(2 * ops) + 1000, max(2.0, seconds))
    return run if run.end in (End.RETURNED, End.RAISED) else None


def _case(finding: Finding, point: tuple[int, Number], run: Run) -> Case:
    size, cost = point
    seconds = dict(finding.seconds).get(size)
    return Case(size, finding.recipe, cost, seconds, run.raises, _digest(run), finding.found_by)


def _reason(smaller: Run | None, larger: Run | None, points: Points) -> str:
    if smaller is None or larger is None:
        return ""
    return reason(smaller.lines, larger.lines, points[-1][0] / points[-2][0], larger.pattern)


def _digest(run: Run) -> str:
    """A digest of which lines were executed how often."""
    lines = sorted(run.lines, key=lambda each: (each.file, each.line))
    told = repr([(line.file, line.line, line.hits) for line in lines])
    return hashlib.sha256(told.encode()).hexdigest()[:16]
