"""Questions that patterns ask about the characters of one text, each asked once.

A pattern asks whether a character is in a set, and with a back reference whether two characters are the same.
It asks so again and again as it backtracks; what has been answered, or follows from the answers that patterns
had before in the run, is no decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from slowpath.counting.regex.characters import ascii_folding, unicode_folding
from slowpath.counting.regex.chartest import CharTest
from slowpath.counting.regex.instructions import Fold
from slowpath.expr.condition import Condition, Constant, Member
from slowpath.values.text.char import Part, Parts, SymChar, mapped, same, value_of, within
from slowpath.values.text.classes import CharClass, Image, class_of, one
from slowpath.values.trace import Trace

WIDTHS = (0xFF, 0xFFFF, 0x10FFFF)  # the largest characters that CPython stores in one, two and four bytes
NO, YES = 1, 2  # 0: not asked yet


class Answers:
    """What is known of the characters of a text.

    `row` has for each test of a program and each place NO, YES or 0; `ask` answers where it has 0. A
    question is decided at a place inside the pattern that is used at `site`.
    """

    def __init__(self, parts: Parts, tests: Sequence[CharTest], trace: Trace, site: int) -> None:
        self.parts = parts
        self._tests = tests
        self._rows: dict[int, bytearray] = {}
        self._literals: dict[tuple[int, int], bool] = {}
        self._pairs: dict[tuple[int, int, int], bool] = {}
        self._trace = trace
        self._site = site

    def row(self, test: int) -> bytearray:
        """The answers to a test, by place."""
        row = self._rows.get(test)
        if row is None:
            row = self._rows[test] = bytearray(len(self.parts))
        return row

    def ask(self, test: int, place: int, offset: int) -> int:
        """Decide whether the character at a place passes a test: YES or NO."""
        holds = self._decided(self.parts[place], class_of(self._tests[test].chars), offset)
        answer = YES if holds else NO
        self._rows[test][place] = answer
        return answer

    def literal(self, code: int, place: int, offset: int = 0) -> bool:
        """Decide whether the character at a place is a certain one."""
        holds = self._literals.get((code, place))
        if holds is None:
            holds = self._literals[code, place] = self._decided(self.parts[place], one(code), offset)
        return holds

    def can_hold(self, codes: Sequence[int]) -> bool:
        """Tell whether all characters are as wide as the interpreter stores those of the text."""
        widest = max(map(value_of, self.parts), default=0)
        return max(codes) <= next(width for width in WIDTHS if widest <= width)

    def same(self, left: int, right: int, fold: int, offset: int) -> bool:
        """Decide whether the characters at two places are the same, folded."""
        key = (left, right, fold)
        holds = self._pairs.get(key)
        if holds is None:
            first, second = (folded(self.parts[place], fold) for place in (left, right))
            holds = self._pairs[key] = value_of(first) == value_of(second)
            if type(first) is SymChar or type(second) is SymChar:
                self._decide(same(first, second), holds, offset)
        return holds

    def _decided(self, part: Part, wanted: CharClass, offset: int) -> bool:
        holds = value_of(part) in wanted.chars
        if type(part) is SymChar:
            self._decide(within(part, wanted), holds, offset)
        return holds

    def _decide(self, condition: Condition, holds: bool, offset: int) -> None:
        trace = self._trace
        if type(condition) is Constant or trace.quiet:
            return
        if type(condition) is Member:
            index = condition.index
            left = trace.left.get(index) or trace.variables[index].domain.chars  # type: ignore[union-attr]
            kept = left & condition.chars
            if not kept or kept == left:
                return  # it follows from what patterns asked before
            trace.left[index] = kept if holds else left - condition.chars
        trace.note(condition, holds, trace.places.inside(self._site, offset))


def folded(part: Part, fold: int) -> Part:
    """A character as a back reference compares it."""
    if fold == Fold.NOTHING:
        return part
    image = _image(fold)
    return mapped(part, image) if isinstance(part, SymChar) else image(part)


@lru_cache
def _image(fold: int) -> Image:
    """The lower case that `re` compares with IGNORECASE; bytes have that of ASCII in any locale of UTF-8."""
    return Image((unicode_folding() if fold == Fold.UNICODE else ascii_folding()).lower)
