"""Flips: inputs that decide something that no input before did.

They get behind comparisons that words alone do not pass.
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.explore.example import write_example
from slowpath.explore.exploration import place
from slowpath.run.traced import Tracer
from slowpath.search.flip.flipping import Flipping
from slowpath.search.strategy import Proposal, Scene, Strategy

_SIZE = 8  # of the inputs: short ones are solved fast, and a stretch of three repeats within them
_RUNS = 600  # beyond, decisions of the costliest runs are flipped again and again


class Flip(Strategy, place=20, traced=True):
    """Proposes the inputs of paths that decide something new, or cost more than all before."""

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield inputs of one size; recipes are made of their stretches."""
        tracer = Tracer(scene.traced(), scene.shapes, _SIZE, max_ops=scene.max_ops)
        flipping = Flipping(tracer, runs=_RUNS, is_over=scene.is_over)
        paths = flipping.paths()
        while True:
            with tracer.installed():  # not while others run: they have copies of their own
                path = next(paths, None)
            self.runs, self.solves = flipping.runs, flipping.solves
            if path is None:
                return
            for (site, reason), count in path.lost.items():
                scene.lost[place(site, tracer.sites), reason] += count
            yield Proposal(write_example(path.model, path.variables, scene.shapes, _SIZE))
