"""The backtracking matcher over text whose characters may depend on the input.

It executes the programs of `slowpath.counting.regex.program`, where the instructions and the steps that they
count are described, as the matcher over plain text does. A test of a character is a question to `Answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from slowpath.counting.regex.chartest import StepKind
from slowpath.counting.regex.instructions import NONE, Opcode, Where
from slowpath.counting.regex.machine import Mode, Spans, possessive_opens
from slowpath.counting.regex.program import MatchProgram
from slowpath.values.regex.answers import Answers
from slowpath.values.regex.repeats import Repeats
from slowpath.values.regex.state import FAILS, MATCHES


class Exhausted(Exception):
    """A match took as many steps as it may."""


class Matcher(Repeats):
    """Executes a program over one text."""

    def __init__(self, program: MatchProgram, answers: Answers) -> None:
        super().__init__(program, answers)
        self._barriers: list[int] = []  # where in the stack the open sub-patterns began
        self._start = 0
        self._strict = self._whole = self._advance = False
        self._limit: int | None = None

    def run(self, mode: Mode, start: int, end: int, advance: bool, limit: int | None = None) -> Spans | None:
        """Where a match in the text up to `end` is that begins at `start`, or for a search at the first place
        from there on. With `advance` it does not end at `start`. None after `limit` steps, too."""
        self._end, self._advance, self._whole = end, advance, mode is Mode.FULLMATCH
        self._limit = None if limit is None else limit + self.steps[StepKind.STEP]
        try:
            found = self._search(start) if mode is Mode.SEARCH else self._matched(start)
        except Exhausted:
            return None
        return self._spans() if found else None

    def _matched(self, start: int) -> bool:
        return self._end - start >= self._program.width and self._match(0, start, start, True)

    def _spans(self) -> Spans:
        groups = [self._group(group) or (-1, -1) for group in range(1, self._program.groups + 1)]
        return ((self._start, self._at), *groups)

    # -- searching ---------------------------------------------------------------------------------------

    def _search(self, at: int) -> bool:
        program, end = self._program, self._end
        if end - at < program.width or at > end:
            return False
        if program.prefix:
            return self._search_prefix(at)
        if program.first != NONE:
            return self._search_first(at)
        last = max(end - program.width + 1, at) if program.width > 1 else end
        if self._match(0, at, at, True):
            return True
        self._advance = False
        if program.anchored:
            return False
        while at < last:
            at += 1
            if self._match(0, at, at, False):
                return True
        return False

    def _search_first(self, at: int) -> bool:
        first = self._program.first
        for place in range(at, self._end):
            if not self._passes(first, place, 0):
                self.steps[StepKind.SCAN_SET] += 1
            elif self._match(0, place, place, False):
                return True
        return False

    def _search_prefix(self, at: int) -> bool:
        """Find the literal prefix by the algorithm of Knuth, Morris and Pratt, and match behind it."""
        program, before = self._program, self.steps[StepKind.SCAN]
        known, count = 0, len(program.prefix)
        while at < self._end:
            self.steps[StepKind.SCAN] += 1
            while known and (known == count or not self._is_prefix(known, at)):
                known = program.overlap[known - 1]
            if known or self._is_prefix(0, at):
                known += 1
            at += 1
            if known == count and self._behind_prefix(at - count):
                return True
        if not self._answers.can_hold(program.prefix):
            self.steps[StepKind.SCAN] = before  # a text of narrower characters is not looked at
        return False

    def _is_prefix(self, number: int, at: int) -> bool:
        return self._answers.literal(self._program.prefix[number], at)

    def _behind_prefix(self, start: int) -> bool:
        program = self._program
        if program.whole:
            self._forget()
            self.steps[StepKind.START] += 1
            self._start, self._at = start, start + len(program.prefix)
            return True
        return self._match(2 * program.skip, start + program.skip, start, False)

    def _match(self, address: int, at: int, start: int, strict: bool) -> bool:
        """Tell whether the program matches from an address on, and a position."""
        self._forget()
        self._barriers.clear()
        self._at, self._start, self._strict = at, start, strict
        self.steps[StepKind.START] += 1
        code, steps = self._code, self.steps
        while True:
            steps[StepKind.STEP] += 1
            address = _PERFORM[code[address]](self, address)
            while address < 0:
                if address == MATCHES:
                    return True
                if not self._stack:
                    return False
                address = self._fail()

    def _fail(self) -> int:
        """Take the newest choice."""
        self.steps[StepKind.BACKTRACK] += 1
        if self._limit is not None and self.steps[StepKind.STEP] > self._limit:
            raise Exhausted
        op, address, number, self._at, self._repeat, mark, index, marks = self._stack.pop()
        self._last_mark, self._last_index = mark, index
        if marks is not None:
            self._marks[: mark + 1] = marks
        return _RESUME[op](self, address, number)

    def _fails(self, p: int, number: int = 0) -> int:
        return FAILS

    # -- characters --------------------------------------------------------------------------------------

    def _char(self, p: int) -> int:
        at = self._at
        if at >= self._end or not self._passes(self._code[p + 1], at, p):
            return FAILS
        self._at = at + 1
        return p + 2

    def _backref(self, p: int) -> int:
        found = self._group(self._code[p + 1])
        if found is None:
            return FAILS
        fold = self._code[p + 2]
        for place in range(*found):
            if self._at >= self._end or not self._answers.same(place, self._at, fold, p):
                return FAILS
            self.steps[StepKind.RUN] += 1
            self._at += 1
        return p + 3

    def _where(self, p: int) -> int:
        where, test = self._code[p + 1 : p + 3]
        return p + 3 if self._is_at(where, test, p) else FAILS

    def _is_at(self, where: int, test: int, p: int) -> bool:
        at, end = self._at, self._end
        if where == Where.BEGINNING:
            return at == 0
        if where == Where.BEGINNING_LINE:
            return at == 0 or self._answers.literal(10, at - 1, p)
        if where == Where.END:
            return at == end or (at == end - 1 and self._answers.literal(10, at, p))
        if where == Where.END_LINE:
            return at == end or self._answers.literal(10, at, p)
        if where == Where.END_STRING:
            return at == end
        if end == 0:
            return False
        before = at > 0 and self._passes(test, at - 1, p)
        behind = at < end and self._passes(test, at, p)
        return (before != behind) == (where == Where.BOUNDARY)

    # -- flow --------------------------------------------------------------------------------------------

    def _match_end(self, p: int) -> int:
        if self._strict and (
            (self._whole and self._at != self._end) or (self._advance and self._at == self._start)
        ):
            return FAILS
        return MATCHES

    def _mark(self, p: int) -> int:
        number, marks = self._code[p + 1], self._marks
        if number & 1:
            self._last_index = number // 2 + 1
        if number > self._last_mark:
            for unknown in range(self._last_mark + 1, number):
                marks[unknown] = -1
            self._last_mark = number
        marks[number] = self._at
        return p + 2

    def _condition(self, p: int) -> int:
        return p + 3 if self._group(self._code[p + 1]) is not None else self._code[p + 2]

    def _jump(self, p: int) -> int:
        return self._code[p + 1]

    def _branch(self, p: int) -> int:
        """Enter the first alternative from an address on whose guard holds."""
        code, at = self._code, self._at
        while True:
            following, guard = code[p + 1], code[p + 2]
            if guard == NONE or (at < self._end and self._passes(guard, at, p)):
                self._choose(Opcode.BRANCH, p, following)
                return p + 3
            self.steps[StepKind.STEP] += 1
            if not following:
                return FAILS
            p = following

    def _otherwise(self, p: int, following: int) -> int:
        return self._branch(following) if following else FAILS

    # -- sub-patterns ------------------------------------------------------------------------------------

    def _assert(self, p: int) -> int:
        back = self._code[p + 1]
        if self._at < back:
            return FAILS
        self._barriers.append(len(self._stack))
        self._undo(Opcode.ASSERT, p)
        self._at -= back
        return p + 3

    def _assert_not(self, p: int) -> int:
        back = self._code[p + 1]
        if self._at < back:
            return self._code[p + 2]
        self._barriers.append(len(self._stack))
        self._choose(Opcode.ASSERT_NOT, p)
        self._at -= back
        return p + 3

    def _atomic(self, p: int) -> int:
        self._barriers.append(len(self._stack))
        self._undo(Opcode.ATOMIC, p)
        return p + 2

    def _possessive(self, p: int) -> int:
        if possessive_opens():
            self._opened(p)
        return self._round(p, 0)

    def _round(self, p: int, count: int) -> int:
        """Try the sub-pattern of a possessive repeat after so many that matched."""
        self._barriers.append(len(self._stack))
        if count < self._code[p + 1]:
            self._undo(Opcode.POSSESSIVE, p, count)
        else:
            self._choose(Opcode.POSSESSIVE, p, count, True)
        return p + 4

    def _behind_rounds(self, p: int) -> int:
        if possessive_opens():
            assert self._repeat is not None
            self._repeat = self._repeat[3]
        return self._code[p + 3]

    def _sub_end(self, p: int) -> int:
        """The sub-pattern matches: forget its choices."""
        height = self._barriers.pop()
        op, began, count, at, self._repeat, *_ = self._stack[height]
        del self._stack[height:]
        if op == Opcode.ATOMIC:
            return self._code[began + 1]
        if op == Opcode.ASSERT:
            self._at = at
            return self._code[began + 2]
        if op == Opcode.ASSERT_NOT:
            return FAILS
        low, high = self._code[began + 1 : began + 3]
        if count + 1 < low or (count + 1 < high and (count < low or self._at != at)):
            return self._round(began, count + 1)
        return self._behind_rounds(began)

    def _sub_fails(self, p: int, number: int) -> int:
        self._barriers.pop()
        return FAILS

    def _refuted(self, p: int, number: int) -> int:
        self._barriers.pop()
        return self._code[p + 2]

    def _possessed(self, p: int, count: int) -> int:
        """The sub-pattern matches no more."""
        self._barriers.pop()
        return FAILS if count < self._code[p + 1] else self._behind_rounds(p)


_PERFORM: tuple[Callable[[Matcher, int], int], ...] = tuple(
    {
        Opcode.MATCH: Matcher._match_end,
        Opcode.END: Matcher._sub_end,
        Opcode.CHAR: Matcher._char,
        Opcode.MARK: Matcher._mark,
        Opcode.AT: Matcher._where,
        Opcode.BACKREF: Matcher._backref,
        Opcode.CONDITION: Matcher._condition,
        Opcode.JUMP: Matcher._jump,
        Opcode.FAIL: Matcher._fails,
        Opcode.BRANCH: Matcher._branch,
        Opcode.ASSERT: Matcher._assert,
        Opcode.ASSERT_NOT: Matcher._assert_not,
        Opcode.ATOMIC: Matcher._atomic,
        Opcode.MANY_ONE: Matcher._many_one,
        Opcode.LAZY_ONE: Matcher._lazy_one,
        Opcode.POSSESSIVE_ONE: Matcher._possessive_one,
        Opcode.REPEAT: Matcher._opened,
        Opcode.MAX_UNTIL: Matcher._max_until,
        Opcode.MIN_UNTIL: Matcher._min_until,
        Opcode.POSSESSIVE: Matcher._possessive,
    }.values()
)
_RESUME: Mapping[int, Callable[[Matcher, int, int], int]] = {
    Opcode.FAIL: Matcher._fails,
    Opcode.BRANCH: Matcher._otherwise,
    Opcode.ASSERT: Matcher._sub_fails,
    Opcode.ASSERT_NOT: Matcher._refuted,
    Opcode.ATOMIC: Matcher._sub_fails,
    Opcode.MANY_ONE: Matcher._one_less,
    Opcode.LAZY_ONE: Matcher._one_more,
    Opcode.MAX_UNTIL: Matcher._left,
    Opcode.MIN_UNTIL: Matcher._entered,
    Opcode.POSSESSIVE: Matcher._possessed,
}
