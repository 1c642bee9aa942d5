"""Executions of inner loops, and how alike they are in the iterations of an outer one (after Toddler)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

# Part of the shorter of two rounds that both have in common, in order, at least. A search that ends early is
# a whole part of a longer one; a list that changes by an element between two rounds keeps most of its reads.
_ALIKE = 0.8

ITERATION = -1  # the place of what a loop goes over
FIELD = "."  # begins the read of an attribute: its owner's address, its name, what tells its value
Rounds = tuple[tuple[int, int, int], ...]  # the loops around: site, execution, iteration; innermost first
Symbol = tuple[Hashable, ...]  # the reads of one iteration


class Activation:
    """A call of a function of the target. `key` tells its arguments, None if it is not told; `around` is the
    execution of the loop that was going on; `varies` says whether that loop gave it an argument. `writes` is
    what it wrote, once it returned."""

    __slots__ = ("around", "inner", "key", "outer", "site", "started", "varies", "writes")

    def __init__(self, site: int, key: Hashable, outer: Activation | None, around: int, started: int) -> None:
        self.site = site
        self.key = key
        self.outer = outer
        self.around = around
        self.started = started
        self.writes = 0
        self.varies = False
        self.inner = 0  # calls of the same function inside

    def chain(self) -> Iterator[Activation]:
        """Yield this call and those around it."""
        each: Activation | None = self
        while each is not None:
            yield each
            each = each.outer


@dataclass(slots=True)
class Passage:
    """One execution of an inner loop.

    `size` is how often it went round, for a native loop the size of its operand; `data` the number of that
    operand (see `lineage`), `result` that of what it made. `symbols` are the reads of the first
    iterations of a loop in Python.
    """

    size: int
    rounds: Rounds
    activation: Activation | None
    data: int = 0
    operand: str = ""  # the name of its type
    what: str = ""
    symbols: list[Symbol] = field(default_factory=list)
    is_comprehension: bool = False
    feeds_itself: bool = False  # its operand is what the same operation made before
    flags: frozenset[str] = frozenset()
    part: range | None = None  # the places of the operand that it goes over, None if these are all


def alike(before: Passage, after: Passage) -> bool:
    """Tell whether an execution reads what the one before did."""
    if before.symbols or after.symbols:
        return _have_common(before.symbols, after.symbols)
    return bool(before.data) and before.data == after.data and _overlap(before.part, after.part)


def _overlap(before: range | None, after: range | None) -> bool:
    """Tell whether two slices of the same data have half of the shorter one in common."""
    if before is None or after is None or before.step != 1 or after.step != 1:
        return True
    common = min(before.stop, after.stop) - max(before.start, after.start)
    return 2 * common >= min(len(before), len(after))


def _have_common(before: Sequence[Symbol], after: Sequence[Symbol]) -> bool:
    shorter = min(len(before), len(after))
    if not shorter:
        return False
    return before[:shorter] == after[:shorter] or common_length(before, after) >= _ALIKE * shorter


def common_length(first: Sequence[Any], second: Sequence[Any]) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(second) + 1)
    for one in first:
        diagonal = 0
        for place, other in enumerate(second, 1):
            above = row[place]
            row[place] = diagonal + 1 if one == other else max(above, row[place - 1])
            diagonal = above
    return row[-1]


def varying(log: Sequence[Sequence[tuple[int, Hashable]]]) -> list[Symbol]:
    """The reads of each iteration, without those of places that read the same in all iterations: these
    belong to the loop around. What a loop goes over is always another element."""
    seen: dict[int, Hashable] = {}
    changes: set[int] = {ITERATION}
    for reads in log:
        for place, what in reads:
            if seen.setdefault(place, what) != what:
                changes.add(place)
    return [tuple([what for place, what in reads if place in changes]) for reads in log]


def follows_links(symbols: Sequence[Symbol]) -> bool:
    """Tell whether iterations read nothing but attributes that lead on, each of what was read before: as
    `node = node.next` does. An object that is asked for anything else is read for its data."""
    path: list[Any] = []  # what tells each value that was read
    for reads in symbols:
        links: dict[Any, Any] = {}  # the address of each owner -> what tells its value, in this iteration
        for read in reads:
            if not isinstance(read, tuple) or read[0] != FIELD:
                return False
            _, owner, _, value = read
            if owner not in links:
                if not isinstance(value, tuple) or (path and owner != path[-1][-1]):
                    return False
                path.append(value)
            if links.setdefault(owner, value) != value:
                return False
    return bool(path)


@dataclass(frozen=True, slots=True)
class Alike:
    """Executions of an inner loop in different iterations of one execution of an outer loop, each alike to
    the one before. `outer` is the site of that loop, None if calls take its place."""

    outer: int | None
    execution: int
    passages: tuple[Passage, ...]


def groups(passages: Sequence[Passage], least: int) -> Alike | None:
    """Return the longest series of executions that are alike, in iterations of the innermost outer loop that
    has `least` of them; None if there is none."""
    depth = max((len(each.rounds) for each in passages), default=0)
    for level in range(depth):
        best = max(_series(passages, level), key=lambda each: len(each.passages), default=None)
        if best is not None and len(best.passages) >= least:
            return best
    recursive = [each for each in passages if _is_in_recursion(each)]
    found = [each for before, each in pairwise(recursive) if alike(before, each)]
    return Alike(None, 0, tuple(found)) if len(found) >= least else None


def _series(passages: Sequence[Passage], level: int) -> Iterator[Alike]:
    by_execution: dict[tuple[int, int], dict[int, Passage]] = {}
    for each in passages:
        if len(each.rounds) > level:
            site, execution, iteration = each.rounds[level]
            by_execution.setdefault((site, execution), {}).setdefault(iteration, each)
    for (site, execution), firsts in by_execution.items():
        ordered = list(firsts.values())
        found = [each for before, each in pairwise(ordered) if alike(before, each)]
        if found:
            yield Alike(site, execution, (ordered[0], *found))


def _is_in_recursion(passage: Passage) -> bool:
    own = passage.activation
    return own is not None and any(each.site == own.site for each in own.chain() if each is not own)
