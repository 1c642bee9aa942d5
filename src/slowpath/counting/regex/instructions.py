"""The instructions of programs; `program` says what state they work on."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

UNBOUNDED: Final = 1 << 62  # the `high` of a repeat without an end: more than any count, within 64 bits
NONE: Final = -1  # no test


class Opcode(IntEnum):
    """The instructions, with their operands. An instruction at p has its operands at p + 1, p + 2, ...

    Sub-patterns that are matched for themselves (of ASSERT, ASSERT_NOT, ATOMIC, POSSESSIVE) end with END:
    their choices are forgotten when it is reached. Where such a sub-pattern fails, its instruction fails
    with marks as they are then (an undo of nothing, which counts), but for those that say otherwise.
    """

    MATCH = 0
    """The end of the pattern: the text up to `at` matches. Fails, in a match that is *strict*, where the
    whole text is wanted and `at` is not its end, or where the match must not be empty and `at` is
    `start`."""
    END = 1
    """The end of a sub-pattern: goes on as the instruction that began it says."""
    CHAR = 2
    """test: the character at `at` passes tests[test]; `at` moves behind it. Fails at the end of the text."""
    MARK = 3
    """number: marks[number] = at. The marks between last_mark and number become unknown and last_mark =
    number, where number is larger; an odd number sets last_index = number // 2 + 1."""
    AT = 4
    """where, test: `at` is the place `Where(where)`; word boundaries ask tests[test] (else -1)."""
    BACKREF = 5
    """group, fold: the text of the group, character by character, `Fold(fold)` applied to both; fails where
    the group is not set. Each character that is equal counts a RUN."""
    CONDITION = 6
    """group, no: goes on at `no` where the group is not set."""
    JUMP = 7
    """to: goes on there."""
    FAIL = 8
    """Fails."""
    BRANCH = 9
    """next, guard: an alternative, whose code follows at p + 3; the next one is the ELSE at the address
    `next`, which has the same operands (0: there is none). Alternatives whose guard, tests[guard], does not
    hold at `at` (or the text ends there) are passed over, one STEP each; the others are entered with a
    choice that goes on with the next, or fails after the last. The choice is made for the last alternative
    too."""
    ASSERT = 10
    """back, after: the sub-pattern at p + 3 matches from `at - back`; goes on at `after` with `at` as it was.
    Fails where `at < back`. Marks that the sub-pattern sets stay."""
    ASSERT_NOT = 11
    """back, after: goes on at `after` where `at < back` or the sub-pattern at p + 3 does not match (the
    choice that sees to it puts the marks back); fails where it does."""
    ATOMIC = 12
    """after: the sub-pattern at p + 2 matches; goes on at `after` behind it."""
    MANY_ONE = 13
    """test, low, high, guard: fails where fewer than `low` characters are left. Passes as many characters
    as pass tests[test], at most `high`; fails where they are fewer than `low`. Then the code behind (p + 5)
    is tried with all of them, and by choices with one less each time, down to `low`. With a guard,
    positions where tests[guard] does not hold are passed over (one RUN each) before the code behind is
    entered."""
    LAZY_ONE = 14
    """test, low, high: passes `low` characters, then tries the code behind (p + 4), and by choices passes
    one more each time, up to `high`."""
    POSSESSIVE_ONE = 15
    """test, low, high: as MANY_ONE, without choices; goes on at p + 4."""
    REPEAT = 16
    """low, high, until: opens a Repeat (count -1, last None, outer the one open before) and goes on at
    `until`, after an undo that closes the Repeat."""
    MAX_UNTIL = 17
    """repeat: the end of the body (at `repeat` + 4) of the innermost Repeat. With n = count + 1:
    - n < low: an undo of count, count = n, and the body again;
    - n < high and at != last: count = n, last = at, and the body again. A choice (which saves marks whether
      or not a Repeat is open around) puts count and last back and leaves, as follows;
    - else it leaves: an undo of `repeat`, which becomes the Repeat's outer one, and the code behind (p +
      2)."""
    MIN_UNTIL = 18
    """repeat: the same, lazily. n < low as above. Else a choice (which saves marks where there is an outer
    Repeat), then it leaves. The choice opens this Repeat again; it fails where n >= high or at == last;
    else an undo of count and last, count = n, last = at, and the body again."""
    POSSESSIVE = 19
    """low, high, after: matches the sub-pattern at p + 4 `low` times, failing where it does not, then up to
    `high` times until it fails or has matched the empty text; each of these tries saves the marks, open
    Repeat or not. Goes on at `after` behind the last that matched."""
    ELSE = 20
    """next, guard: the head of an alternative; it is not executed."""


class Where(IntEnum):
    """Places that AT asks for."""

    BEGINNING = 0
    BEGINNING_LINE = 1
    END = 2  # the end, or before a line feed at the end
    END_LINE = 3
    END_STRING = 4
    BOUNDARY = 5  # never in a text that is empty from 0 to `end`
    NON_BOUNDARY = 6  # likewise


class Fold(IntEnum):
    """What BACKREF does to characters before it compares them."""

    NOTHING = 0
    ASCII = 1
    UNICODE = 2
    LOCALE = 3
