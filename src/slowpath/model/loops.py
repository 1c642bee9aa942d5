"""Loops, the goals that ask for many iterations of them, and what a run did with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.model.search import SearchReport

# A block, loop or native operation: its file, and its number among the sites of that file. Unlike the index
# of a site it is the same in every process, and in the count, trace and loop builds.
SiteKey = tuple[str, int]
Nest = tuple[SiteKey, ...]  # loops, the outermost first
Iterations = tuple[int, ...]  # of the loops of a nest, the outermost first


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop of the target's code: a statement, a comprehension, or C code over an operand.

    `what` is the name of a native operation, "" for a loop in Python.
    """

    key: SiteKey
    file: str
    line: int
    function: str
    what: str = ""

    @property
    def site(self) -> str:
        """Where the loop stands, for people."""
        return f"{self.file}:{self.line}"

    @property
    def is_native(self) -> bool:
        """Whether C code goes round."""
        return bool(self.what)


@dataclass(frozen=True, slots=True)
class Goal:
    """A loop that is to iterate `wanted` times in each iteration of the loops around it, `depth` in all.

    `nests` are the nests of that depth, by the code, that end in the loop: one of them is enough. `path` are
    the blocks that every way from the target to the loop's back edge passes, in this order.
    """

    loop: Loop
    depth: int
    wanted: int
    nests: tuple[Nest, ...]
    path: tuple[SiteKey, ...]


@dataclass(frozen=True, slots=True)
class LoopGoals:
    """The goals of a target. `unreachable` are loops at that depth that no run can reach."""

    goals: tuple[Goal, ...]
    unreachable: tuple[Loop, ...] = ()


@dataclass(frozen=True, slots=True)
class Execution:
    """What one run did with loops.

    `blocks` are those that were executed. `nests` tells by innermost loop, for each nest up to the depth that
    was asked for, its best iterations: in one execution of the outermost loop, every iteration of a loop
    holds an execution of the next one with at least that many iterations. A nest of which this is not true
    with at least one iteration is not there. The best has the most iterations of the innermost loop, then of
    the one around it, and so on; iterations beyond `limit` do not count.
    """

    blocks: frozenset[SiteKey]
    nests: Mapping[SiteKey, Mapping[Nest, Iterations]] = field(default_factory=dict)
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class NestRun:
    """How often the loops of a nest went round in one run; `function` has the innermost one."""

    nest: Nest
    iterations: Iterations
    function: str

    @property
    def guaranteed(self) -> int:
        """How often every one of the loops went round."""
        return min(self.iterations)


@dataclass(frozen=True, slots=True)
class LoopInput:
    """What anybody can run again: inputs of a target at a size, which may use what the code of `setup`
    makes."""

    target: str
    inputs: Mapping[str, str]
    setup: str
    size: int


@dataclass(frozen=True, slots=True)
class GoalResult:
    """How far a search came with one goal.

    `iterations` is what the program guarantees of every loop of the nest; `program` is its source, None if
    no run reached the loop; `blocked_by` says what is missing, None if nothing is. `input` is the program as
    inputs of its target. `raises` is the exception that the run ends with, if it does.
    """

    site: str
    function: str
    depth: int
    wanted: int
    iterations: int
    program: str | None
    blocked_by: str | None
    input: LoopInput | None = None
    raises: str | None = None


@dataclass(frozen=True, slots=True)
class LoopsReport(SearchReport):
    """What `loops` answers. `feasible` goals are those that nothing proves unreachable.

    `inconclusive` says why the search could not begin, None if it did. `kept` goals were reached by earlier
    searches of the same code. `notices` tell what happened to the store that keeps them.
    """

    target: str
    goals: tuple[GoalResult, ...]
    reached: int
    feasible: int
    unreachable: int
    algorithm: str
    seed: int
    runs: int = 0
    inconclusive: str | None = None
    kept: int = 0
    notices: tuple[str, ...] = ()
