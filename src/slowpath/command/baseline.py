"""What random inputs cost that are as long as those of a finding."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from random import Random

from slowpath.errors import InputError
from slowpath.model.cost import Number
from slowpath.model.find import Baseline, Finding
from slowpath.model.scenario import ONE_CALL
from slowpath.oracle.verify import SERIES_OPS
from slowpath.run.client import Worker
from slowpath.run.messages import OPS
from slowpath.search.baseline import random_inputs
from slowpath.search.hunting import Caught
from slowpath.shape.base import Shape

_SECONDS = 1.5  # for all of them: they come after the search, whose time may be over


def baseline(
    finding: Finding, caught: Caught, known: Mapping[str, Shape], worker: Worker, seed: int
) -> Baseline | None:
    """Return the costliest of some random inputs for the parameters of a finding, as long as its largest
    counted input. None if there is nothing to compare: no run ended, or the recipe fills a receiver."""
    if finding.scenario != ONE_CALL:
        return None  # random inputs leave the receiver empty, and are given to one call
    size = finding.growth.points[-1][0]
    one, two = caught.lengths
    shapes = {each: known[each] for each in finding.recipe if each in known} or known
    ends = time.monotonic() + _SECONDS
    costs: list[Number] = []
    for inputs in random_inputs(shapes, one + (two - one) * (size - 1), Random(seed)):
        left = ends - time.monotonic()
        if left <= 0:
            break
        with suppress(InputError):  # the receiver's constructor refuses it
            run = worker.run(inputs, None, SERIES_OPS, left)
            if OPS in run.costs:
                costs.append(run.costs[OPS])
    return Baseline(max(costs), len(costs)) if costs else None
