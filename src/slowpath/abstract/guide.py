"""Guided generation (Definition 5): runs that follow a trace.

A run ends at the first block that is not the next of the trace. The decisions since the last block that
was are taken otherwise, and the run is made again. A decision that brought a run to the next block of its
trace by itself is never taken otherwise, so a trace that tells every branch is followed without
backtracking: a question that has no answer ends it. Decisions that the trace does not tell, inside a
condition with `and`, inside builtins, or in the open parts of a partial trace, are all tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from slowpath.abstract.code import Position
from slowpath.abstract.graph import AbstractTrace
from slowpath.counting.ledger import Ledger
from slowpath.errors import BudgetExceeded
from slowpath.explore.exhaustive import Branching, Explorer
from slowpath.expr.variable import Values
from slowpath.values.path import Cut, Path
from slowpath.values.trace import Sites


class Guide:
    """A bound that ends runs which leave a trace."""

    def __init__(self, ledger: Ledger) -> None:
        self.cut: Cut | None = None
        self.position = 0  # blocks of the trace that the present run has executed
        self._mark = ledger.mark
        self._blocks: Sequence[int] = ()
        self._free: frozenset[int] = frozenset()
        self._resting = False

    def lead(self, trace: AbstractTrace) -> None:
        """Let the runs to come follow a trace."""
        self._blocks, self._free = trace.blocks, trace.free

    def aside(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """A call that runs besides the target: its blocks are none of the trace."""

        def unguided(*arguments: Any, **named: Any) -> Any:
            self._resting = True
            try:
                return call(*arguments, **named)
            finally:
                self._resting = False

        return unguided

    def start(self) -> None:
        self.cut = None
        self.position = 0

    def mark(self, block: int) -> int:
        if self.cut is not None:
            raise BudgetExceeded(0)  # the target has caught the first
        count = self._mark(block)
        if self._resting or block in self._free:
            return count
        if self.position >= len(self._blocks) or self._blocks[self.position] != block:
            self.cut = Cut.TRACE
            raise BudgetExceeded(0)
        self.position += 1
        return count

    @property
    def arrived(self) -> bool:
        """Whether the run has executed the whole trace, and nothing else."""
        return self.cut is None and self.position == len(self._blocks)


@dataclass(slots=True)
class Follower:
    """Follows traces with the runs of an explorer.

    `deciding` are the places where one question decides a branch; `functions` tells the functions that the
    free blocks of a trace belong to.
    """

    explorer: Explorer
    guide: Guide
    sites: Sites
    deciding: frozenset[tuple[str, Position]]
    functions: Callable[[frozenset[int]], frozenset[str]]
    flips: int = 0  # decisions taken otherwise
    backtracks: int = 0  # those before the last block that a run and its trace had in common

    def paths(self, trace: AbstractTrace, start: Values | None = None) -> Iterator[Path]:
        """Yield the paths that follow a trace: at most one where it is complete and tells every branch."""
        self.guide.lead(trace)
        open_functions = self.functions(trace.free)
        first = self.explorer.first({**(start or {}), **trace.hint, **trace.chosen})
        fits, reached = self._fits(first.path, trace)
        stack = [(first, reached)]
        if fits:
            yield first.path
        while stack:
            top, reached = stack[-1]
            if top.last < top.first:
                stack.pop()
                continue
            if self.explorer.at_limit():
                return
            place, top.last = top.last, top.last - 1
            if self._is_told(top, place, reached, trace, open_functions):
                continue
            self.flips += 1
            self.backtracks += top.path.costs[place] < reached
            new = self.explorer.leave(top, place)
            if new is None:
                continue
            fits, reached = self._fits(new.path, trace)
            stack.append((new, reached))
            if fits:
                yield new.path

    def _fits(self, path: Path, trace: AbstractTrace) -> tuple[bool, int]:
        """Whether a path, that of the last run, is one of the trace; and how far it followed."""
        guide = self.guide
        fits = path.cut is None and guide.arrived
        if fits and not trace.free:
            raised = path.exception
            fits = raised == trace.raises or (trace.raises == "Exception" and raised is not None)
        return fits, guide.position

    def _is_told(
        self, top: Branching, place: int, reached: int, trace: AbstractTrace, open_functions: frozenset[str]
    ) -> bool:
        """Whether the trace demands a decision: it was the right one if a block of the trace followed."""
        if set(top.held[place].variables()) <= trace.chosen.keys():
            return True
        # In guided runs the cost of a decision is the number of blocks before it.
        if top.path.costs[place] >= reached:
            return False
        site = top.path.sites[place]
        if site < 0:
            return False
        file, function, _, (line, last, column, end) = self.sites.places()[site]
        if function in open_functions or line is None or last is None or column is None or end is None:
            return False
        return (file, (line, last, column, end)) in self.deciding
