"""Criteria that make the number of paths finite: how far loops, or blocks, may go.

Both cut a run at the block where it goes beyond the bound. Every path that begins like the run up to
there goes beyond it too, so the decisions before the cut are the only ones worth taking otherwise.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from types import FrameType

from slowpath.cost.ledger import Ledger
from slowpath.errors import BudgetExceeded, UsageError
from slowpath.model.site import SiteKind
from slowpath.run.traced import Bound
from slowpath.values.path import Cut

_OF_THE_FUNCTION = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>"})  # frames of their own until 3.12
_GENERATOR = "<genexpr>"


def criterion(text: str, ledger: Ledger) -> Bound:
    """Return the bound that a text names: `loop-3`, `block-10`."""
    match = re.fullmatch(r"(loop|block)-(\d+)", text.strip())
    if match is None:
        raise UsageError(f"{text!r} is no criterion", "Give loop-K or block-K, for example loop-4.")
    bound, most = match[1], int(match[2])
    return LoopBound(ledger, most) if bound == "loop" else BlockBound(ledger, most)


class BlockBound:
    """Lets each block execute at most `most` times in a run (block-k)."""

    def __init__(self, ledger: Ledger, most: int) -> None:
        self.cut: Cut | None = None
        self._count = ledger.mark
        self._most = most

    def start(self) -> None:
        self.cut = None

    def mark(self, block: int) -> int:
        count = self._count(block)
        if count > self._most:
            self.cut = Cut.BLOCK
            raise BudgetExceeded(self._most)
        return count


class LoopBound:
    """Lets each loop iterate at most `most` times whenever it is entered (loop-k).

    A loop is entered once per call of its function, or once per iteration of the loop around it, so the
    iterations are counted per frame, and those of the loops inside start anew with each iteration.
    """

    def __init__(self, ledger: Ledger, most: int) -> None:
        self.cut: Cut | None = None
        self._ledger = ledger
        self._most = most
        self._seen = 0  # sites of the ledger that the tables below know
        self._entries: set[int] = set()  # blocks with which functions begin
        self._inner: dict[int, list[int]] = {}  # body of a loop -> bodies of the loops inside
        self._iterations: dict[int, dict[int, int]] = {}  # by id of the frame
        self._frames: list[FrameType] = []  # keeps ids of frames that do not tell their beginning

    def start(self) -> None:
        self.cut = None
        self._iterations.clear()
        self._frames.clear()
        self._look_up()

    def mark(self, block: int) -> int:
        count = self._ledger.mark(block)
        if self.cut is not None:
            raise BudgetExceeded(self._most)  # the target has caught the first
        if block in self._inner:
            self._iterate(block, sys._getframe(1))
        elif block in self._entries:
            self._iterations.pop(id(sys._getframe(1)), None)
        elif block >= self._seen:
            self._look_up()  # a module has been imported during the run
        return count

    def _iterate(self, block: int, frame: FrameType) -> None:
        iterations = self._of(frame)
        done = iterations.get(block, 0) + 1
        if done > self._most:
            self.cut = Cut.LOOP
            raise BudgetExceeded(self._most)
        iterations[block] = done
        for inner in self._inner[block]:
            iterations[inner] = 0

    def _of(self, frame: FrameType) -> dict[int, int]:
        """The iterations of a frame; a list comprehension is part of its function, as it is since 3.12."""
        while frame.f_code.co_name in _OF_THE_FUNCTION and frame.f_back is not None:
            frame = frame.f_back
        known = self._iterations.get(id(frame))
        if known is None:
            known = self._iterations[id(frame)] = {}
            if frame.f_code.co_name == _GENERATOR:
                self._frames.append(frame)
        return known

    def _look_up(self) -> None:
        sites = self._ledger.sites
        if len(sites) == self._seen:
            return
        self._seen = len(sites)
        self._entries = {site.block for site in sites if site.kind is SiteKind.FUNCTION}
        bodies = {site.index: site.block for site in sites if site.kind is SiteKind.LOOP}
        self._inner = {body: [] for body in bodies.values()}
        for site in sites:
            if site.kind is SiteKind.LOOP:
                for outer in _known(site.loops, bodies):
                    self._inner[outer].append(site.block)


def _known(loops: Iterable[int], bodies: dict[int, int]) -> list[int]:
    return [bodies[loop] for loop in loops if loop in bodies]
