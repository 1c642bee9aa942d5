"""The CPU time of the plain function at growing sizes."""

from __future__ import annotations

import time
from dataclasses import replace

from slowpath.model.find import Beyond, Evidence, Finding, Inputs
from slowpath.model.run import Run
from slowpath.oracle.verdict import is_superlinear, slope, time_agrees
from slowpath.run.client import Worker
from slowpath.scaling.series import BROKEN

LARGEST = 1 << 20  # a megabyte of text: what a server may well be sent
DEEP = 20_000  # calls of the plain function if the recursion limit ends the series too early for a clock
_ENOUGH = 0.05  # seconds of CPU that the largest timed run should take: far above the steps of the clock
_SIZES = 5  # that are timed: the slope is between the two largest, the others show that it lasts
_REPEATS = 3  # of each of the largest sizes, whose median counts
_LONGER = (
    6  # times as long as the last size that the next may take: a square takes four times, with its input
)
_AGAIN = 3  # times that a clock is asked again: a busy machine disturbs a median of three now and then

Seconds = tuple[tuple[int, float], ...]


def clocked(finding: Finding, worker: Worker, like: Run | None, share: float) -> tuple[Finding, Seconds]:
    """The finding with the CPU times of the plain function, and all times, those at larger sizes too.

    The largest sizes are timed, and larger ones while that is short. Only recursion is let go deeper than it
    could: whether the clock agrees may show there alone. If it does not agree with a count that grows too
    fast, it is asked again, and the shortest time of each size is taken: what disturbs a run makes it longer.
    If it still does not agree, it is asked at larger sizes.
    """
    counted, timed = finding.largest_size, {}
    sizes = [size for size, _ in finding.growth.points[-_SIZES:]]
    until = time.monotonic() + share
    deep_from = LARGEST + 1  # the size from which runs were let go deeper
    while sizes and time.monotonic() < until:
        size, deep = sizes.pop(0), _is_deep(finding.beyond)
        # The slope is between the last two: the others only show that it lasts.
        repeats = _REPEATS if len(sizes) < 2 else 1
        seconds = _seconds(finding, worker, size, like, until, repeats)
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
        if not sizes and seconds < _ENOUGH and larger <= limit:
            sizes.append(larger)
    _ask_again(finding, worker, like, until, timed)
    _ask_beyond(finding, worker, like, until, timed)
    within = [(size, seconds) for size, seconds in timed.items() if size < deep_from]
    evidence = Evidence.BOTH if time_agrees(finding.growth, within) else Evidence.COUNTED
    told = replace(finding, seconds=tuple(within), slope=slope(within), evidence=evidence)
    return told, tuple(timed.items())


def _ask_again(
    finding: Finding, worker: Worker, like: Run | None, until: float, timed: dict[int, float]
) -> None:
    """Time the sizes that tell again while there is time, as long as the clock does not agree; keep the
    shortest."""
    for _ in range(_AGAIN):
        for size in _that_tell(timed) if _is_contradicted(finding, timed) else ():
            if time.monotonic() >= until:
                return
            again = _seconds(finding, worker, size, like, until, repeats=1)
            timed[size] = timed[size] if again is None else min(timed[size], again)


def _ask_beyond(
    finding: Finding, worker: Worker, like: Run | None, until: float, timed: dict[int, float]
) -> None:
    """Time larger sizes while there is time, as long as the clock does not agree.

    Native work takes fewer seconds for its ops than Python does: copying may grow with the square of the
    size, and be most of the time at large sizes alone.
    """
    while (
        timed and not finding.growth.explodes and finding.beyond is None and _is_contradicted(finding, timed)
    ):
        size = max(timed)
        if 2 * size > LARGEST or time.monotonic() + _LONGER * timed[size] > until:
            return
        seconds = _seconds(finding, worker, 2 * size, like, until, repeats=1)
        if seconds is None:
            return
        timed[2 * size] = seconds


def _is_contradicted(finding: Finding, timed: dict[int, float]) -> bool:
    """Whether the count grows too fast and the clock does not agree."""
    return is_superlinear(finding.growth) and not time_agrees(finding.growth, tuple(timed.items()))


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
    repeats: int,
) -> float | None:
    """The seconds of one size; None if it cannot be timed, or ends in another way than the run `like`."""
    return worker.seconds(
        finding.recipe,
        size,
        repeats=repeats,
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
