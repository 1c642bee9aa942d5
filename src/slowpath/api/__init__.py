"""What programs call: the commands as functions.

`single` has the commands on one target, `stored` those that keep what they learn in a store.

An input is a Python expression, given as text, in which N stands for the size; any other value is
given as itself if its `repr` is a literal. Text as an input is a quoted expression: repr(text).
"""

from __future__ import annotations

from slowpath.api.single import cases, cost, diff, find, grow, redundant, scale, suite
from slowpath.api.stored import loops, pipe, scan

__all__ = ["cases", "cost", "diff", "find", "grow", "loops", "pipe", "redundant", "scale", "scan", "suite"]
