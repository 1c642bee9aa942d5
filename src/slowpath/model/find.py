"""What a search for slow inputs answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from slowpath.model.cost import LineCost, Number
from slowpath.model.growth import Growth
from slowpath.model.provenance import ShapeNote
from slowpath.model.run import Lost
from slowpath.model.stop import StopReason
from slowpath.model.target import Target

Inputs = Mapping[str, str]  # parameter -> Python expression, in builtins and N alone


@dataclass(frozen=True, slots=True)
class StrategyFigures:
    """What one strategy did. `best` is the highest cost of an input that it proposed, in ops."""

    name: str
    runs: int
    solves: int
    best: Number
    seconds: float


@dataclass(frozen=True, slots=True)
class Case:
    """An input that was run in a fresh process: counted, and timed in the plain function."""

    size: int
    input: Inputs
    cost: Number
    seconds: float | None
    raises: str | None
    path: str  # a digest of what was executed how often
    found_by: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """The costliest of some random inputs of the same shapes, about as large as the costliest input found."""

    cost: Number
    runs: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A family of inputs whose cost grows faster than it should.

    `seconds` are (size, CPU seconds of the plain function), `slope` their exponent between the two largest
    sizes. `lines` are the costliest ones at the largest size that was counted.
    """

    recipe: Inputs
    growth: Growth
    seconds: tuple[tuple[int, float], ...]
    slope: float | None
    reason: str
    site: str
    function: str
    lines: tuple[LineCost, ...]
    raises: str | None
    found_by: str


@dataclass(frozen=True, slots=True)
class Unended:
    """A small input that does not finish within so many ops, nor within `seconds` in the plain function."""

    recipe: Inputs  # at N = 1
    ops: int
    seconds: float | None  # None where the plain function was not run


@dataclass(frozen=True, slots=True)
class FindReport:
    """What `find` answers. `shapes` tells, by parameter, which inputs were searched and what told so."""

    target: Target
    measure: str
    seed: int
    elapsed: float
    stopped_because: StopReason
    shapes: Mapping[str, ShapeNote]
    strategies: tuple[StrategyFigures, ...]
    cases: tuple[Case, ...]
    findings: tuple[Finding, ...]
    baseline: Baseline | None = None
    growth: Growth | None = None
    recipe: Inputs | None = None
    advice: str = ""
    lost: tuple[Lost, ...] = ()
    unended: tuple[Unended, ...] = ()
    scope: tuple[str, ...] = ()  # packages that were counted in beside the target's own
