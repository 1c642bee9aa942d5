"""One execution of the target."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from slowpath.model.cost import Costs, LineCost, Number, PatternCost
from slowpath.model.loops import NestRun
from slowpath.model.redundancy import ReadRun


class End(StrEnum):
    """How a run ended."""

    RETURNED = "returned"
    RAISED = "raised"
    BUDGET = "cost budget"  # stopped at a block boundary, deterministically
    CPU = "cpu limit"
    TIME = "time limit"
    MEMORY = "memory limit"
    REFUSED = "refused"  # the target did what needs --allow
    DIED = "died"  # the process ended: os._exit, a signal, a crash in C code


@dataclass(frozen=True, slots=True)
class Lost:
    """A place whose work, or whose dependence on the input, slowpath could not see."""

    site: str  # "file.py:12"
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class Volume:
    """How much a run was given, and how much more it returned: characters, items and words of numbers, each
    object once."""

    input: int
    result: int


@dataclass(frozen=True, slots=True)
class Run:
    """What one execution of the target showed.

    `detail` explains an end other than RETURNED in one line ("ValueError: bad digit",
    "os._exit(3)", "tried to write /tmp/x"). Costs and lines are empty where the process died. `raises` is the
    exception in one line, `exception` the name of its class.
    `pattern` is the regular expression that cost the most. `volume` is known only if it was asked for.
    `building` is what the setup of the input cost, in ops, if it has one; no other cost includes it.
    `nests` are the nests of loops that went round, `reads` what was read again, if they were asked for.
    `outcome` is a digest of what the run left behind, if it was asked for and could be read.
    """

    end: End
    costs: Costs
    lines: tuple[LineCost, ...]
    lost: tuple[Lost, ...]
    raises: str | None = None
    detail: str = ""
    pattern: PatternCost | None = None
    exception: str | None = None
    volume: Volume | None = None
    building: Number | None = None
    nests: tuple[NestRun, ...] = ()
    reads: ReadRun | None = None
    outcome: str | None = None

    def ends_like(self, other: Run) -> bool:
        """Whether both runs returned, or raised exceptions of one class."""
        return (self.end, self.exception) == (other.end, other.exception)
