"""One match after another in a symbolic text, and the calls that look for them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from slowpath.counting.regex.machine import Mode, Spans
from slowpath.counting.regex.program import MatchProgram, compiled
from slowpath.errors import BudgetExceeded
from slowpath.values._lending import Lender
from slowpath.values.blob import blob
from slowpath.values.bytearrays import SymByteArray
from slowpath.values.items import place
from slowpath.values.regex.answers import Answers
from slowpath.values.regex.match import SymMatch, kind_of
from slowpath.values.regex.matcher import Matcher
from slowpath.values.text.calls import TEXTUAL
from slowpath.values.text.char import is_plain
from slowpath.values.text.kind import note

WHOLE = sys.maxsize
# Steps for which a call that spends the budget is followed: 60 ms. The decisions up to
# there tell how it came to spend it; to follow it to its end would take as long as it does.
AFTERWARDS = 20_000

Pattern = re.Pattern[Any]


def is_symbolic(string: Any) -> bool:
    """Tell whether a text that patterns search depends on the input."""
    kind = type(string)
    if kind in TEXTUAL:
        return True
    held = kind is SymByteArray or isinstance(string, Lender)
    return held and string.parts is not None and not is_plain(string.parts)


class Scan:
    """Finds the matches of a pattern in a symbolic text, and decides where they are.

    `start` is where the next one may begin. After an empty match the next one does not end there.
    """

    def __init__(
        self,
        pattern: Pattern,
        string: Any,
        pos: Any = 0,
        endpos: Any = WHOLE,
        program: MatchProgram | None = None,
    ) -> None:
        self.string = string
        self.text = string if type(string) in TEXTUAL else blob(string.parts)
        self.kind = kind_of(self.text)
        self.pattern = pattern
        parts = self.text.parts
        program = program or _program(pattern)
        trace = self.text.trace
        self._matcher = Matcher(program, Answers(parts, program.tests, trace, trace.here()))
        self.start = _clamped(pos, len(parts))
        self.end = _clamped(endpos, len(parts))
        self._advance = False

    def next(self, mode: Mode, limit: int | None = None) -> Spans | None:
        """Where the next match and its groups are; the matcher gives up after `limit` steps."""
        spans = self._matcher.run(mode, self.start, self.end, self._advance, limit)
        if spans is not None:
            start, end = spans[0]
            self._advance = start == end
            self.start = end
        return spans

    def all(self, most: int = 0, limit: int | None = None) -> Iterator[Spans]:
        """Where the matches of a search are that begins anew behind each, at most so many (0: all)."""
        count = 0
        while (not most or count < most) and self.start <= self.end:
            spans = self.next(Mode.SEARCH, limit)
            if spans is None:
                return
            count += 1
            yield spans

    def follow(self, most: int = 0) -> None:
        """Look for matches for a while."""
        for _ in self.all(most, AFTERWARDS):
            pass

    def match(self, found: re.Match[Any] | None, spans: Spans | None) -> Any:
        """The interpreter's match in the plain text as one in the symbolic text."""
        known = self.start <= self.end  # nothing is asked of a text that ends before it starts
        if known and (None if found is None else found.regs) != spans:
            note("the model of re gives another result", self.text)
        return None if found is None else SymMatch(found, self.string, self.text)

    def piece(self, span: tuple[int, int]) -> Any:
        """A piece of the text, None where a group did not match."""
        return None if span[0] < 0 else self.kind.slice(self.text, *span)


@lru_cache(maxsize=512)
def _program(pattern: Pattern) -> MatchProgram:
    return compiled(pattern)


@dataclass(frozen=True, slots=True)
class PatternCall:
    """A call of a method of a pattern, or of the function that stands for one.

    `native` performs it on plain arguments, with another callable in the place of one where it is given one.
    `given` are the arguments by name.
    """

    native: Callable[..., Any]
    pattern: Callable[[], Pattern]
    given: Mapping[str, Any]

    def scan(self) -> Scan:
        given = self.given
        return Scan(self.pattern(), given["string"], given.get("pos", 0), given.get("endpos", WHOLE))

    def performed(self, follow: Callable[[Scan], Any]) -> Any:
        """What the interpreter gives. Where that spends the budget, the call is followed for a while."""
        try:
            return self.native()
        except BudgetExceeded:
            follow(self.scan())
            raise


def _clamped(position: Any, length: int) -> int:
    return min(max(int(place(position, length)), 0), length)
