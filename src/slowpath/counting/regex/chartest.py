"""Tests of one character: what the items of a pattern that match one character come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from re import _casefix, _constants  # type: ignore[attr-defined]
from typing import Any, Final

from slowpath.counting.regex.characters import (
    ASCII_DIGIT,
    ASCII_SPACE,
    ASCII_WORD,
    NEWLINE,
    ascii_folding,
    locale,
    unicode_digit,
    unicode_folding,
    unicode_space,
    unicode_upper,
    unicode_word,
)
from slowpath.model.charset import CharSet

IGNORECASE: Final = _constants.SRE_FLAG_IGNORECASE
LOCALE: Final = _constants.SRE_FLAG_LOCALE
UNICODE: Final = _constants.SRE_FLAG_UNICODE
DOTALL: Final = _constants.SRE_FLAG_DOTALL
BMP: Final = CharSet.between(0, 0xFFFF)


class StepKind(IntEnum):
    """Kinds of counted steps; each has a weight of its own."""

    STEP = 0  # an instruction
    BACKTRACK = 1  # a choice taken off the stack
    START = 2  # a position at which a search tries the pattern
    SCAN = 3  # a character that a search passes looking for the literal prefix
    SCAN_SET = 4  # a character that a search passes looking for a set's member
    RUN = 5  # a character compared with another by a repeat or a backreference
    RUN_SET = 6  # a character looked up in a set by a repeat
    FREE = 7  # not counted: a repeat of any character jumps to the end of the text


class TestForm(IntEnum):
    """How CPython's engine makes a test, which decides what it costs."""

    LITERAL = 0  # equal to one character
    NOT_LITERAL = 1
    ANY = 2  # not a line feed
    ALL = 3
    SET = 4
    FOLDED = 5  # equal, or not equal, to one character but for the case
    FOLDED_SET = 6


_STEPS: Final = {
    TestForm.LITERAL: StepKind.RUN,
    TestForm.NOT_LITERAL: StepKind.RUN,
    TestForm.ANY: StepKind.RUN,
    TestForm.ALL: StepKind.FREE,
    TestForm.SET: StepKind.RUN_SET,
    TestForm.FOLDED: StepKind.RUN,
    TestForm.FOLDED_SET: StepKind.STEP,
}


@dataclass(frozen=True, slots=True)
class CharTest:
    """Holds for the characters of `chars`; `literal` is the character of LITERAL and NOT_LITERAL, else -1."""

    form: TestForm
    chars: CharSet
    literal: int = -1

    @property
    def step(self) -> StepKind:
        """The kind of step that a repeat of the test takes per character."""
        return _STEPS[self.form]


def literal_test(code: int, negated: bool, flags: int) -> CharTest:
    """The test of a literal character."""
    if flags & IGNORECASE and flags & LOCALE:
        return CharTest(TestForm.FOLDED, _maybe_not(locale().spelled(code), negated))
    return _fixed_test(code, negated, flags & (IGNORECASE | UNICODE))


@lru_cache(maxsize=4096)
def _fixed_test(code: int, negated: bool, flags: int) -> CharTest:
    """The test of a literal character, whatever the locale is. A pattern may spell thousands of them."""
    one = CharSet.between(code, code)
    if not flags & IGNORECASE:
        return _plain_literal(code, one, negated)
    folding = unicode_folding() if flags & UNICODE else ascii_folding()
    if code not in folding.cased:
        return _plain_literal(code, one, negated)
    low = folding.lower.get(code, code)
    extra = _casefix._EXTRA_CASES.get(low, ()) if flags & UNICODE else ()
    same = CharSet((each, each) for each in (low, *extra))
    form = TestForm.FOLDED_SET if extra else TestForm.FOLDED
    return CharTest(form, _maybe_not(folding.becoming(same), negated))


def _plain_literal(code: int, one: CharSet, negated: bool) -> CharTest:
    if negated:
        return CharTest(TestForm.NOT_LITERAL, ~one, code)
    return CharTest(TestForm.LITERAL, one, code)


def any_test(flags: int) -> CharTest:
    """The test of a dot."""
    if flags & DOTALL:
        return CharTest(TestForm.ALL, CharSet.everything())
    return CharTest(TestForm.ANY, ~NEWLINE)


def set_test(items: Iterable[tuple[Any, Any]], flags: int) -> CharTest:
    """The test of a set such as `[a-z_]`, given as the parser gives it."""
    members = list(items)
    negated = any(op is _constants.NEGATE for op, _ in members)
    plain = [each for each in members if each[0] is not _constants.NEGATE]
    if not flags & IGNORECASE:
        return CharTest(TestForm.SET, _maybe_not(_union(plain, flags), negated))
    if flags & LOCALE:
        here = locale()
        return CharTest(TestForm.FOLDED_SET, here.ignoring_case(_maybe_not(_union(plain, flags), negated)))
    unicode = bool(flags & UNICODE)
    folding = unicode_folding() if unicode else ascii_folding()
    spelled = CharSet(span for op, value in plain for span in _spans(op, value))
    if not spelled & folding.cased and not (spelled - BMP):
        return CharTest(TestForm.SET, _maybe_not(_union(plain, flags), negated))
    # The engine lowers the character, then looks it up among the lowered members, of which those
    # beyond 65,535 are not lowered.
    low = folding.lowered(spelled & BMP) | (spelled - BMP)
    if unicode:
        for code, extra in _casefix._EXTRA_CASES.items():
            if code in low:
                low |= CharSet((each, each) for each in extra)
    for op, value in plain:
        if op is _constants.RANGE and value[1] > BMP.highest:
            low |= unicode_upper().becoming(CharSet([value]) - BMP)
        elif op is _constants.CATEGORY:
            low |= _category(value, flags)
    return CharTest(TestForm.FOLDED_SET, folding.becoming(_maybe_not(low, negated)))


def word_set(flags: int) -> CharSet:
    """What counts as a word's character at its boundary."""
    return _category(_constants.CATEGORY_WORD, flags)


def _union(items: Iterable[tuple[Any, Any]], flags: int) -> CharSet:
    found = CharSet()
    for op, value in items:
        if op is _constants.CATEGORY:
            found |= _category(value, flags)
        else:
            found |= CharSet(_spans(op, value))
    return found


def _spans(op: Any, value: Any) -> Iterator[tuple[int, int]]:
    if op is _constants.LITERAL:
        yield value, value
    elif op is _constants.RANGE:
        yield value


def _category(name: Any, flags: int) -> CharSet:
    negated = str(name).startswith("CATEGORY_NOT_")
    kind = str(name).removeprefix("CATEGORY_").removeprefix("NOT_")
    if kind == "WORD" and flags & LOCALE:
        found = locale().word
    elif flags & UNICODE and not flags & LOCALE:
        found = {"DIGIT": unicode_digit, "SPACE": unicode_space, "WORD": unicode_word}[kind]()
    else:
        found = {"DIGIT": ASCII_DIGIT, "SPACE": ASCII_SPACE, "WORD": ASCII_WORD}[kind]
    return _maybe_not(found, negated)


def _maybe_not(chars: CharSet, negated: bool) -> CharSet:
    return ~chars if negated else chars
