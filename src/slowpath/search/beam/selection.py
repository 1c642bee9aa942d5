"""Which of the inputs that a beam has seen are the tests of a suite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from slowpath.explore.exhaustive import Clock, Run
from slowpath.expr.variable import Value, Values
from slowpath.search.beam.diversity import differs
from slowpath.search.beam.states import CostedInput, CostedRun, Judge, is_whole

MOST_TRIED = 40  # inputs, costliest first, that are run again for each test: later ones cost less
_FUTILE = 8  # inputs near to tests that took no path of their own, after which others come first
_NEAR = 0.1  # of the values of an input, in which it differs at least from one that is not near


@dataclass(frozen=True, slots=True)
class Selection:
    """Runs inputs again to see how far their paths differ: `count` tests that differ by `least` decisions.

    When the next run would end after the time `deadline`, no more than `count` are run again.
    """

    run: Run
    judge: Judge
    clock: Clock
    deadline: float | None
    count: int
    least: float

    def tests(self, inputs: Iterable[CostedInput], known: Sequence[CostedRun] = ()) -> tuple[CostedRun, ...]:
        """The costliest of inputs whose paths differ from one another; tests that are known do not run."""
        paths = {_key(test.path.model): test.path for test in known}
        ranked = sorted(
            [*inputs, *(CostedInput(test.path.model, test.cost) for test in known)],
            key=lambda each: each.cost,
            reverse=True,
        )
        chosen: list[CostedRun] = []
        tried: set[tuple[Value, ...]] = set()
        late = futile = 0
        longest = 0.0  # of the runs so far
        # Inputs that differ from a test in a few values may take its path: where some do, such come last.
        for last in (False, True):
            for each in ranked:
                if len(chosen) == self.count or len(tried) == MOST_TRIED * self.count:
                    break
                key = _key(each.values)
                if key in tried or (key not in paths and late == self.count):
                    continue
                near = self._is_near(each.values, chosen)
                if near and not last and (futile >= _FUTILE or self._late(longest)):
                    continue
                tried.add(key)
                late += key not in paths and self._late(longest)
                began = self.clock()
                path = paths.get(key) or self.run(each.values, ())
                longest = max(longest, self.clock() - began)
                if is_whole(path) and differs(path, [test.path for test in chosen], self.least):
                    chosen.append(CostedRun(path, self.judge(path)))
                else:
                    futile += near
        return tuple(sorted(chosen, key=lambda test: -test.cost))

    def _is_near(self, values: Values, tests: Sequence[CostedRun]) -> bool:
        enough = min(self.least, _NEAR * len(values))
        return any(_apart(values, test.path.model) < enough for test in tests)

    def _late(self, run: float) -> bool:
        """Whether a run of so many seconds would end too late."""
        return self.deadline is not None and self.clock() + run >= self.deadline


def _key(values: Values) -> tuple[Value, ...]:
    return tuple(values.values())


def _apart(values: Values, others: Values) -> int:
    """In how many values two inputs differ."""
    return sum(value != others.get(place) for place, value in values.items())
