"""The characters that patterns tell apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from slowpath.counting.regex.instructions import Opcode, Where
from slowpath.counting.regex.program import MatchProgram, compiled
from slowpath.model.charset import CharSet

NEWLINE = CharSet.of("\n")
_LINES = frozenset({Where.BEGINNING_LINE, Where.END, Where.END_LINE})


def asked_by(pattern: re.Pattern[Any]) -> Iterator[CharSet]:
    """The sets that a pattern asks whether characters are in."""
    program = compiled(pattern)
    for test in program.tests:
        yield test.chars
    for code in program.prefix:
        yield CharSet([(code, code)])
    if _asks_for_lines(program):
        yield NEWLINE


def _asks_for_lines(program: MatchProgram) -> bool:
    # An operand may look like the instruction: then there is a class more.
    return any(op == Opcode.AT and where in _LINES for op, where in pairwise(program.code))


def partition(sets: Iterable[CharSet], domain: CharSet) -> tuple[CharSet, ...]:
    """The classes of a domain whose characters are in the same of some sets."""
    classes = [domain] if domain else []
    for chars in dict.fromkeys(sets):
        parts = [part for known in classes for part in (known & chars, known - chars)]
        classes = [part for part in parts if part]
    return tuple(classes)
