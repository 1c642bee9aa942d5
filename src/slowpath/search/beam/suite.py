"""A load test suite of a target at any size, by the beam or in steps."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from slowpath.explore.exhaustive import Clock
from slowpath.expr.variable import Values
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.search.beam.beam import Beam, LoadSuite, load
from slowpath.search.beam.chain import chained
from slowpath.search.beam.recipes import LARGE, starts
from slowpath.search.beam.rivals import random_rivals
from slowpath.search.beam.states import CostedInput
from slowpath.search.beam.target import BeamTarget

RIVALS = 0.05  # of the time, for random inputs; mutations of the costliest have half of the time
NARROW = 2_000  # decisions of a run from which a step notes its own only: more take longer than to run again


def suite(
    at: Callable[[int], BeamTarget],
    size: int,
    beam: Beam,
    *,
    seed: int = 0,
    clock: Clock = time.monotonic,
    knowledge: Knowledge = ALL,
    rivals: Sequence[CostedInput] = (),
) -> LoadSuite:
    """Search for a suite from recipes, where the size is large, and from the plainest input; with a seed from
    a random one too. `at` prepares the target at a size.

    Random inputs and `rivals`, and what mutations make of them, compete for the places of the suite.
    """
    end = None if beam.seconds is None else clock() + beam.seconds
    chosen = at(size)
    share = None if beam.seconds is None else clock() + RIVALS * beam.seconds
    count = 0

    def over() -> bool:
        """Whether random inputs have had their share: of the time, or of the runs if no time bounds them."""
        nonlocal count
        count += 1
        return count >= beam.tests if share is None else clock() >= share

    rivals = [*rivals, *random_rivals(chosen, seed, over)[: beam.tests]]
    inputs: list[Values] = []
    if beam.leaps and size >= LARGE:
        seconds = None if end is None else max(end - clock(), 0.0)
        inputs += starts(at, size, beam.tests, seconds, clock, knowledge=knowledge)
    inputs += chosen.starts(seed)
    left = beam if end is None else replace(beam, seconds=max(end - clock(), 0.0))
    with chosen.tracer.installed():
        if beam.constraints is None:
            return load(chosen.run, left, inputs, chosen.judge, clock, chosen.plain, rivals)
        inputs = [each.values for each in rivals] + inputs
        return chained(
            chosen.run,
            left,
            beam.constraints,
            inputs,
            narrow=chosen.narrow if _is_long(chosen, inputs[0]) else None,
            judge=chosen.judge,
            clock=clock,
            rivals=rivals,
        )


def _is_long(target: BeamTarget, values: Values) -> bool:
    """Whether a run makes so many decisions that each step had better note its own only."""
    return len(target.narrow((), NARROW)(values, ()).taken) >= NARROW
