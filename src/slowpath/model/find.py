"""What a search for slow inputs answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from slowpath.model.circumstances import Circumstances
from slowpath.model.cost import LineCost, Number
from slowpath.model.growth import Growth
from slowpath.model.provenance import ShapeNote
from slowpath.model.redundancy import Redundancy, Remedy
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.model.target import Target
from slowpath.model.traced import TracedReport

OPS_A_SECOND = 200_000_000  # of the plain function, about: findings that were timed had 100 to 300 million
_APART = 0.5  # exponents of count and clock that differ by more do not tell the same
_FAR = 8  # times the largest size: so far on, growth to which no class fits tells nothing
COMMON_LENGTH = 10_000  # characters and items: an input of a size that most users have, for comparisons
LARGE_LENGTH = 100_000  # the same, as few users have
_FELT = 0.5  # seconds that an input so large must take: those who judged findings saw no reason to act below
OF_SETUP = "(setup)"  # stands for the objects that a setup makes, beside names of parameters
Inputs = Mapping[str, str]  # parameter -> Python expression in N, which may use what a setup names


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
    scenario: Scenario = ONE_CALL


@dataclass(frozen=True, slots=True)
class Baseline:
    """The costliest of some random inputs of the same shapes, about as large as the costliest input found."""

    cost: Number
    runs: int


class Evidence(StrEnum):
    """What shows that a cost grows. The value is what users read."""

    BOTH = "counted and timed"
    COUNTED = "counted"


class Measured(StrEnum):
    """What grows too fast. The value is that of `--measure`."""

    TIME = "ops"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Beyond:
    """The smallest size at which runs no longer end as at the sizes before, and what they raise there."""

    size: int
    raises: str  # the name of a class, or how the process ended


@dataclass(frozen=True, slots=True)
class Finding:
    """A family of inputs whose cost grows faster than it should.

    `seconds` are (size, CPU seconds of the plain function), `slope` their exponent between the two largest
    sizes. `site` and `function` are of the line that `reason` names; if none stands out, of the one that the
    search blames. `lines` are the costliest ones at the largest size that was counted. All sizes are below
    `beyond`: a run that is broken off says nothing about growth.
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
    evidence: Evidence = Evidence.COUNTED
    beyond: Beyond | None = None
    natural: bool = True  # whether each value is of a type that a caller would give
    measure: Measured = Measured.TIME
    memory: Growth | None = None  # of the peak in bytes, if that grows faster than input and result
    step: int = 1  # characters and items that the input gains when N grows by one
    scenario: Scenario = ONE_CALL
    code: str = ""  # the line that the reason names, as it is written
    remedy: Remedy | None = None  # a change of the source that was shown to help, if one was looked for
    redundancy: Redundancy | None = None  # what is done again at the hot place
    input: Growth | None = None  # of what the input holds, if that grows faster than N
    product: tuple[str, ...] = ()  # the parameters of whose sizes the cost is the product, or OF_SETUP

    def seconds_at(self, length: int) -> float | None:
        """About how many CPU seconds an input of a length takes, by the growth that was measured.

        If inputs as long as that end in another way, it is the longest one that does not. None if the cost
        explodes, or grows by no class and was measured far below: then there is no telling. Counted cost
        stands in where nothing was timed.
        """
        if self.growth.explodes or not self.growth.points:
            return None
        size, cost = self.growth.points[-1]
        exponent, seconds = self.growth.exponent, cost / OPS_A_SECOND
        if self.seconds and self.slope is not None:
            (size, seconds), exponent = self.seconds[-1], self.slope
        wanted = self._size_of(length)
        if self.beyond is not None and wanted >= self.beyond.size:
            wanted = self.largest_size
        if self.growth.klass is None and wanted > _FAR * size:
            return None
        return float(seconds * (wanted / size) ** (exponent or 1.0))

    @property
    def is_minor(self) -> bool:
        """Whether a large input takes a short time by the growth that was measured, or the largest one that
        was seen not to end otherwise: an estimate."""
        seconds = self.seconds_at(LARGE_LENGTH)
        return self.measure is Measured.TIME and seconds is not None and seconds < _FELT

    def _size_of(self, length: int) -> float:
        """The size at which the input is about so long."""
        if self.input is None or not self.input.exponent:
            return length / self.step
        size, held = self.input.points[-1]
        return float(size * (length / held) ** (1 / self.input.exponent))

    @property
    def setup(self) -> str:
        """The code in N that makes what the recipe uses; empty if it uses nothing."""
        return self.scenario.setup

    @property
    def shown(self) -> Growth:
        """The growth of what grows too fast."""
        return self.growth if self.measure is Measured.TIME or self.memory is None else self.memory

    @property
    def words(self) -> str:
        """The growth of what grows too fast; and that of the input, if that holds more than N."""
        measured = "memory " if self.measure is Measured.MEMORY else ""
        of = "" if self.input is None else f", for an input of {self.input.words}"
        return f"{measured}{self.growth_words}{of}"

    @property
    def growth_words(self) -> str:
        """How it grows: the class; without one, the more modest of what count and clock say. The points of a
        count that leaps at some size tell too much."""
        shown, by_clock = self.shown, self.slope
        if self.measure is Measured.MEMORY or shown.klass is not None or not by_clock or not shown.exponent:
            return shown.words
        return shown.words if by_clock > shown.exponent - _APART else f"about n^{by_clock:.1f} by the clock"

    @property
    def exponent(self) -> float:
        """The power of what the input holds by which grows what grows too fast; 0 if it explodes."""
        held = 1.0 if self.input is None else max(1.0, self.input.exponent or 1.0)
        return (self.shown.exponent or 0.0) / held

    @property
    def largest_size(self) -> int:
        """The largest size at which the target still returned, or raised what it raises at all of them."""
        return max((size for size, _ in (*self.growth.points, *self.seconds)), default=0)


