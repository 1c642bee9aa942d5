"""Random inputs that compete with those of a beam for the places of a suite.

A beam starts from the plainest input, and from recipes. For a run-length encoder the plainest input is the
cheapest and a random one nearly the costliest. A search in steps of few conditions does not come from one to
the other in its time.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from slowpath.search.beam.states import CostedInput, worth
from slowpath.search.beam.target import BeamTarget
from slowpath.shape.inputs import build_inputs
from slowpath.shape.sampler import Sampler

MOST = 50  # random inputs: the costliest of more is hardly costlier


def random_rivals(target: BeamTarget, seed: int, over: Callable[[], bool]) -> list[CostedInput]:
    """Random inputs with their costs, the costliest first: at least one, and more until it is `over`.

    Shapes that build inputs of several structures have none.
    """
    sampler, reader = Sampler(Random(seed)), target.reader()
    found: list[CostedInput] = []
    with target.tracer.installed():
        for number in range(MOST):
            if number and over():
                break
            values = reader.values(build_inputs(target.shapes, target.size, sampler))
            if values is None:
                break
            cost = worth(target.plain(values, ()), target.judge)
            if cost >= 0:
                found.append(CostedInput(values, cost))
    return sorted(found, key=lambda each: -each.cost)
