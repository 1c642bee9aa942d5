"""Scouts: ways to search that look at small inputs in the trace build, and suggest recipes of N.

Each gets behind what words alone do not: `flip` behind comparisons, `beam` to costly inputs too large to
explore, `scale` to the worst cases of small sizes and what they have in common. All suggest to the same
search, which judges recipes by counted runs.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from slowpath.explore.example import write_example
from slowpath.explore.exploration import place
from slowpath.model.find import Strategy
from slowpath.model.run import Lost
from slowpath.recipe.recipe import Recipe
from slowpath.recipe.stretch import recipes_of
from slowpath.run.traced import Tracer
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.worst import WorstEffort
from slowpath.scaling.pattern.generator import RecipeEffort
from slowpath.search.beam import beam
from slowpath.search.flip.flipping import Flipping
from slowpath.search.policy import learning
from slowpath.search.ways import patterned_at
from slowpath.shape.base import Shape
from slowpath.target.load import Loaded

FLIP, BEAM, SCALE = "flip", "beam", "scale"
_FLIP_SIZE, _FLIP_RUNS = 8, 600
_BEAM_SIZE, _BEAM_TESTS, _BEAM_WIDTH = 12, 4, 8
_SCALE_SIZES = (2, 5)  # sizes that are explored
_SCALE_LARGE = 24  # the size at which recipes that explain them are compared
_SCALE_PATHS = 600
_MOST_LOST = 20


@dataclass(slots=True)
class Scouts:
    """The scouts of one search; `seconds` is what each may take."""

    traced: Loaded
    counted: Loaded
    shapes: Mapping[str, Shape]
    optional: Collection[str]
    max_ops: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    done: list[Strategy] = field(default_factory=list)
    _lost: Counter[tuple[str, str]] = field(default_factory=Counter)

    def suggestions(self) -> Iterator[tuple[str, list[Recipe]]]:
        """Send out one scout after the other; yield what each suggests under its name."""
        for name, scout in ((FLIP, self._flip), (SCALE, self._scale), (BEAM, self._beam)):
            began = self.clock()
            recipes, runs, solves, best = scout(began + self.seconds)
            self.done.append(Strategy(name, runs, solves, best, self.clock() - began))
            yield name, recipes

    def lost(self) -> tuple[Lost, ...]:
        """Where runs stopped to tell how they depend on the input, the most frequent first."""
        return tuple(Lost(*key, count) for key, count in self._lost.most_common(_MOST_LOST))

    def _flip(self, deadline: float) -> tuple[list[Recipe], int, int, int]:
        """Inputs that decide what no other does."""
        tracer = Tracer(self.traced, self.shapes, _FLIP_SIZE, max_ops=self.max_ops)
        flipping = Flipping(tracer, runs=_FLIP_RUNS, is_over=lambda: self.clock() >= deadline)
        made: list[Recipe] = []
        best = 0
        with tracer.installed():
            for path in flipping.paths():
                for (site, reason), count in path.lost.items():
                    self._lost[place(site, tracer.sites), reason] += count
                best = max(best, path.cost)
                made += self._pumped(write_example(path.model, path.variables, self.shapes, _FLIP_SIZE))
        return made, flipping.runs, flipping.solves, best

    def _beam(self, deadline: float) -> tuple[list[Recipe], int, int, int]:
        """A small suite of costly inputs."""
        tracer = Tracer(self.traced, self.shapes, _BEAM_SIZE, max_ops=self.max_ops)
        settings = beam.Beam(tests=_BEAM_TESTS, width=_BEAM_WIDTH, seconds=deadline - self.clock())
        with tracer.installed():
            found = beam.load(tracer.run, settings, clock=self.clock)
        made = [
            each
            for test in found.tests
            for each in self._pumped(
                write_example(test.path.model, test.path.variables, self.shapes, _BEAM_SIZE)
            )
        ]
        best = max((int(test.cost) for test in found.tests), default=0)
        return made, found.tally.runs, found.tally.solves, best

    def _scale(self, deadline: float) -> tuple[list[Recipe], int, int, int]:
        """The recipe that explains the worst cases of small sizes."""
        subject = ScaledTarget(self.traced, self.counted, self.shapes)
        half = (deadline - self.clock()) / 2
        first, last = _SCALE_SIZES
        exploring = WorstEffort(paths=_SCALE_PATHS, patience=_SCALE_PATHS // 4, seconds=half / 2)
        plan = learning.LearningPlan(first=first, last=last, seconds=half, effort=exploring)
        small = learning.explored(subject, plan, self.clock)
        runs = sum(len(each.paths) for each in small.sizes)
        best = max((each.cost for each in small.sizes), default=0)
        left = deadline - self.clock()
        if not small.sizes or left <= 0:
            return [], runs, 0, best
        pattern = patterned_at(subject, small, _SCALE_LARGE, RecipeEffort(seconds=left), self.clock)
        return ([] if pattern is None else [pattern.recipe]), runs, 0, best

    def _pumped(self, written: Mapping[str, str]) -> list[Recipe]:
        return list(recipes_of(written, self.shapes, self.optional))
