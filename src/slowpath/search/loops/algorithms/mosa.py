"""MOSA, the many-objective sorting algorithm: one number for each goal, and none of them is summed up."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.search.loops.algorithm import Algorithm, Rate, Rated, Thing
from slowpath.search.loops.ranking import survivors

_CROSSOVER = 0.75  # share of children that have two parents, as in the paper
_TOURNAMENT = 5  # things of which the best becomes a parent: with more, the best ones are the parents of all


class Mosa(Algorithm[Thing]):
    """Keeps a population that is sorted for the goals that are not covered."""

    name = "mosa"
    _population: Sequence[Rated[Thing]] = ()

    def seed(self, things: Sequence[Thing], rate: Rate) -> None:
        self._keep(self._rated(things, rate))

    def step(self, rate: Rate, elapsed: float) -> None:
        missing = self._size - len(self._population)
        if missing > 0:
            self._keep(self._rated([self.variation.fresh(self._random) for _ in range(missing)], rate))
        children = [self._child() for _ in range(self._size)]
        self._keep(self._rated(children, rate))

    def known(self) -> list[Rated[Thing]]:
        return list({each.thing: each for each in (*super().known(), *self._population)}.values())

    def wanted(self) -> list[int]:
        """Return the goals that the population is sorted for."""
        return sorted(set(range(self.aims.count)) - self.archive.covered)

    def _keep(self, rated: Sequence[Rated[Thing]]) -> None:
        """Let the best of the population and of others be the population; equal things are kept once."""
        several = {each.thing: each for each in (*self._population, *rated)}
        self._population = survivors(list(several.values()), self.wanted(), self._size)

    def _child(self) -> Thing:
        thing = self._parent()
        if self._random.random() < _CROSSOVER:
            thing = self.variation.crossed(thing, self._parent(), self._random)
        return self.variation.mutated(thing, self._random)

    def _parent(self) -> Thing:
        """The best of some; the population is in order."""
        places = [self._random.randrange(len(self._population)) for _ in range(_TOURNAMENT)]
        return self._population[min(places)].thing
