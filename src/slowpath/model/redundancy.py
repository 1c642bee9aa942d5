"""Work that a run does again and again, and what would help."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from slowpath.model.loops import SiteKey
from slowpath.model.search import SearchReport


class RedundancyKind(StrEnum):
    """What is done again in every iteration of an outer loop. The value is what users read."""

    MEMBERSHIP = "membership in a list"
    SEARCH = "search from the start"
    JOIN = "nested comprehension as a join"
    FRONT = "pop or insert at the start"
    SORTING = "sorting again"
    COPYING = "copying a growing container"
    CUTTING = "cutting from the front"
    CONCATENATION = "concatenation"
    PATTERN = "making a pattern again"
    CONVERSION = "conversion of the same value"
    PURE_CALL = "pure function of the same arguments"
    RECURSION = "recursion on the same arguments"
    ATTRIBUTES = "attributes of the same objects"  # a loop that follows links, or code that an attribute runs
    RESCAN = "reading the same values"  # loops in Python whose rounds read alike, and none of the above


@dataclass(frozen=True, slots=True)
class Rereading:
    """Executions of an inner loop that read alike in a run, as they were seen; no judgement.

    `outer` and `inner` are keys of sites, by which two runs are compared; `outer` is None if calls of
    `function` take the place of a loop. `what` is the name of a native operation ("" for a loop in Python)
    and `operand` the type of what it goes over. `alike` is how many executions were alike, `first` and `last`
    are the sizes of two of them. `call` is the function that was called in each round with the same
    arguments, and wrote nothing, if the inner loop is inside one. `work` is the cost of the inner loop,
    `total` that of the run, both in ops.
    """

    outer: SiteKey | None
    inner: SiteKey
    outer_place: str
    inner_place: str
    function: str
    what: str
    operand: str
    alike: int
    first: int
    last: int
    work: int
    total: int
    call: str | None = None
    both_comprehensions: bool = False
    flags: frozenset[str] = frozenset()

    @property
    def key(self) -> tuple[SiteKey | None, SiteKey]:
        return self.outer, self.inner


@dataclass(frozen=True, slots=True)
class ReadRun:
    """What one run of the build of reads showed; `sampled` says whether reads were left out."""

    rereadings: tuple[Rereading, ...]
    sampled: bool


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change of the target's source that was shown to help.

    `diff` is a unified diff. `checked` says in words what was compared; `before` and `after` are the classes
    of growth on the input that was found.
    """

    diff: str
    checked: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Redundancy:
    """Two nested loops, the inner of which does the same work in many iterations of the outer one.

    `outer` and `inner` are places (`file:line`) in the target's source; `inner` may be a native operation,
    and for recursion both are the function. `repeats` is how many iterations of the outer loop were alike,
    `share` the part of the cost that the repeated work takes, `reason` a sentence. `program` is the source of
    what was run, at the size `size`; "" and None if that is told elsewhere.
    """

    kind: RedundancyKind
    outer: str
    inner: str
    function: str
    repeats: int
    share: float
    reason: str
    remedy: Remedy | None = None
    program: str = ""
    size: int | None = None


@dataclass(frozen=True, slots=True)
class RedundantReport(SearchReport):
    """What `redundant` answers. `program` is the source of what was run, at the size `size`: that of the
    costliest finding if there are several.

    `sampled` says whether reads were left out because there were too many; `inconclusive` why nothing could
    be looked at, None if something was.
    """

    target: str
    program: str
    size: int | None
    iterations: int
    findings: tuple[Redundancy, ...]
    seed: int = 0
    sampled: bool = False
    inconclusive: str | None = None
