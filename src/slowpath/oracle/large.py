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
_WEIGHED = 6  # sizes that are weighed: a class of growth needs four, and the smallest may be odd ones

Volumes = Sequence[tuple[int, Volume]]


def result_growth(cost: Growth, volumes: Volumes) -> Growth | None:
    """Return how the result grows if the cost grows no faster than input and result together; else None.

    Only a power of n counts: if the result of a small input explodes, that is the problem itself. None too if
    the volumes show no class of growth.
    """
    both = fit([(size, volume.input + volume.result) for size, volume in volumes])
    if cost.exponent is None or both.exponent is None or both.klass is None:
        return None
    if cost.exponent > both.exponent + AHEAD:
        return None
    return fit([(size, volume.result) for size, volume in volumes])


def weighed(
    recipe: Inputs,
    worker: Worker,
    points: Sequence[tuple[int, Number]],
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Volumes:
    """The volumes at the largest sizes but the last, which would take as long as all the others together."""
    until = clock() + seconds
    volumes = []
    for size, cost in points[-_WEIGHED - 1 : -1]:
        left = until - clock()
        volume = worker.volume(recipe, size, int(2 * cost) + 1000, left) if left > 0 else None
        if volume is None:
            break
        volumes.append((size, volume))
    return volumes
