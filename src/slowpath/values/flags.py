"""Truths of the input that a run decides where it uses them.

Nothing can stand for True and False, so a flag is a plain bool wherever the target sees it. Until then its
parameter holds an `Undecided`, which only `.settled(flag)` of the trace build loads: a run that does not
come to it has not decided it.
"""

from __future__ import annotations

from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.linear import Linear
from slowpath.values.trace import Trace


class Undecided:
    """A flag, and whether it has been asked for."""

    __slots__ = ("asked", "holds", "index", "trace")

    def __init__(self, index: int, holds: bool, trace: Trace) -> None:
        self.index, self.holds, self.trace = index, holds, trace
        self.asked = False


def settled(value: Any) -> Any:
    """The value of a parameter, which decides if that is a flag."""
    if type(value) is not Undecided:
        return value
    if not value.asked:
        value.asked = True
        value.trace.decide(compare(Linear.variable(value.index), "!=", 0), value.holds)
    return value.holds
