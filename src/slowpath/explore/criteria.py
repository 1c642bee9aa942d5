"""Criteria that make the number of paths finite: how far loops, blocks, or recursion may go.

A criterion cuts a run at the block where it goes beyond the bound. Every path that begins like the run up to
there goes beyond it too, so the decisions before the cut are the only ones worth taking otherwise.
"""

from __future__ import annotations

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FrameType

from slowpath.counting.ledger import Ledger
from slowpath.errors import BudgetExceeded, UsageError
from slowpath.model.site import SiteKind
from slowpath.run.traced import Bound
from slowpath.values.path import Cut

_OF_THE_FUNCTION = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>"})  # frames of their own until 3.12
_GENERATOR = "<genexpr>"


def criterion(text: str, ledger: Ledger) -> Bound:
    """Return the bound that a text names: `loop-3`, `block-10`, `recursion-2`, `loop-3 and recursion-2`."""
    bounds: list[Checking] = []
    for part in text.split(" and "):
        match = re.fullmatch(r"(loop|block|recursion)-(\d+)", part.strip())
        if match is None:
            raise UsageError(
                f"{part.strip()!r} is no criterion",
                "Give loop-K, block-K or recursion-K, for example loop-4.",
            )
        bounds.append(_BOUNDS[match[1]](ledger, int(match[2])))
    return bounds[0] if len(bounds) == 1 else Together(ledger, bounds)


class Checking(ABC):
    """A bound that looks at every execution of a block."""

    def __init__(self, ledger: Ledger) -> None:
        self.cut: Cut | None = None
        self._ledger = ledger

    def start(self) -> None:
        self.cut = None

    def mark(self, block: int) -> int:
        count = self._ledger.mark(block)
        self.check(block, count, sys._getframe(1))
        return count

    @abstractmethod
    def check(self, block: int, count: int, frame: FrameType) -> None:
        """Raise if the execution of a block goes beyond the bound; `frame` is the one that executes it."""


class BlockBound(Checking):
    """Lets each block execute at most `most` times in a run (block-k)."""

    def __init__(self, ledger: Ledger, most: int) -> None:
        super().__init__(ledger)
        self._most = most

    def check(self, block: int, count: int, frame: FrameType) -> None:
        if count > self._most:
            self.cut = Cut.BLOCK
            raise BudgetExceeded(self._most)


class LoopBound(Checking):
    """Lets each loop iterate at most `most` times whenever it is entered (loop-k).

    A loop is entered once per call of its function, or once per iteration of the loop around it, so the
    iterations are counted per frame, and those of the loops inside start anew with each iteration.
    """

    def __init__(self, ledger: Ledger, most: int) -> None:
        super().__init__(ledger)
        self._most = most
        self._seen = 0  # sites of the ledger that the tables below know
        self._entries: set[int] = set()  # blocks with which functions begin
        self._inner: dict[int, list[int]] = {}  # body of a loop -> bodies of the loops inside
        self._iterations: dict[int, dict[int, int]] = {}  # by id of the frame
        self._frames: list[FrameType] = []  # keeps ids of frames that do not tell their beginning

    def start(self) -> None:
        super().start()
        self._iterations.clear()
        self._frames.clear()
        self._look_up()

    def check(self, block: int, count: int, frame: FrameType) -> None:
        if self.cut is not None:
            raise BudgetExceeded(self._most)  # the target has caught the first
        if block in self._inner:
            self._iterate(block, frame)
        elif block in self._entries:
            self._iterations.pop(id(frame), None)
        elif block >= self._seen:
            self._look_up()  # a module has been imported during the run

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


class RecursionBound(Checking):
    """Lets each function be called at most `most` times inside calls of itself (recursion-k).

    A call begins with the function's first block and is active while its frame is on the stack: a
    generator that is suspended is not.
    """

    def __init__(self, ledger: Ledger, most: int) -> None:
        super().__init__(ledger)
        self._most = most
        self._seen = 0
        self._entries: set[int] = set()

    def check(self, block: int, count: int, frame: FrameType) -> None:
        if self.cut is not None:
            raise BudgetExceeded(self._most)  # the target has caught the first
        sites = self._ledger.sites
        if len(sites) != self._seen:
            self._seen = len(sites)
            self._entries = {site.block for site in sites if site.kind is SiteKind.FUNCTION}
        if block in self._entries and _depth(frame) > self._most + 1:
            self.cut = Cut.RECURSION
            raise BudgetExceeded(self._most)


class Together(Checking):
    """Several bounds: the first that a run goes beyond ends it."""

    def __init__(self, ledger: Ledger, bounds: Sequence[Checking]) -> None:
        super().__init__(ledger)
        self._bounds = bounds

    def start(self) -> None:
        super().start()
        for bound in self._bounds:
            bound.start()

    def check(self, block: int, count: int, frame: FrameType) -> None:
        for bound in self._bounds:
            try:
                bound.check(block, count, frame)
            except BudgetExceeded:
                self.cut = self.cut or bound.cut
                raise


_BOUNDS: Mapping[str, Callable[[Ledger, int], Checking]] = {
    "loop": LoopBound,
    "block": BlockBound,
    "recursion": RecursionBound,
}


def _depth(frame: FrameType | None) -> int:
    """How many frames of the code of a frame are on the stack."""
    assert frame is not None
    code, depth = frame.f_code, 0
    while frame is not None:
        depth += frame.f_code is code
        frame = frame.f_back
    return depth


def _known(loops: Iterable[int], bodies: dict[int, int]) -> list[int]:
    return [bodies[loop] for loop in loops if loop in bodies]
