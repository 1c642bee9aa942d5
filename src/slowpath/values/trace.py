"""What one run decides about its input."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType

from slowpath.expr.condition import Condition, Constant
from slowpath.expr.variable import Domain, Variable

OURS = str(Path(__file__).parent)  # models of builtins stand between the target and what it asks
OFFSET_BITS = 24  # a site is the number of a code object and the offset of an instruction in it


class CodeNumbers:
    """Numbers code objects in the order in which they first ask something."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}  # by id: a code object's own hash reads all of its bytecode
        self._codes: list[CodeType] = []
        self._ours: list[CodeType] = []

    def site(self, frame: FrameType) -> int:
        """Return the number of the place where a frame stands, or the first above it that is not ours."""
        while True:
            code = frame.f_code
            number = self._numbers.get(id(code))
            if number is None:
                number = self._number(code)
            if number >= 0 or frame.f_back is None:
                return number << OFFSET_BITS | frame.f_lasti
            frame = frame.f_back

    def _number(self, code: CodeType) -> int:
        """Number a new code object: -1 where it only passes a question on."""
        if code.co_filename.startswith(OURS):
            number = -1
            self._ours.append(code)  # keeps its id from being used again
        else:
            number = len(self._codes)
            self._codes.append(code)
        self._numbers[id(code)] = number
        return number

    def place(self, site: int) -> tuple[str, str, int]:
        """Return the file, function and line of a site."""
        code = self._codes[site >> OFFSET_BITS]
        offset = site & ((1 << OFFSET_BITS) - 1)
        lines = [line for start, end, line in code.co_lines() if start <= offset < end and line is not None]
        return code.co_filename, code.co_qualname, lines[0] if lines else code.co_firstlineno


class Trace:
    """The decisions of one run, in order, in parallel arrays: a long run makes millions of them.

    `cost` tells the cost of the run so far. While it is `quiet`, nothing is noted: C code compares what
    has been decided before.
    """

    def __init__(self, codes: CodeNumbers, cost: Callable[[], int]) -> None:
        self.variables: list[Variable] = []
        self.conditions: list[Condition] = []
        self.taken = bytearray()
        self.sites = array("q")
        self.costs = array("q")
        self.lost: Counter[tuple[int, str]] = Counter()
        self.quiet = False
        self._codes = codes
        self._cost = cost

    def variable(self, name: str, domain: Domain) -> Variable:
        """Make a new variable of the input."""
        made = Variable(len(self.variables), name, domain)
        self.variables.append(made)
        return made

    def decide(self, condition: Condition, holds: bool, depth: int = 2) -> bool:
        """Note a question that the run asks, and return the answer it has in this run.

        `depth` says how many calls up the frame is that asks.
        """
        if type(condition) is not Constant and not self.quiet:
            self.conditions.append(condition)
            self.taken.append(holds)
            self.sites.append(self._codes.site(sys._getframe(depth)))
            self.costs.append(self._cost())
        return holds

    def give_up(self, reason: str, depth: int = 2) -> None:
        """Note that from here on a result does not tell how it depends on the input."""
        if not self.quiet:
            self.lost[self._codes.site(sys._getframe(depth)), reason] += 1
