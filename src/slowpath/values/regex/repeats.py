"""Repeats: of one character, which keep no Repeat, and others.

A method without a number performs an instruction, one with a number takes a choice that the instruction
left; both return the address to go on at.
"""

from __future__ import annotations

from slowpath.counting.regex.chartest import StepKind
from slowpath.counting.regex.instructions import NONE, Opcode
from slowpath.values.regex.answers import YES
from slowpath.values.regex.state import FAILS, MatchState


class Repeats(MatchState):
    """A matcher that can repeat."""

    # -- repeats of one character ------------------------------------------------------------------------

    def _run(self, test: int, most: int, p: int) -> int:
        """How many characters from here on pass a test, at most so many."""
        at = place = self._at
        end = min(self._end, at + most)
        row, ask = self._answers.row(test), self._answers.ask
        while place < end and (row[place] or ask(test, place, p)) == YES:
            place += 1
        self.steps[self._kinds[test]] += place - at
        return place - at

    def _many_one(self, p: int) -> int:
        test, low, high = self._code[p + 1 : p + 4]
        if self._end - self._at < low:
            return FAILS
        count = self._run(test, high, p)
        least = self._at + low
        self._at += count
        return FAILS if count < low else self._behind_many(p, least)

    def _behind_many(self, p: int, least: int) -> int:
        """Try the code behind a greedy repeat here, or at the first position before where its guard holds."""
        guard, at = self._code[p + 4], self._at
        if guard != NONE:
            while at >= least and not (at < self._end and self._passes(guard, at, p)):
                self.steps[StepKind.RUN] += 1
                at -= 1
        if at < least:
            return FAILS
        self._at = at
        self._choose(Opcode.MANY_ONE, p, least)
        return p + 5

    def _one_less(self, p: int, least: int) -> int:
        self._at -= 1
        return self._behind_many(p, least)

    def _lazy_one(self, p: int) -> int:
        test, low = self._code[p + 1 : p + 3]
        if self._end - self._at < low:
            return FAILS
        count = self._run(test, low, p)
        if count < low:
            return FAILS
        self._at += count
        self._choose(Opcode.LAZY_ONE, p, count)
        return p + 4

    def _one_more(self, p: int, count: int) -> int:
        test, _, high = self._code[p + 1 : p + 4]
        if count >= high or not self._run(test, 1, p):
            return FAILS
        self._at += 1
        self._choose(Opcode.LAZY_ONE, p, count + 1)
        return p + 4

    def _possessive_one(self, p: int) -> int:
        test, low, high = self._code[p + 1 : p + 4]
        if self._end - self._at < low:
            return FAILS
        count = self._run(test, high, p)
        self._at += count
        return FAILS if count < low else p + 4

    # -- other repeats -----------------------------------------------------------------------------------

    def _opened(self, p: int) -> int:
        self._undo()
        self._repeat = (p, -1, -1, self._repeat)
        return self._code[p + 3]

    def _max_until(self, p: int) -> int:
        assert self._repeat is not None
        head, count, last, outer = self._repeat
        low, high = self._code[head + 1 : head + 3]
        count += 1
        if count < low:
            self._undo()
            self._repeat = (head, count, last, outer)
            return head + 4
        if count < high and self._at != last:
            self._choose(Opcode.MAX_UNTIL, p, saving=True)
            self._repeat = (head, count, self._at, outer)
            return head + 4
        return self._left(p)

    def _left(self, p: int, number: int = 0) -> int:
        """Leave the innermost Repeat."""
        assert self._repeat is not None
        self._undo()
        self._repeat = self._repeat[3]
        return p + 2

    def _min_until(self, p: int) -> int:
        assert self._repeat is not None
        head, count, last, outer = self._repeat
        if count + 1 < self._code[head + 1]:
            self._undo()
            self._repeat = (head, count + 1, last, outer)
            return head + 4
        if outer is None:
            self._undo(Opcode.MIN_UNTIL, p)
        else:
            self._choose(Opcode.MIN_UNTIL, p)
        self._repeat = outer
        return p + 2

    def _entered(self, p: int, number: int) -> int:
        """Match the body of a lazy repeat after all."""
        assert self._repeat is not None
        head, count, last, outer = self._repeat
        if count + 1 >= self._code[head + 2] or self._at == last:
            return FAILS
        self._undo()
        self._repeat = (head, count + 1, self._at, outer)
        return head + 4
