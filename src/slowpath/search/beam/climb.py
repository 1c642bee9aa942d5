"""Where a beam starts: the input that leaps, sides and walks lead to from another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from slowpath.explore.exhaustive import Run
from slowpath.expr.variable import Values
from slowpath.search.beam.leaps import Leap, Leaper, possible
from slowpath.search.beam.sides import sides
from slowpath.search.beam.states import CostedInput, CostedRun, Judge, spread, worth
from slowpath.search.beam.walk import walked
from slowpath.values.path import Path

MOST_PLACES = 32  # of a path, evenly spread, whose questions are answered otherwise: each takes some runs


@dataclass(frozen=True, slots=True)
class Climb:
    """Looks for inputs that cost more than one at hand, the cheapest way first.

    `run` makes a symbolic run, `judge` says what it costs, and `leaper` bounds the time.
    """

    run: Run
    judge: Judge
    leaper: Leaper

    def climbed(self, start: Values) -> CostedInput:
        """The input that is reached when nothing gains any more; each on the way costs more than before."""
        best = self._ran(start)
        while True:
            for way in (self._leapt, self._sided, self._walked):
                after = way(best)
                if after.cost > best.cost:
                    best = after
                    break
            else:
                return CostedInput(best.path.model, best.cost)

    def _leapt(self, start: CostedRun) -> CostedRun:
        """The leap that gains most, made again as long as it gains."""
        best, leap = start, None
        for each, values in self.leaper.leaps(start.path, []):
            new = self._ran(values)
            if new.cost > best.cost:
                best, leap = new, each
        while leap is not None:
            again = [self._ran(values) for _, values in self.leaper.leaps(best.path, [], leap)]
            if not again or again[0].cost <= best.cost:
                break
            best = again[0]
        return best

    def _sided(self, start: CostedRun) -> CostedRun:
        best = start
        for place in islice(spread(0, len(start.path.taken) - 1), MOST_PLACES):
            for values in sides(start.path, place, self.leaper.options, self.leaper.late):
                new = self._ran(values)
                if new.cost > best.cost:
                    best = new
        return best

    def _walked(self, start: CostedRun) -> CostedRun:
        best = start
        for leap in _distinct(possible(start.path, range(len(start.path.taken)))):
            for path in walked(self.run, self.leaper, start.path, leap):
                new = self._judged(path)
                if new.cost > best.cost:
                    best = new
        return best

    def _ran(self, values: Values) -> CostedRun:
        return self._judged(self.run(values, ()))

    def _judged(self, path: Path) -> CostedRun:
        return CostedRun(path, worth(path, self.judge))


def _distinct(leaps: Iterator[Leap]) -> Iterator[Leap]:
    """Leaps that differ in more than what they hold."""
    return iter(dict.fromkeys(replace(leap, hold=True) for leap in leaps))
