"""From the interpreter's parse tree of a pattern to the code of a program."""

from __future__ import annotations

from re import _compiler, _constants  # type: ignore[attr-defined]
from typing import Any, Final

from slowpath.counting.regex.chartest import (
    IGNORECASE,
    LOCALE,
    UNICODE,
    CharTest,
    TestForm,
    any_test,
    literal_test,
    set_test,
    word_set,
)
from slowpath.counting.regex.instructions import NONE, UNBOUNDED, Fold, Opcode, Where

_AT: Final = {
    _constants.AT_BEGINNING: (Where.BEGINNING, Where.BEGINNING_LINE),
    _constants.AT_BEGINNING_STRING: (Where.BEGINNING,) * 2,
    _constants.AT_END: (Where.END, Where.END_LINE),
    _constants.AT_END_STRING: (Where.END_STRING,) * 2,
    _constants.AT_BOUNDARY: (Where.BOUNDARY,) * 2,
    _constants.AT_NON_BOUNDARY: (Where.NON_BOUNDARY,) * 2,
}
_ONE: Final = {
    _constants.MAX_REPEAT: Opcode.MANY_ONE,
    _constants.MIN_REPEAT: Opcode.LAZY_ONE,
    _constants.POSSESSIVE_REPEAT: Opcode.POSSESSIVE_ONE,
}


