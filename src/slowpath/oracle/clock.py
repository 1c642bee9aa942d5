"""The CPU time of the plain function at growing sizes."""

from __future__ import annotations

import time
from dataclasses import replace

from slowpath.model.find import Beyond, Evidence, Finding, Inputs
from slowpath.model.run import End, Run
from slowpath.oracle.verdict import ENOUGH, LARGEST, is_superlinear, slope, time_agrees
from slowpath.run.client import Worker
from slowpath.scaling.series import BROKEN

DEEP = 20_000  # calls of the plain function if the recursion limit ends the series too early for a clock
_SIZES = 5  # that are timed: the slope is between the two largest, the others show that it lasts
_RUNS = 3  # of each size that the slope is made of, before it counts: what disturbs a run makes it longer
_MOST_RUNS = 4  # the same if the clock does not agree: a busy machine disturbs several runs in a row
_NESTED = 1_000  # levels that Python allows: what catches RecursionError takes less time for more
_GLANCE = 1.0  # seconds for a run that may exceed the recursion limit: that happens on the way down
_LONGER = 6  # times as long as the last size the next may take: a square takes four times, with its input

Seconds = tuple[tuple[int, float], ...]


def clocked(finding: Finding, worker: Worker, like: Run | None, share: float) -> tuple[Finding, Seconds]:
    """The finding with the CPU times of the plain function, and all times, those at larger sizes too.

    The largest sizes are timed, and larger ones while that is short; what was timed before is known, unless
    larger inputs end in another way. Only recursion is let go deeper than it could: whether the clock agrees
    may show there alone. If a count grows too fast, the sizes that decide are timed several times, and the
    shortest time counts.
    """
    counted, timed = finding.largest_size, dict(finding.seconds if finding.beyond is None else ())
    sizes = [] if timed else [size for size, _ in finding.growth.points[-_SIZES:]]
    until = time.monotonic() + share
    deep_from = LARGEST + 1  # the size from which runs were let go deeper
    while sizes and time.monotonic() < until:
        size, deep = sizes.pop(0), _is_deep(finding.beyond)
        seconds = _seconds(finding, worker, size, like, until)
        if seconds is None:
            if finding.beyond is not None or size <= counted:
                break
            finding = replace(finding, beyond=_beyond(worker, finding.recipe, size, like, until))
            if not _is_deep(finding.beyond):
                break
            sizes.append(size)  # again, deeper
            continue
        timed[size] = seconds
        if deep and size > counted:
            deep_from = min(deep_from, size)
        larger = size + 1 if finding.growth.explodes else 2 * size
        limit = LARGEST if finding.beyond is None or deep else counted
        if not sizes and _wants_larger(finding, size, seconds, until) and larger <= limit:
            sizes.append(larger)
    if is_superlinear(finding.growth):
        _decide(finding, worker, like, until, timed)
    within = [(size, seconds) for size, seconds in timed.items() if size < deep_from]
    evidence = Evidence.BOTH if time_agrees(finding.growth, within) else Evidence.COUNTED
    told = replace(finding, seconds=tuple(within), slope=slope(within), evidence=evidence)
    return told, tuple(timed.items())


def with_recursion_limit(finding: Finding, worker: Worker) -> Finding:
    """The finding with a size at which the plain function exceeds the recursion limit, if all sizes so far
    are within its depth: a larger input then takes no time. A run that is not over in time says nothing."""
    size = 2 * _NESTED
    if finding.beyond is not None or finding.growth.explodes or finding.largest_size >= size:
        return finding
    run = worker.plain_run(finding.recipe, size, _GLANCE)
    if run.end is not End.RAISED or run.exception != RecursionError.__name__:
        return finding
    return replace(finding, beyond=Beyond(size, RecursionError.__name__))


def _wants_larger(finding: Finding, size: int, seconds: float, until: float) -> bool:
    """Whether larger sizes are timed: after a short time, or before a size that shows what a limit on
    recursion does, if there is time for that."""
    is_affordable = time.monotonic() + _LONGER * seconds <= until
    is_small = size <= _NESTED and not finding.growth.explodes
    return seconds < ENOUGH or (is_small and is_superlinear(finding.growth) and is_affordable)


def _decide(
    finding: Finding, worker: Worker, like: Run | None, until: float, timed: dict[int, float]
) -> None:
    """Time until several runs say whether the clock agrees with a count that grows too fast, or the time is
    over.

    If it does not agree, a larger size tells more than the same once more: native work takes fewer seconds
    for its ops than Python does, so copying may grow with the square of the size, and be most of the time at
    large sizes alone.
    """
    runs = dict.fromkeys(timed, 1)
    is_largest = finding.growth.explodes or finding.beyond is not None  # whether no larger size is timed
    while timed:
        agrees, largest = time_agrees(finding.growth, tuple(timed.items())), max(timed)
        if time.monotonic() >= until and not (agrees and runs[largest] == 1):  # one run may be disturbed
            return
        left = [size for size in _that_tell(timed) if runs[size] < (_RUNS if agrees else _MOST_RUNS)]
        is_affordable = time.monotonic() + _LONGER * timed[largest] <= until
        if not agrees and not is_largest and 2 * largest <= LARGEST and is_affordable:
            left = [2 * largest]
        if not left:
            return
        size = min(left, key=lambda each: (runs.get(each, 0), -each))
        again = _seconds(finding, worker, size, like, max(until, time.monotonic() + 2 * timed.get(size, 0.0)))
        is_largest |= again is None
        runs[size] = runs.get(size, 0) + 1
        if again is not None:
            timed[size] = min(again, timed.get(size, again))


def _that_tell(timed: dict[int, float]) -> list[int]:
    """The sizes that the slope is made of: the largest, and those of about half of it."""
    largest = max(timed, default=0)
    return [size for size in timed if size == largest or largest <= 4 * size <= 2 * largest]


def _seconds(
    finding: Finding,
    worker: Worker,
    size: int,
    like: Run | None,
    until: float,
) -> float | None:
    """The seconds of one size; None if it cannot be timed, or ends in another way than the run `like`."""
    return worker.seconds(
        finding.recipe,
        size,
        repeats=1,
        most=_most(until),
        recursion=DEEP if _is_deep(finding.beyond) else None,
        like=like,
    )


def _most(until: float) -> float:
    """The seconds that one run may take."""
    return max(1.0, until - time.monotonic())


def _is_deep(beyond: Beyond | None) -> bool:
    return beyond is not None and beyond.raises == RecursionError.__name__


def _beyond(worker: Worker, recipe: Inputs, size: int, like: Run | None, until: float) -> Beyond | None:
    """What the plain function raises at a size that could not be timed, if it ends unlike the run `like`."""
    run = worker.plain_run(recipe, size, _most(until))
    if like is None or run.ends_like(like) or run.end not in BROKEN:
        return None
    return Beyond(size, run.exception or run.end.value)
