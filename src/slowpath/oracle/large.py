"""When a cost grows because of what the target returns: a result of N * N characters takes N * N steps."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from slowpath.model.cost import Number
from slowpath.model.find import Inputs
from slowpath.model.growth import Growth
from slowpath.model.run import Volume
from slowpath.oracle.verdict import SUPERLINEAR
from slowpath.run.client import Worker
from slowpath.scaling.growth import fit

AHEAD = 0.25  # by how much the exponent of a cost may exceed that of the volume: a factor log n has less
BEHIND = 0.5  # by how much the slope of the volume may be behind: its leading term is most of it by then

_LEAST_SIZES = 3  # at which an input is weighed before anything is said of its growth: two fit any line
_DOUBLED = 2  # times as much that an input holds at the last of them, at least: less may be chance

Volumes = Sequence[tuple[int, Volume]]


def is_in_proportion(cost: Growth, volumes: Volumes) -> bool:
    """Whether a cost grows no faster than input and result together.

    Of the result only a power of n counts: if that of a small input explodes, that is the problem itself. An
    input that explodes excuses a cost that follows it. If there are few sizes, as of an input of n^4
    characters, volumes at all but the last show no class: their slope decides. Volumes at fewer sizes excuse
    nothing without a class.
    """
    if cost.explodes:
        return _follows(cost, volumes)
    both = fit([(size, volume.input + volume.result) for size, volume in volumes])
    if both.exponent is None:
        return False
    if both.klass is None and len(volumes) < len(cost.points) - 1:
        return False
    return _power(cost) <= min(_power(both) + AHEAD, both.exponent + BEHIND)


def input_growth(volumes: Volumes) -> Growth | None:
    """How the input grows, if that is faster than N: then growth over N says less than it seems to."""
    if len(volumes) < _LEAST_SIZES:
        return None
    growth = fit([(size, volume.input) for size, volume in volumes])
    return growth if growth.explodes or (growth.exponent or 0.0) >= SUPERLINEAR else None


def _follows(cost: Growth, volumes: Volumes) -> bool:
    """Whether a cost grows no faster than the input, as far as the two largest sizes tell."""
    costs = dict(cost.points)
    known = [(volume.input, costs[size]) for size, volume in volumes if size in costs]
    if len(known) < _LEAST_SIZES:
        return False
    (less, before), (more, after) = known[-_LEAST_SIZES], known[-1]
    if not 0 < _DOUBLED * less <= more or before <= 0 or after <= 0:
        return False
    return math.log(after / before) <= (1 + AHEAD) * math.log(more / less)


def result_growth(volumes: Volumes) -> Growth | None:
    """How the result grows; None if it is less than the input, so that this decides the cost."""
    _, largest = volumes[-1]
    if largest.result < largest.input:
        return None
    return fit([(size, volume.result) for size, volume in volumes])


def weighed(
    recipe: Inputs,
    worker: Worker,
    points: Sequence[tuple[int, Number]],
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Volumes:
    """The volumes at all sizes but the last, which would take as long as all the others together."""
    until = clock() + seconds
    volumes = []
    for size, cost in points[:-1]:
        left = until - clock()
        volume = worker.volume(recipe, size, int(2 * cost) + 1000, left) if left > 0 else None
        if volume is None:
            break
        volumes.append((size, volume))
    return volumes


def _power(growth: Growth) -> float:
    """The power of n that leads. Volumes are known up to smaller sizes than costs, so slopes differ more."""
    if growth.klass is not None and growth.terms:
        return growth.terms[0].power
    return growth.exponent or 0.0
