"""What a matcher knows while it executes a program: where it is, the groups, and the choices it left.

A Repeat is a tuple, saved with each choice: what a choice puts back is there again when it is taken.
"""

from __future__ import annotations

from typing import Any

from slowpath.counting.regex.chartest import StepKind
from slowpath.counting.regex.instructions import Opcode
from slowpath.counting.regex.program import MatchProgram
from slowpath.values.regex.answers import YES, Answers

FAILS, MATCHES = -1, -2  # in the place of an address

# The address of REPEAT, the count, where the last round began, the outer one.
Repeat = tuple[int, int, int, Any]
# The instruction that left it, its address, a number it knows; at, repeat, last_mark, last_index, marks.
Choice = tuple[int, int, int, int, Repeat | None, int, int, list[int] | None]


class MatchState:
    """The state of a matcher over one text. `steps` counts them by kind, over all runs."""

    def __init__(self, program: MatchProgram, answers: Answers) -> None:
        self.steps = [0] * len(StepKind)
        self._program = program
        self._answers = answers
        self._code = program.code
        self._kinds = [test.step for test in program.tests]
        self._marks = [-1] * (2 * program.groups)
        self._stack: list[Choice] = []
        self._repeat: Repeat | None = None
        self._last_mark = self._last_index = -1
        self._at = self._end = 0

    def _group(self, group: int) -> tuple[int, int] | None:
        """Where a group is that is set."""
        first = 2 * group - 2
        if first >= self._last_mark:
            return None
        start, end = self._marks[first], self._marks[first + 1]
        return (start, end) if 0 <= start <= end else None

    def _passes(self, test: int, place: int, address: int) -> bool:
        answers = self._answers
        return (answers.row(test)[place] or answers.ask(test, place, address)) == YES

    def _forget(self) -> None:
        self._stack.clear()
        self._repeat = None
        self._last_mark = self._last_index = -1

    def _choose(self, op: int, address: int, number: int = 0, saving: bool = False) -> None:
        """Leave a choice that goes on with an instruction."""
        mark = self._last_mark
        marks = self._marks[: mark + 1] if saving or self._repeat is not None else None
        self._stack.append((op, address, number, self._at, self._repeat, mark, self._last_index, marks))

    def _undo(self, op: int = Opcode.FAIL, address: int = 0, number: int = 0) -> None:
        """Leave a choice that puts back the Repeat, and fails."""
        saved = (self._at, self._repeat, self._last_mark, self._last_index, None)
        self._stack.append((op, address, number, *saved))
