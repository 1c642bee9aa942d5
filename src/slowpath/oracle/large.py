"""When a cost grows because of what the target returns: a result of N * N characters takes N * N steps."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from slowpath.model.cost import Number
from slowpath.model.find import Inputs
from slowpath.model.growth import Growth
from slowpath.model.run import Volume
from slowpath.run.client import Worker
from slowpath.scaling.growth import fit

AHEAD = 0.25  # by how much the exponent of a cost may exceed that of the volume: a factor log n has less
BEHIND = 0.5  # by how much the slope of the volume may be behind: its leading term is most of it by then

Volumes = Sequence[tuple[int, Volume]]


def is_in_proportion(cost: Growth, volumes: Volumes) -> bool:
    """Whether a cost grows no faster than input and result together.

    Only a power of n counts: if the result of a small input explodes, that is the problem itself. If there
    are few sizes, as of an input of n^4 characters, volumes at all but the last show no class: their slope
    decides. Volumes at fewer sizes excuse nothing without a class.
    """
    both = fit([(size, volume.input + volume.result) for size, volume in volumes])
    if cost.explodes or both.exponent is None:
        return False
    if both.klass is None and len(volumes) < len(cost.points) - 1:
        return False
    return _power(cost) <= min(_power(both) + AHEAD, both.exponent + BEHIND)


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
