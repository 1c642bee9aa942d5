"""Growth that ends where the target begins to raise: a limit on iterations, for example, bounds it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from slowpath.model.cost import Number
from slowpath.model.find import Inputs
from slowpath.model.run import End
from slowpath.oracle.verdict import SUPERLINEAR
from slowpath.run.client import Worker
from slowpath.run.messages import OPS

_FURTHER = 2  # times the size of the last run that raised: less would not show how the cost goes on
_MOST_TIMES = 8  # the cost of that run: twice the size costs four times as much if the growth went on

Points = Sequence[tuple[int, Number]]


def levels_off(recipe: Inputs, worker: Worker, points: Points, tail: Points, seconds: float) -> bool:
    """Whether the cost goes on in the runs beyond the `points`, which raise, but no longer grows too fast.

    The `tail` are these runs. If the target refuses larger inputs early, they cost less than the points, and
    tell nothing about the growth.
    """
    if not tail or not points or tail[0][1] < points[-1][1]:
        return False
    known = list(tail)
    if len(known) == 1 or _FURTHER * known[0][0] > known[-1][0]:
        size, cost = known[-1]
        run = worker.run(recipe, _FURTHER * size, int(_MOST_TIMES * cost), seconds)
        if run.end is not End.RAISED or OPS not in run.costs:
            return False
        known.append((_FURTHER * size, run.costs[OPS]))
    (first, least), (last, most) = known[0], known[-1]
    return math.log(most / least) / math.log(last / first) < SUPERLINEAR