@dataclass(frozen=True, slots=True)
class LargeResult:
    """A family of inputs whose cost grows no faster than what the target reads and returns.

    `growth` is that of the cost, `result` that of what is returned, in characters and items.
    """

    recipe: Inputs
    growth: Growth
    result: Growth
    site: str
    function: str
    found_by: str
    scenario: Scenario = ONE_CALL


@dataclass(frozen=True, slots=True)
class Unended:
    """A small input that does not finish within so many ops, nor within `seconds` in the plain function."""

    recipe: Inputs  # at N = 1
    ops: int
    seconds: float | None  # None where the plain function was not run
    scenario: Scenario = ONE_CALL


@dataclass(frozen=True, slots=True)
class FindReport(TracedReport):
    """What `find` answers. `shapes` tells, by parameter, which inputs were searched and what told so.

    `inconclusive` says why a search that found nothing means nothing; None if it was searched enough.
    """

    target: Target
    measure: str
    seed: int
    shapes: Mapping[str, ShapeNote]
    strategies: tuple[StrategyFigures, ...]
    cases: tuple[Case, ...]
    findings: tuple[Finding, ...]
    baseline: Baseline | None = None
    growth: Growth | None = None
    recipe: Inputs | None = None
    scenario: Scenario = ONE_CALL  # of the recipe
    advice: str = ""
    unended: tuple[Unended, ...] = ()
    large_results: tuple[LargeResult, ...] = ()
    inconclusive: str | None = None
    scope: tuple[str, ...] = ()  # packages that were counted in beside the target's own
    tried: int = 0  # inputs of growing size that were tried
    accepted: int = 0  # of these, for how many the target returned at some size
    returned: int = 0  # runs in which the target returned, with those that told what it takes
    blocks: tuple[int, int] = (0, 0)  # that runs executed, and that there are in the same functions
    usages: tuple[str, ...] = ()  # programs of a small size that call the target, which returns: examples
    circumstances: Circumstances | None = None
