"""Beam: a small suite of costly inputs, too large to be explored."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.explore.example import write_example
from slowpath.run.traced import Tracer
from slowpath.search.beam.beam import Beam, load
from slowpath.search.strategy import Proposal, Scene, Strategy

_SIZE = 12  # beyond what flips look at, and small enough for a beam of a few seconds
_TESTS = 4  # inputs: their stretches are many
_WIDTH = 8  # states a level: a wider beam does not get to the end of its inputs in its time


class BeamSuite(Strategy, place=40, traced=True):
    """Proposes the tests of a load test suite."""

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield the tests, the costliest first."""
        tracer = Tracer(scene.traced(), scene.shapes, _SIZE, max_ops=scene.max_ops)
        settings = Beam(tests=_TESTS, width=_WIDTH, seconds=scene.until - scene.clock())
        with tracer.installed():
            found = load(tracer.run, settings, clock=scene.clock)
        self.runs, self.solves = found.tally.runs, found.tally.solves
        for test in found.tests:
            path = test.path
            yield Proposal(write_example(path.model, path.variables, scene.shapes, _SIZE))
