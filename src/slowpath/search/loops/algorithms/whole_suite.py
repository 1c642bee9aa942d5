"""Whole suite: what is bred are sets of things, and one number says how fit a set is (Fraser, Arcuri)."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.search.loops.algorithm import Algorithm, Rate, Rated, Thing

_LENGTH = 5  # things of a new suite: it grows by what helps
_LONGEST = 20  # things of any suite: without a bound a suite keeps all that is known
_CROSSOVER = 0.75  # share of children that have two parents; the others vary one. Not measured
_TOURNAMENT = 5  # suites of which the best becomes a parent, as many as in `mosa`
_SUITES = 10  # that are kept: each has several things, and only those that are new are rated

Suite = tuple[Rated[Thing], ...]


class WholeSuite(Algorithm[Thing]):
    """Keeps the suites with the best sum, over all goals, of the fitness of their best thing."""

    name = "whole_suite"
    _suites: Sequence[Suite[Thing]] = ()

    def seed(self, things: Sequence[Thing], rate: Rate) -> None:
        """Share the things out among new suites, in their order; the best suites are kept."""
        rated = self._rated(things, rate)
        made = [suite for place in range(_SUITES) if (suite := tuple(rated[place::_SUITES][:_LONGEST]))]
        self._suites = sorted([*self._suites, *made], key=self._key)[:_SUITES]

    def step(self, rate: Rate, elapsed: float) -> None:
        children: list[tuple[Suite[Thing], list[Thing]]] = []
        while sum(len(new) for _, new in children) < self._size:
            if len(self._suites) + len(children) < _SUITES:
                children.append(((), [self.variation.fresh(self._random) for _ in range(_LENGTH)]))
            else:
                children.append(self._child())
        rated = iter(self._rated([thing for _, new in children for thing in new], rate))
        made = [(*kept, *(next(rated) for _ in new))[-_LONGEST:] for kept, new in children]
        self._suites = sorted([*self._suites, *made], key=self._key)[:_SUITES]

    def known(self) -> list[Rated[Thing]]:
        kept = (each for suite in self._suites for each in suite)
        return list({each.thing: each for each in (*super().known(), *kept)}.values())

    def _child(self) -> tuple[Suite[Thing], list[Thing]]:
        """The things that a new suite keeps of its parents, and those that are changed or made anew."""
        suite = self._parent()
        if self._random.random() < _CROSSOVER:
            other, cut = self._parent(), self._random.random()
            suite = (*suite[: round(cut * len(suite))], *other[round(cut * len(other)) :]) or suite
        kept: list[Rated[Thing]] = []
        new: list[Thing] = []
        for each in suite:
            if self._random.random() < 1 / len(suite):
                new.append(self.variation.mutated(each.thing, self._random))
            else:
                kept.append(each)
        chance = 0.5 if new else 1.0  # a child differs from its parents
        while self._random.random() < chance:
            new.append(self.variation.fresh(self._random))
            chance /= 2
        return tuple(kept), new

    def _parent(self) -> Suite[Thing]:
        """The best of some; the suites are in order."""
        places = [self._random.randrange(len(self._suites)) for _ in range(_TOURNAMENT)]
        return self._suites[min(places)]

    def _key(self, suite: Suite[Thing]) -> tuple[float, int]:
        """How good a suite is: less is better (Algorithm 1 of WhiteSyn)."""
        fitness = sum(
            min((each.fitness[goal] for each in suite), default=1.0) for goal in range(self.aims.count)
        )
        return fitness, sum(each.weight for each in suite)
