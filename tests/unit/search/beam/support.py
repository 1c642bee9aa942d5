"""The targets of beams, prepared, and what a beam finds for them."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from pathlib import Path as File

from slowpath.explore.cases import Metered, metered
from slowpath.search.beam.beam import Beam, LoadSuite, load
from slowpath.search.beam.target import BeamTarget, subject
from slowpath.shape.base import Shape
from slowpath.shape.library import ints
from slowpath.values.path import Path
from tests.unit.search.beam import programs

INTS: dict[str, Shape] = {"xs": ints()}


@cache
def target(name: str) -> Metered:
    return metered(f"{File(programs.__file__)}:{name}")


def prepared(
    name: str, size: int, measure: str = "ops", shapes: dict[str, Shape] | None = None
) -> BeamTarget:
    return subject(target(name), shapes or INTS, size, measure)


def suite(subject: BeamTarget, beam: Beam, seed: int = 0) -> LoadSuite:
    with subject.tracer.installed():
        return load(subject.run, beam, subject.starts(seed), subject.judge)


def worst(subject: BeamTarget) -> int:
    with subject.tracer.installed():
        orders = permutations(range(subject.size))
        return max(subject.run(dict(enumerate(order)), ()).cost for order in orders)


def values(found: LoadSuite) -> list[list[float]]:
    return [[test.path.model[index] for index in sorted(test.path.model)] for test in found.tests]


def ran(chosen: BeamTarget, *numbers: float) -> Path:
    """The path of an input of numbers."""
    with chosen.tracer.installed():
        return chosen.run(dict(enumerate(numbers)), ())