class Assembler:
    """Emits the code of a parse tree."""

    def __init__(self) -> None:
        self.code: list[int] = []
        self.tests: dict[CharTest, int] = {}
        self._many: list[int] = []

    def emit(self, *words: int) -> int:
        """Add words and return the address of the last."""
        self.code.extend(words)
        return len(self.code) - 1

    def test(self, test: CharTest) -> int:
        """Return the number of a test."""
        return self.tests.setdefault(test, len(self.tests))

    def guard_repeats(self) -> None:
        """Let greedy repeats know the literal that follows them."""
        for address in self._many:
            self.code[address + 4] = self._guard(address + 5, TestForm.LITERAL)

    def _guard(self, address: int, *forms: TestForm) -> int:
        if self.code[address] != Opcode.CHAR:
            return NONE
        test = self.code[address + 1]
        return test if list(self.tests)[test].form in forms else NONE

    def sequence(self, items: Any, flags: int) -> None:
        """Emit items one after the other."""
        for op, value in items:
            self._item(op, value, flags)

    def _item(self, op: Any, value: Any, flags: int) -> None:
        test = _single(op, value, flags)
        if test is not None:
            self.emit(Opcode.CHAR, self.test(test))
        elif op in _ONE:
            low, high, items = value
            self._repeat(op, low, high, items, flags)
        elif op is _constants.SUBPATTERN:
            group, added, removed, items = value
            self._group(group, items, _compiler._combine_flags(flags, added, removed))
        elif op is _constants.BRANCH:
            self._branch(value[1], flags)
        elif op is _constants.AT:
            self._at(value, flags)
        elif op is _constants.GROUPREF:
            self.emit(Opcode.BACKREF, value, _fold(flags))
        elif op is _constants.GROUPREF_EXISTS:
            group, yes, no = value
            self._condition(group, yes, no, flags)
        elif op is _constants.ATOMIC_GROUP:
            after = self.emit(Opcode.ATOMIC, 0)
            self._closed(value, after, flags)
        elif op in (_constants.ASSERT, _constants.ASSERT_NOT):
            direction, items = value
            back = items.getwidth()[0] if direction < 0 else 0
            look = Opcode.ASSERT if op is _constants.ASSERT else Opcode.ASSERT_NOT
            after = self.emit(look, back, 0)
            self._closed(items, after, flags)
        elif op is _constants.FAILURE:
            self.emit(Opcode.FAIL)
        else:
            raise ValueError(f"an unknown item of a pattern: {op}")

    def _group(self, group: int | None, items: Any, flags: int) -> None:
        """Emit a sub-pattern between the marks of its group, if it is one that captures."""
        if group is not None:
            self.emit(Opcode.MARK, 2 * group - 2)
        self.sequence(items, flags)
        if group is not None:
            self.emit(Opcode.MARK, 2 * group - 1)

    def _closed(self, items: Any, after: int, flags: int) -> None:
        """Emit a sub-pattern, and put the address behind it into the word `after`."""
        self.sequence(items, flags)
        self.emit(Opcode.END)
        self.code[after] = len(self.code)

    def _repeat(self, op: Any, low: int, high: int, items: Any, flags: int) -> None:
        most = UNBOUNDED if high is _constants.MAXREPEAT or high == _constants.MAXREPEAT else int(high)
        test = _only(items, flags)
        if test is not None:
            address = self.emit(_ONE[op], self.test(test), low, most) - 3
            if op is _constants.MAX_REPEAT:
                self.emit(NONE)
                self._many.append(address)
        elif op is _constants.POSSESSIVE_REPEAT:
            if most == 0:
                return
            after = self.emit(Opcode.POSSESSIVE, low, most, 0)
            self._closed(items, after, flags)
        else:
            until = self.emit(Opcode.REPEAT, low, most, 0)
            self.sequence(items, flags)
            self.code[until] = len(self.code)
            self.emit(Opcode.MAX_UNTIL if op is _constants.MAX_REPEAT else Opcode.MIN_UNTIL, until - 3)

    def _branch(self, alternatives: Any, flags: int) -> None:
        jumps = []
        for number, items in enumerate(alternatives):
            head = self.emit(Opcode.ELSE if number else Opcode.BRANCH, 0, NONE) - 2
            self.sequence(items, flags)
            jumps.append(self.emit(Opcode.JUMP, 0))
            self.code[head + 2] = self._guard(head + 3, TestForm.LITERAL, TestForm.SET)
            if number + 1 < len(alternatives):
                self.code[head + 1] = len(self.code)
        for jump in jumps:
            self.code[jump] = len(self.code)

    def _at(self, value: Any, flags: int) -> None:
        where = _AT[value][bool(flags & _constants.SRE_FLAG_MULTILINE)]
        asks = where in (Where.BOUNDARY, Where.NON_BOUNDARY)
        self.emit(Opcode.AT, where, self.test(CharTest(TestForm.SET, word_set(flags))) if asks else NONE)

    def _condition(self, group: int, yes: Any, no: Any, flags: int) -> None:
        to_no = self.emit(Opcode.CONDITION, group, 0)
        self.sequence(yes, flags)
        if no:
            jump = self.emit(Opcode.JUMP, 0)
            self.code[to_no] = len(self.code)
            self.sequence(no, flags)
            self.code[jump] = len(self.code)
        else:
            self.code[to_no] = len(self.code)


def _single(op: Any, value: Any, flags: int) -> CharTest | None:
    """Return the test of an item that matches one character, else None."""
    if op is _constants.LITERAL or op is _constants.NOT_LITERAL:
        return literal_test(value, op is _constants.NOT_LITERAL, flags)
    if op is _constants.ANY:
        return any_test(flags)
    return set_test(value, flags) if op is _constants.IN else None


def _only(items: Any, flags: int) -> CharTest | None:
    """Return the test of a sub-pattern that is one such item, in groups that capture nothing or in none."""
    if not _compiler._simple(items):
        return None
    op, value = items[0]
    if op is _constants.SUBPATTERN:
        _, added, removed, inside = value
        return _only(inside, _compiler._combine_flags(flags, added, removed))
    return _single(op, value, flags)


def _fold(flags: int) -> Fold:
    if not flags & IGNORECASE:
        return Fold.NOTHING
    if flags & LOCALE:
        return Fold.LOCALE
    return Fold.UNICODE if flags & UNICODE else Fold.ASCII
