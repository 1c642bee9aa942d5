"""MIO, many independent objectives: a small population for each goal (Arcuri, 2017)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from slowpath.search.loops.algorithm import Aims, Algorithm, Rate, Rated, Thing, Variation

_KEPT = 10  # things for a goal; one when the search narrows, and one for a goal that is covered
_FRESH = 0.5  # share of things that are made anew; none when the search narrows
_NARROW = 0.5  # share of the budget after which it does: half to explore, half to refine; not measured


class Mio(Algorithm[Thing]):
    """Changes things of the goal that was tried least since it got better."""

    name = "mio"

    def __init__(self, aims: Aims, variation: Variation[Thing], random: Random, size: int = 30) -> None:
        super().__init__(aims, variation, random, size)
        self._known: list[list[Rated[Thing]]] = [[] for _ in range(aims.count)]
        self._tried = [0] * aims.count  # since the goal got better

    def seed(self, things: Sequence[Thing], rate: Rate) -> None:
        self._keep(self._rated(things, rate), _KEPT)

    def step(self, rate: Rate, elapsed: float) -> None:
        share = max(0.0, 1.0 - elapsed / _NARROW)
        kept = 1 + round(share * (_KEPT - 1))
        things = [self._next(share * _FRESH) for _ in range(self._size)]
        self._keep(self._rated(things, rate), kept)

    def known(self) -> list[Rated[Thing]]:
        kept = (each for known in self._known for each in known)
        return list({each.thing: each for each in (*super().known(), *kept)}.values())

    def _next(self, fresh: float) -> Thing:
        covered = self.archive.covered
        open_goals = [goal for goal, known in enumerate(self._known) if known and goal not in covered]
        if not open_goals or self._random.random() < fresh:
            return self.variation.fresh(self._random)
        goal = min(open_goals, key=lambda each: self._tried[each])
        self._tried[goal] += 1
        chosen = self._random.choice(self._known[goal])
        return self.variation.mutated(chosen.thing, self._random)

    def _keep(self, rated: Sequence[Rated[Thing]], most: int) -> None:
        covered = self.archive.covered
        for goal, known in enumerate(self._known):
            best = min((each.key(goal) for each in known), default=(1.0, 0))
            new = [each for each in rated if each.fitness[goal] < 1.0]
            if any(each.key(goal) < best for each in new):
                self._tried[goal] = 0
            several = {each.thing: each for each in (*known, *new)}
            ordered = sorted(several.values(), key=lambda each: each.key(goal))
            self._known[goal] = ordered[: 1 if goal in covered else most]
