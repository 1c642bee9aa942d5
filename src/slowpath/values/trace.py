"""What one run decides about its input."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType

from slowpath.expr.condition import Condition, Constant
from slowpath.expr.variable import Domain, Variable

OURS = str(Path(__file__).parent)  # models of builtins stand between the target and what it asks
_OFFSET_BITS = 24


class Sites:
    """Numbers the places that ask something, in the order in which they first do.

    A place is a position in the source of a code object. The offset of the instruction alone would not
    do: the interpreter specialises instructions as it goes, and one question comes from one or the other.
    """

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}  # by id of the code object and offset: its own hash is slow
        self._places: dict[tuple[int, object], int] = {}
        self._found: list[tuple[CodeType, int]] = []
        self._codes: list[CodeType] = []  # keeps ids from being used again

    def site(self, frame: FrameType | None) -> int:
        """Return the number of the place where a frame stands, or the first above it that is not ours."""
        while frame is not None:
            key = id(frame.f_code) << _OFFSET_BITS | frame.f_lasti
            number = self._numbers.get(key)
            if number is None:
                number = self._numbers[key] = self._number(frame.f_code, frame.f_lasti)
            if number >= 0:
                return number
            frame = frame.f_back
        return -1

    def _number(self, code: CodeType, offset: int) -> int:
        """Number a new place: -1 where it only passes a question on."""
        self._codes.append(code)
        if code.co_filename.startswith(OURS):
            return -1
        position = next(islice(code.co_positions(), offset // 2, None), None)
        number = self._places.setdefault((id(code), position), len(self._found))
        if number == len(self._found):
            self._found.append((code, position[0] or code.co_firstlineno if position else code.co_firstlineno))
        return number

    def place(self, site: int) -> tuple[str, str, int]:
        """Return the file, function and line of a site."""
        code, line = self._found[site]
        return code.co_filename, code.co_qualname, line


class Trace:
    """The decisions of one run, in order, in parallel arrays: a long run makes millions of them.

    `cost` tells the cost of the run so far. While it is `quiet`, nothing is noted: C code compares what
    has been decided before.
    """

    def __init__(self, sites: Sites, cost: Callable[[], int]) -> None:
        self.variables: list[Variable] = []
        self.conditions: list[Condition] = []
        self.taken = bytearray()
        self.sites = array("q")
        self.costs = array("q")
        self.lost: Counter[tuple[int, str]] = Counter()
        self.quiet = False
        self._places = sites
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
            self.sites.append(self._places.site(sys._getframe(depth)))
            self.costs.append(self._cost())
        return holds

    def give_up(self, reason: str, depth: int = 2) -> None:
        """Note that from here on a result does not tell how it depends on the input."""
        if not self.quiet:
            self.lost[self._places.site(sys._getframe(depth)), reason] += 1
