"""When the memory of a run grows faster than what it is given and returns."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from slowpath.model.cost import Number
from slowpath.model.find import Inputs
from slowpath.model.growth import Growth
from slowpath.model.run import Run
from slowpath.oracle.large import AHEAD, Volumes
from slowpath.oracle.verdict import is_superlinear
from slowpath.run.client import Worker
from slowpath.scaling.growth import fit
from slowpath.scaling.plan import SPAN

LEAST = 1 << 18  # bytes at the largest size: less is what imports, caches and containers take by chance
_ENOUGH = 16 * LEAST  # from here on a class of growth shows, whatever else there is
_LINEAR = (
    2.3  # by which what a doubling of the size adds is multiplied at the next: n log n has less, n^1.5 2.8
)
_LARGEST = 1 << 20  # as for the sizes that are timed
_SIZES = 6  # that are measured: a class of growth needs four, and the smallest may be odd ones


def peaks(
    recipe: Inputs,
    worker: Worker,
    points: Sequence[tuple[int, Number]],
    seconds: float,
    like: Run | None,
    clock: Callable[[], float] = time.monotonic,
) -> list[tuple[int, Number]]:
    """The peak of memory of the plain function at the largest sizes, and at larger ones while it is small.

    Fewer sizes are measured if the peak grows no faster than the size once there is some memory.
    """
    until = clock() + seconds
    measured: list[tuple[int, Number]] = []
    sizes = _first_sizes(points)
    while sizes and clock() < until:
        size = sizes.pop(0)
        peak = worker.peak(recipe, size, until - clock(), like)
        if peak is None:
            break
        measured.append((size, peak))
        if _is_linear(measured):
            break
        if not sizes and peak < _ENOUGH and 2 * size <= _LARGEST:
            sizes.append(2 * size)
    return measured


def _first_sizes(points: Sequence[tuple[int, Number]]) -> list[int]:
    """The largest of the sizes that were counted, as many as make up the span of a class of growth."""
    sizes = [size for size, _ in points]
    within = sum(SPAN * size > sizes[-1] for size in sizes)
    return sizes[-max(_SIZES, within + 1) :]


def _is_linear(measured: Sequence[tuple[int, Number]]) -> bool:
    """Whether the last two doublings of the size add memory that matters, the second twice the first."""
    known = dict(measured)
    size = max(known)
    if size // 4 not in known or size // 2 not in known:
        return False
    first, second = known[size // 2] - known[size // 4], known[size] - known[size // 2]
    return first >= LEAST and second <= _LINEAR * first


def excess(measured: Sequence[tuple[int, Number]], volumes: Volumes, *, ends: bool = False) -> Growth | None:
    """Return how the peak of memory grows, if that is too fast: faster than input and result together.

    If there are no volumes, N counts. If growth `ends` at the largest size, there must be more memory there.
    """
    growth = fit(list(measured))
    if not measured or measured[-1][1] < (_ENOUGH if ends else LEAST) or not is_superlinear(growth):
        return None
    both = fit([(size, volume.input + volume.result) for size, volume in volumes])
    if growth.exponent is not None and both.exponent is not None and growth.exponent <= both.exponent + AHEAD:
        return None
    return growth
