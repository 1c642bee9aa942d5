"""A load test suite of a target at any size, by the beam or in steps."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from slowpath.explore.exhaustive import Clock
from slowpath.expr.variable import Values
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.search.beam.beam import Beam, LoadSuite, load
from slowpath.search.beam.chain import chained
from slowpath.search.beam.recipes import LARGE, starts
from slowpath.search.beam.target import BeamTarget


def suite(
    at: Callable[[int], BeamTarget],
    size: int,
    beam: Beam,
    *,
    seed: int = 0,
    max_solver_constraints: int | None = None,
    clock: Clock = time.monotonic,
    knowledge: Knowledge = ALL,
) -> LoadSuite:
    """Search for a suite from recipes, where the size is large, and from the plainest input; with a seed from
    a random one too. `at` prepares the target at a size. With `max_solver_constraints` in steps (CLLG)."""
    end = None if beam.seconds is None else clock() + beam.seconds
    chosen = at(size)
    inputs: list[Values] = []
    if beam.leaps and size >= LARGE:
        inputs += starts(at, size, beam.tests, beam.seconds, clock, knowledge)
    inputs += chosen.starts(seed)
    left = beam if end is None else replace(beam, seconds=max(end - clock(), 0.0))
    with chosen.tracer.installed():
        if max_solver_constraints is None:
            return load(chosen.run, left, inputs, chosen.judge, clock, chosen.plain)
        return chained(chosen.run, left, max_solver_constraints, inputs, judge=chosen.judge, clock=clock)
