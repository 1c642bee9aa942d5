"""What a run costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NewType

Ops = NewType("Ops", int)
Bytes = NewType("Bytes", int)
Number = int | float
Costs = Mapping[str, Number]  # measure -> cost


@dataclass(frozen=True, slots=True)
class LineCost:
    """What one source line costs in a run: `native` is the part of `ops` spent inside C code."""

    file: str
    line: int
    function: str
    ops: Ops
    native: Ops
    hits: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class PatternCost:
    """What a regular expression costs in a run: `source` is a literal."""

    source: str
    ops: Ops
