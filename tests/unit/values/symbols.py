"""Symbolic numbers of one run, and what it decided."""

from __future__ import annotations

from typing import Any

from slowpath.expr.linear import Linear
from slowpath.expr.variable import ANY_INTEGER
from slowpath.values.integer import SymInt
from slowpath.values.trace import Sites, Trace


class Symbols:
    """Makes symbolic integers."""

    def __init__(self) -> None:
        self.trace = Trace(Sites(), lambda: 0)

    def __call__(self, value: int) -> Any:
        index = self.trace.variable(f"x{len(self.trace.variables)}", ANY_INTEGER).index
        return SymInt(value, Linear.variable(index), self.trace)

    def decided(self) -> int:
        """The number of decisions since it was asked last."""
        count = len(self.trace.conditions)
        self.trace.conditions.clear()
        return count

    @property
    def lost(self) -> list[str]:
        return [reason for _, reason in self.trace.lost]
