"""Traces of bounded length: a run may decide millions of times, and a search look at the first hundred."""

from __future__ import annotations

from collections.abc import Callable

from slowpath.expr.condition import Condition, Constant
from slowpath.values.trace import Sites, Trace


class BoundedTrace(Trace):
    """The first `most` decisions of one run."""

    def __init__(self, sites: Sites, cost: Callable[[], int], most: int) -> None:
        super().__init__(sites, cost)
        self._most = most
        self.closed = most <= 0

    def decide(self, condition: Condition, holds: bool, depth: int = 2) -> bool:
        if type(condition) is Constant or len(self.taken) >= self._most:
            return holds
        return super().decide(condition, holds, depth + 1)

    def answer(self, holds: bool, depth: int = 2) -> bool:
        super().answer(holds, depth + 1)
        self.closed = len(self.taken) >= self._most
        return holds

    def note(self, condition: Condition, holds: bool, site: int) -> None:
        if len(self.taken) < self._most:
            super().note(condition, holds, site)
            self.closed = len(self.taken) >= self._most
