"""Where a beam starts: the input that leaps, sides and walks lead to from another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from slowpath.explore.exhaustive import Run
from slowpath.expr.variable import Values
from slowpath.model.cost import Number
from slowpath.search.beam.leaps import Leap, Leaper, possible
from slowpath.search.beam.sides import sides
from slowpath.search.beam.states import CostedInput, Judge, spread
from slowpath.search.beam.walk import walked
from slowpath.values.path import Cut, Path

MOST_PLACES = 32  # of a path whose questions are answered otherwise by one side


@dataclass(frozen=True, slots=True)
class _Ran:
    path: Path
    cost: Number


@dataclass(frozen=True, slots=True)
class Climb:
    """Looks for inputs that cost more than one at hand, the cheapest way first."""

    run: Run
    judge: Judge
    leaper: Leaper

    def climbed(self, start: Values) -> CostedInput:
        """The input that is reached when nothing gains any more; each on the way costs more than before."""
        best = self._ran(start)
        while True:
            for way in (self._leapt, self._sided, self._marched):
                after = way(best)
                if after.cost > best.cost:
                    best = after
                    break
            else:
                return CostedInput(best.path.model, best.cost)

    def _leapt(self, start: _Ran) -> _Ran:
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

    def _sided(self, start: _Ran) -> _Ran:
        best = start
        for place in islice(spread(0, len(start.path.taken) - 1), MOST_PLACES):
            for values in sides(start.path, place, self.leaper.options):
                if self.leaper.late():
                    return best
                new = self._ran(values)
                if new.cost > best.cost:
                    best = new
        return best

    def _marched(self, start: _Ran) -> _Ran:
        best = start
        for leap in _distinct(possible(start.path, range(len(start.path.taken)))):
            for path in walked(self.run, self.leaper, start.path, leap):
                new = self._judged(path)
                if new.cost > best.cost:
                    best = new
        return best

    def _ran(self, values: Values) -> _Ran:
        return self._judged(self.run(values, ()))

    def _judged(self, path: Path) -> _Ran:
        return _Ran(path, self.judge(path) if path.cut in (None, Cut.BUDGET) else -1)


def _distinct(leaps: Iterator[Leap]) -> Iterator[Leap]:
    """Leaps that differ in more than what they hold."""
    return iter(dict.fromkeys(replace(leap, hold=True) for leap in leaps))
