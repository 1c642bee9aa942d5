"""One path of a target: the decisions of a run, the input that takes it, and what it costs."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values, Variables


@dataclass(frozen=True, slots=True)
class Path:
    """The decisions are parallel sequences: a condition, whether it held, where, and the cost by then."""

    model: Values
    variables: Variables
    conditions: list[Condition]
    taken: bytearray
    sites: array[int]
    costs: array[int]
    cost: int
    result: Any = None
    raises: str | None = None

    def held(self, position: int) -> Condition:
        """The condition that held at a decision."""
        condition = self.conditions[position]
        return condition if self.taken[position] else condition.negated()

    def key(self) -> tuple[tuple[int, ...], bytes]:
        """What tells this path from others: where it decided what."""
        return tuple(self.sites), bytes(self.taken)
