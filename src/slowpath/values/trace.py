"""What one run decides about its input."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType

from slowpath.expr.condition import Condition, Constant
from slowpath.expr.variable import Domain, Variable
from slowpath.model.charset import CharSet

OURS = str(Path(__file__).parent)  # models of builtins stand between the target and what it asks
OFFSET_BITS = 24  # no function has more than 16 megabytes of bytecode

Position = tuple[int | None, ...]  # lines and columns; then the place in a pattern, where one asks
Place = tuple[str, str, int, Position]  # file, function, the function's first line, where in it


class Sites:
    """Numbers the places that ask something, in the order in which they first do.

    A place is a position in the source of a code object. The offset of the instruction alone would not
    do: the interpreter specialises instructions as it goes, and one question comes from one or the other.
    """

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}  # by id of the code object and offset: its own hash is slow
        self._places: dict[Place, int] = {}
        self._inside: dict[tuple[int, int], int] = {}
        self._codes: dict[int, tuple[CodeType, list[Position]]] = {}  # keeps ids from being used again

    def __len__(self) -> int:
        return len(self._places)

    def site(self, frame: FrameType | None) -> int:
        """Return the number of the place where a frame stands, or the first above it that is not ours."""
        while frame is not None:
            key = id(frame.f_code) << OFFSET_BITS | frame.f_lasti
            number = self.numbers.get(key)
            if number is None:
                number = self.numbers[key] = self._number(frame.f_code, frame.f_lasti)
            if number >= 0:
                return number
            frame = frame.f_back
        return -1

    def _number(self, code: CodeType, offset: int) -> int:
        """Number a new place: -1 where it only passes a question on."""
        known = self._codes.get(id(code))
        if known is None:
            known = self._codes[id(code)] = (code, list(code.co_positions()))
        if code.co_filename.startswith(OURS):
            return -1
        positions, first = known[1], code.co_firstlineno
        position = positions[offset // 2] if offset // 2 < len(positions) else (first, None, None, None)
        # By name, not by identity: code that is compiled anew in each run stays one place.
        return self.number((code.co_filename, code.co_qualname, first, position))

    def number(self, place: Place) -> int:
        """Return the number of a place, a new one where it is new."""
        return self._places.setdefault(place, len(self._places))

    def inside(self, site: int, offset: int) -> int:
        """Return the number of a place in the pattern that is used at a site."""
        number = self._inside.get((site, offset))
        if number is None:
            if site < 0:
                return site
            file, function, first, position = next(islice(self._places, site, None))
            number = self.number((file, function, first, (*position, offset)))
            self._inside[site, offset] = number
        return number

    def adopt(self, first: int, places: Sequence[Place]) -> dict[int, int]:
        """Number the places that another process numbers from `first` on; return its numbers that differ
        from those here, each with the number here."""
        numbers = {first + offset: self.number(place) for offset, place in enumerate(places)}
        return {theirs: ours for theirs, ours in numbers.items() if theirs != ours}

    def places(self, first: int = 0) -> list[Place]:
        """Return the places in the order of their numbers, from `first` on."""
        return list(islice(self._places, first, None))

    def place(self, site: int) -> tuple[str, str, int]:
        """Return the file, function and line of a site."""
        file, function, first, position = next(islice(self._places, site, None))
        return file, function, position[0] or first


class Trace:
    """The decisions of one run, in order, in parallel arrays: a long run makes millions of them.

    `cost` tells the cost of the run so far. While it is `quiet`, nothing is noted: C code compares what
    has been decided before. The first questions may be `known` from a run that decided the same way: then
    they are not made again.
    """

    def __init__(self, sites: Sites, cost: Callable[[], int], known: Sequence[Condition] = ()) -> None:
        self.variables: list[Variable] = []
        self.conditions: list[Condition] = list(known)
        self.taken = bytearray()
        self.sites = array("q")
        self.costs = array("q")
        self.lost: Counter[tuple[int, str]] = Counter()
        self.outside: set[str] = (
            set()
        )  # the modules outside the scope that were given what depends on the input
        self.quiet = False
        self.closed = False  # no decision is noted any more, so nobody need say what was asked
        self.known = len(known)
        self.left: dict[int, CharSet] = {}  # what the patterns of the run leave of a character
        self.places = sites
        self._numbers = sites.numbers
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
            if len(self.taken) >= self.known:
                self.conditions.append(condition)
            self.answer(holds, depth + 1)
        return holds

    def answer(self, holds: bool, depth: int = 2) -> bool:
        """Note the answer to a question that is known, or has been noted."""
        frame = sys._getframe(depth)
        site = self._numbers.get(id(frame.f_code) << OFFSET_BITS | frame.f_lasti, -1)
        self.taken.append(holds)
        self.sites.append(site if site >= 0 else self.places.site(frame))
        self.costs.append(self._cost())
        return holds

    def note(self, condition: Condition, holds: bool, site: int) -> None:
        """Note a question and its answer at a site that is known."""
        if len(self.taken) >= self.known:
            self.conditions.append(condition)
        self.taken.append(holds)
        self.sites.append(site)
        self.costs.append(self._cost())

    def here(self, depth: int = 2) -> int:
        """Return the site that asks."""
        return self.places.site(sys._getframe(depth))

    def give_up(self, reason: str, depth: int = 2) -> None:
        """Note that from here on a result does not tell how it depends on the input."""
        if not self.quiet:
            self.lost[self.places.site(sys._getframe(depth)), reason] += 1

    def leave(self, reason: str, module: str, depth: int = 2) -> None:
        """Note that what depends on the input was given to a module outside the scope."""
        if not self.quiet:
            self.outside.add(module)
        self.give_up(reason, depth + 1)
