"""What a comparison of two implementations answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from slowpath.model.cost import Number
from slowpath.model.search import NO_RUN_ENDED
from slowpath.model.traced import TracedReport


@dataclass(frozen=True, slots=True)
class Difference:
    """An input on which two implementations were run in fresh processes.

    `results` are what the two return or raise, as text, where these differ.
    """

    inputs: Mapping[str, str]
    old: Number
    new: Number
    results: tuple[str, str] | None = None

    @property
    def difference(self) -> Number:
        """How much more the new one costs."""
        return self.new - self.old

    @property
    def ratio(self) -> float:
        """How many times as much the new one costs."""
        return self.new / max(self.old, 1)


@dataclass(frozen=True, slots=True)
class DiffReport(TracedReport):
    """What `diff` answers: `cases` are the inputs found, the widest apart first; `by` is "ratio" or
    "difference", and `delta` how far apart the costs may be by that."""

    old: str
    new: str
    measure: str
    size: int
    by: str
    delta: float
    seed: int
    runs: int
    cases: tuple[Difference, ...]

    @property
    def inconclusive(self) -> str | None:
        """Why the comparison means nothing; None if both implementations ran on an input."""
        return None if self.cases else NO_RUN_ENDED

    def apart(self, case: Difference) -> float:
        """How far apart the costs of a case are."""
        return case.ratio if self.by == "ratio" else case.difference

    @property
    def findings(self) -> tuple[Difference, ...]:
        """The cases whose costs are further apart than they may be, or whose results differ."""
        return tuple(case for case in self.cases if case.results or self.apart(case) > self.delta)
