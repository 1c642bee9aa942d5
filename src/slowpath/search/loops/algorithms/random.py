"""Random things, each made anew: what every other algorithm must beat."""

from __future__ import annotations

from slowpath.search.loops.algorithm import Algorithm, Rate, Thing


class RandomSearch(Algorithm[Thing]):
    """Rates fresh things, some of them changed a few times, and learns nothing."""

    name = "random"

    def step(self, rate: Rate, elapsed: float) -> None:
        things = []
        for _ in range(self._size):
            thing = self.variation.fresh(self._random)
            while self._random.random() < 0.5:
                thing = self.variation.mutated(thing, self._random)
            things.append(thing)
        self._rated(things, rate)
