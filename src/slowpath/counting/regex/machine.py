"""Machines: programs that run over plain text, in C, and count their steps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, Final

from slowpath.counting.native.units import UNITS
from slowpath.counting.regex._matcher import Machine
from slowpath.counting.regex.chartest import StepKind
from slowpath.counting.regex.program import MatchProgram

WEIGHTS: Final = tuple(UNITS[f"regex.{step.name.lower()}"] for step in StepKind if step is not StepKind.FREE)
NO_LIMIT: Final = (1 << 63) - 1  # INT64_MAX in _machine.h

Spans = tuple[tuple[int, int], ...]


class Mode(IntEnum):
    """What a match has to cover."""

    MATCH = 0
    FULLMATCH = 1
    SEARCH = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one match came to: the spans of the match and of its groups, (-1, -1) for those that took no
    part, or None; the steps by kind. `stopped`: it needed more than it was allowed."""

    spans: Spans | None
    last_index: int | None
    steps: tuple[int, ...]
    stopped: bool = False


def machine(program: MatchProgram, weights: Sequence[int] = WEIGHTS) -> Machine:
    """Return the machine of a program; `weights` are micro-ops per kind of step."""
    return Machine(
        program.code,
        tuple((test.form, test.step, test.literal, _ends(test.chars.spans)) for test in program.tests),
        program.groups,
        program.width,
        program.prefix,
        program.overlap,
        program.skip,
        program.whole,
        program.first,
        program.anchored,
        not isinstance(program.pattern, str),
        possessive_opens(),
        tuple(weights),
    )


def run(
    machine: Machine,
    text: Any,
    mode: Mode,
    pos: int = 0,
    endpos: int = NO_LIMIT,
    advance: bool = False,
    limit: int = NO_LIMIT,
) -> Outcome:
    """Match once; with `advance`, not the empty text at `pos`. At most `limit` micro-ops, and little more."""
    verdict, spans, last_index, steps = machine.match(text, mode, pos, endpos, advance, limit)
    return Outcome(spans, last_index if last_index > 0 else None, steps, verdict < 0)


def _ends(spans: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(end for span in spans for end in span)


@cache
def possessive_opens() -> bool:
    """Tell whether this interpreter keeps the groups of a possessive repeat's round apart from those of a
    round that failed, as releases after 3.13.0 do."""
    found = re.match("(?:(a)|b)*+", "ab")
    return found is not None and found[1] == "a"
