"""Coverage criteria on traces: the bounds of `slowpath.explore.criteria`, kept in the states."""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.abstract.state import Work
from slowpath.counting.ledger import Ledger
from slowpath.errors import UsageError
from slowpath.model.site import SiteKind


@dataclass(frozen=True, slots=True)
class Bounds:
    """How often loops iterate, blocks execute and functions call themselves, at most; None is no bound.

    `inner` are the bodies of loops, with those of the loops inside; `entries` the blocks with which
    functions begin.
    """

    inner: dict[int, list[int]]
    entries: frozenset[int]
    loop: int | None = None
    block: int | None = None
    recursion: int | None = None

    def admit(self, work: Work, block: int) -> bool:
        """Count an execution of a block; tell whether it is within the bounds."""
        frame = work.frame
        if block in self.inner and self.loop is not None:
            done = frame.iterations.get(block, 0) + 1
            if done > self.loop:
                return False
            frame.iterations[block] = done
            for inside in self.inner[block]:
                frame.iterations.pop(inside, None)
        if self.block is not None:
            work.counts[block] = work.counts.get(block, 0) + 1
            if work.counts[block] > self.block:
                return False
        if block in self.entries and self.recursion is not None:
            depth = sum(each.code is frame.code for each in work.frames)
            return depth <= self.recursion + 1
        return True


def bounds(criterion: str | None, ledger: Ledger) -> Bounds:
    """Return the bounds that a criterion names: `loop-3`, `loop-3 and recursion-2`."""
    most: dict[str, int] = {}
    for part in criterion.split(" and ") if criterion else ():
        match = re.fullmatch(r"(loop|block|recursion)-(\d+)", part.strip())
        if match is None:
            raise UsageError(
                f"{part.strip()!r} is no criterion",
                "Give loop-K, block-K or recursion-K, for example loop-4.",
            )
        most[match[1]] = min(int(match[2]), most.get(match[1], int(match[2])))
    bodies = {site.index: site.block for site in ledger.sites if site.kind is SiteKind.LOOP}
    inner: dict[int, list[int]] = {body: [] for body in bodies.values()}
    for site in ledger.sites:
        if site.kind is SiteKind.LOOP:
            for outer in site.loops:
                if outer in bodies:
                    inner[bodies[outer]].append(site.block)
    entries = frozenset(site.block for site in ledger.sites if site.kind is SiteKind.FUNCTION)
    return Bounds(inner, entries, **most)
