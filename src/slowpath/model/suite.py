"""What a search for a load test suite answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.model.cost import Number
from slowpath.model.find import Baseline
from slowpath.model.provenance import ShapeNote
from slowpath.model.search import NO_RUN_ENDED
from slowpath.model.target import Target
from slowpath.model.traced import TracedReport


@dataclass(frozen=True, slots=True)
class LoadTest:
    """An input that was run in a fresh process, and what it cost there.

    `differs` is how many decisions it makes at least that another test of the suite does not share; None of a
    random input that the search did not trace, and if the search was cut before it had chosen the tests.
    """

    inputs: Mapping[str, str]
    cost: Number
    differs: int | None
    raises: str | None = None


@dataclass(frozen=True, slots=True)
class SuiteReport(TracedReport):
    """What `suite` answers: the tests, the costliest first. `threshold` is how far two of them differ at
    least; `constraints` bounds the conditions of a step, None where there was one step. `shapes` tells, by
    parameter, which inputs were searched and where that is known from, `scope` the modules that were counted
    besides those of the target."""

    target: Target
    measure: str
    size: int
    seed: int
    look_ahead: int
    constraints: int | None
    levels: int
    runs: int
    threshold: float
    tests: tuple[LoadTest, ...]
    baseline: Baseline | None
    shapes: Mapping[str, ShapeNote] = field(default_factory=dict)
    scope: tuple[str, ...] = ()
    setup: str = ""  # code in N that makes what inputs use

    @property
    def inconclusive(self) -> str | None:
        """Why the suite means nothing; None if it has tests."""
        return None if self.tests else NO_RUN_ENDED
