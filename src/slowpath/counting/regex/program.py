"""Programs: what the backtracking matchers execute.

A program is the interpreter's own parse tree (`re._parser`) as a flat sequence of numbers, in the order in
which CPython's engine tries things. `compiled(pattern)` makes it. The instruction set is in `instructions`;
the matchers (`_matcher.c` over plain text, `values.regex` over symbolic text) keep this state:

- `at`, a position in the text; the text begins at 0 and ends at `end` (endpos), `start` is where the match
  starts;
- `marks`, positions by number (group g starts at mark 2g-2, ends at 2g-1), `last_mark`, the largest number
  that means anything (-1 at first), and `last_index`, the group that ended last (-1). Group g is *set*
  where 2g-2 < last_mark, both of its marks are known, and the end is not before the start;
- `repeat`, the innermost open Repeat (address of its REPEAT, count, last, outer), or None;
- a stack of choices. To *fail* is to take the newest choice off the stack, put back what it saved, and go
  on as it says; a match fails where the stack is empty.

A choice saves `at`, `repeat`, `last_mark` and `last_index`, and the marks up to last_mark where a Repeat is
open; where none is open it saves no mark, as CPython does (it shows: CPython 3.11 to 3.13 finds wrong
groups for `(?:(a)|b)*+`). An *undo* is a choice that puts back what is named, nothing else, and fails on.

Steps (`StepKind`): each instruction executed is one STEP; each choice taken off the stack, or undone, one
BACKTRACK. A repeated test of one character counts a step of the kind `tests[t].step` for each character
that it passes.

What a search does is in `MatchProgram`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any

from slowpath.counting.regex.assembler import Assembler
from slowpath.counting.regex.chartest import IGNORECASE, LOCALE, CharTest, set_test
from slowpath.counting.regex.instructions import NONE, UNBOUNDED, Opcode, Where


@dataclass(frozen=True, slots=True)
class MatchProgram:
    """A pattern, compiled.

    A search that starts at `at`:
    - gives up where fewer than `width` characters are left;
    - with a `prefix`: finds it from left to right as the Knuth-Morris-Pratt algorithm does (`overlap`), one
      SCAN per character of the text it moves over. Where `whole`, that is the match. Else matches, not
      strictly, with `start` where the prefix starts, from the address 2 * skip and the position behind
      `skip` of its characters;
    - else with `first` (not -1): passes characters that fail tests[first], one SCAN_SET each, and matches,
      not strictly, at each other;
    - else matches at each position up to end - width + 1 (at least the first), strictly at the first only;
      where `anchored`, only there.
    Every position at which it matches counts a START. Marks are forgotten between positions. match() and
    fullmatch() give up likewise where fewer than `width` characters are left, and are strict.
    """

    pattern: str | bytes
    flags: int
    groups: int
    names: Mapping[str, int]
    code: tuple[int, ...]
    tests: tuple[CharTest, ...]
    width: int
    prefix: tuple[int, ...] = ()
    overlap: tuple[int, ...] = ()
    skip: int = 0
    whole: bool = False
    first: int = NONE
    anchored: bool = False


def compiled(pattern: re.Pattern[Any]) -> MatchProgram:
    """Return the program of a compiled pattern; ValueError where its source is unknown."""
    source = pattern.pattern
    if source is None:
        raise ValueError("a pattern that was compiled from a parse tree")
    return parsed(source, pattern.flags)


def parsed(source: str | bytes, flags: int = 0) -> MatchProgram:
    """Return the program of a pattern's source; the interpreter's own error if that is wrong."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the interpreter has warned when it compiled the pattern
        tree = _parser.parse(source, flags & ~_constants.SRE_FLAG_DEBUG)
    return assembled(source, tree)


def of_lexicon(scanner: Any) -> MatchProgram:
    """Return the program of a re.Scanner: one pattern, whose alternatives are its phrases in groups."""
    state = _parser.State()
    state.flags = scanner.scanner.flags
    phrases = []
    for phrase, _ in scanner.lexicon:
        group = state.opengroup()
        inside = _parser.parse(phrase, state.flags)
        phrases.append(_parser.SubPattern(state, [(_constants.SUBPATTERN, (group, 0, 0, inside))]))
        state.closegroup(group, phrases[-1])
    tree = _parser.SubPattern(state, [(_constants.BRANCH, (None, phrases))])
    return assembled("" if isinstance(scanner.lexicon[0][0], str) else b"", tree)


def assembled(source: str | bytes, tree: Any) -> MatchProgram:
    """Return the program of a parse tree."""
    flags = tree.state.flags
    assembler = Assembler()
    assembler.sequence(tree, flags)
    assembler.emit(Opcode.MATCH)
    assembler.guard_repeats()
    width = min(tree.getwidth()[0], UNBOUNDED)
    prefix, skip, whole, first = _start(tree, flags, width)
    code = tuple(assembler.code)
    return MatchProgram(
        source,
        flags,
        tree.state.groups - 1,
        dict(tree.state.groupdict),
        code,
        width=width,
        prefix=prefix,
        overlap=tuple(_compiler._generate_overlap_table(prefix)),
        skip=skip,
        whole=whole,
        first=NONE if first is None else assembler.test(first),
        anchored=code[:2] == (Opcode.AT, Where.BEGINNING),
        tests=tuple(assembler.tests),
    )


def _start(tree: Any, flags: int, width: int) -> tuple[tuple[int, ...], int, bool, CharTest | None]:
    """Return the literal prefix, how much of it may be skipped, whether it is the pattern, and else the
    test of the first character, where the engine knows it."""
    if width == 0 or (flags & IGNORECASE and flags & LOCALE):
        return (), 0, False, None
    prefix, skip, whole = _compiler._get_literal_prefix(tree, flags)
    if prefix:
        whole = whole and skip is None
        return tuple(prefix), len(prefix) if skip is None else skip, whole, None
    items = _compiler._get_charset_prefix(tree, flags)
    return (), 0, False, set_test(items, flags & ~IGNORECASE) if items else None
