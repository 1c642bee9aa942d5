"""Machines count what CPython's engine does, and stop where they are told to."""

from __future__ import annotations

import gc
import re
import signal
from typing import Any

import pytest

from slowpath.counting.regex._matcher import Machine
from slowpath.counting.regex.chartest import StepKind
from slowpath.counting.regex.instructions import Opcode
from slowpath.counting.regex.machine import WEIGHTS, Mode, Outcome, machine, run
from slowpath.counting.regex.program import compiled, parsed


def outcome(pattern: str | bytes, text: Any, mode: Mode = Mode.MATCH, **options: Any) -> Outcome:
    return run(machine(parsed(pattern)), text, mode, **options)


def steps(pattern: str, text: str, mode: Mode = Mode.MATCH) -> dict[str, int]:
    counted = outcome(pattern, text, mode).steps
    return {StepKind(kind).name: count for kind, count in enumerate(counted) if count}


def test_a_straight_match_takes_a_step_per_instruction() -> None:
    assert steps("abc", "abc") == {"START": 1, "STEP": 4}


def test_a_search_for_a_literal_scans() -> None:
    assert steps("b", "a" * 50, Mode.SEARCH) == {"SCAN": 50}
    assert steps("bc", "a" * 50, Mode.SEARCH) == {"SCAN": 50}
    assert steps("[bc]d", "a" * 50, Mode.SEARCH) == {"SCAN_SET": 50}


def test_a_literal_that_the_text_cannot_hold_is_not_searched_for() -> None:
    assert steps("\u0430", "a" * 50, Mode.SEARCH) == {}


def test_an_anchored_search_tries_once() -> None:
    assert steps(r"\Ab", "a" * 50, Mode.SEARCH) == {"START": 1, "STEP": 1 + 1}


def test_a_repeat_of_one_character_runs() -> None:
    assert steps("a*", "a" * 50) == {"START": 1, "STEP": 2, "RUN": 50}
    assert steps("[ab]*", "a" * 50) == {"START": 1, "STEP": 2, "RUN_SET": 50}
    assert steps("(?s).*", "a" * 50) == {"START": 1, "STEP": 2}


def test_a_repeat_backs_off_one_by_one() -> None:
    assert steps("[ab]*[cd]", "a" * 50) == {"START": 1, "STEP": 1 + 51, "RUN_SET": 50, "BACKTRACK": 51}


def test_a_repeat_before_a_literal_skips_where_it_cannot_be() -> None:
    assert steps("a*b", "a" * 50) == {"START": 1, "STEP": 1, "RUN": 50 + 51}


def test_nested_repeats_take_exponential_time() -> None:
    costs = [sum(outcome("(a+)+$", "a" * n + "b").steps) for n in (10, 11, 12)]
    assert costs[1] / costs[0] == pytest.approx(2, rel=0.01)
    assert costs[2] / costs[1] == pytest.approx(2, rel=0.01)


def test_a_match_stops_at_its_limit() -> None:
    limit = 1_000_000 * WEIGHTS[StepKind.STEP]
    stopped = outcome("(a+)+$", "a" * 60 + "b", limit=limit)
    cost = sum(count * weight for count, weight in zip(stopped.steps, WEIGHTS, strict=True))
    assert stopped.stopped
    assert stopped.spans is None
    assert limit < cost < 1.01 * limit


@pytest.mark.parametrize("pattern", ["(a|b)*c", "(?:(a)|b)*?c", "(?>a|b)*c", "(?:a|b)*+c", "(a)?(?(1)b|c)"])
def test_all_kinds_of_text(pattern: str) -> None:
    theirs = re.compile(pattern)
    ours = machine(compiled(theirs))
    for text in ("abac", "abac\u0430", "abac\U00010400", "\0ab", "ab\ud800c"):
        found = theirs.search(text)
        spans = found and tuple(found.span(group) for group in range(theirs.groups + 1))
        assert run(ours, text, Mode.SEARCH).spans == spans
    in_bytes = machine(parsed(pattern.encode()))
    for blob in (b"abac", bytearray(b"abac"), memoryview(b"abac")):
        assert run(in_bytes, blob, Mode.SEARCH).spans == run(ours, "abac", Mode.SEARCH).spans


def test_a_long_line() -> None:
    text = "x" * 1_000_000
    assert outcome(r"(?:x|y)*", text).spans == ((0, len(text)),)
    assert outcome(r".*y", text, Mode.MATCH).spans is None


def test_text_of_the_other_kind_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be applied"):
        outcome("a", b"a")


def test_a_wrong_pattern_raises_the_interpreters_error() -> None:
    with pytest.raises(re.error, match="missing \\), unterminated subpattern"):
        parsed("(a")


def test_possessive_repeats_of_later_releases_keep_groups_apart() -> None:
    program = parsed("(?:(a)|b)*+")
    from slowpath.counting.regex._matcher import Machine

    def later(possessive_opens: bool) -> Machine:
        spans = tuple(
            (test.form, test.step, test.literal, tuple(end for span in test.chars.spans for end in span))
            for test in program.tests
        )
        rest = (program.width, program.prefix, program.overlap, program.skip, program.whole, program.first)
        return Machine(program.code, spans, program.groups, *rest, False, False, possessive_opens, WEIGHTS)

    assert run(later(True), "ab", Mode.MATCH).spans == ((0, 2), (0, 1))
    assert run(later(False), "ab", Mode.MATCH).spans == ((0, 2), (1, 1))


def test_guards_are_literals_and_sets_that_follow() -> None:
    program = parsed("x*y")
    assert program.code[0] == Opcode.MANY_ONE
    assert program.tests[program.code[4]].chars.representative() == "y"
    assert parsed("x*[yz]").code[4] == -1


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(?:(?:){1000}){3000}", "a"),
        ("(?:(?:a?){100}){100}b", "c"),
        ("(?:(?:){1000}+){3000}+", "a"),
        ("(?:(?:){1000}?){3000}?", "a"),
        (r"(a*)(?:\1|b)*c", "a" * 9000),
        (r"(a*)(?:\1x|\1y|\1z)", "a" * 9000),
    ],
)
def test_every_loop_stops_at_its_limit(pattern: str, text: str) -> None:
    stopped = outcome(pattern, text, limit=1000)
    assert stopped.stopped
    # So many events go by between two looks at the limit, of at most 64 characters and a few steps each.
    assert sum(stopped.steps) < 1024 * 70


def test_a_match_within_another_has_memory_of_its_own() -> None:
    program = machine(compiled(re.compile("((a)|b)*(c)")))
    spans = run(program, "ab" * 300 + "c", Mode.MATCH).spans

    class Again:
        """Matches once more when it is collected."""

        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            assert run(program, "c", Mode.MATCH).spans == ((0, 1), (-1, -1), (-1, -1), (0, 1))

    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(50):
            Again()
            assert run(program, "ab" * 300 + "c", Mode.MATCH).spans == spans
    finally:
        gc.set_threshold(*before)


def test_a_signal_handler_may_match_and_the_match_goes_on() -> None:
    program = machine(compiled(re.compile("(?:(a)|b)*(a+)+$")))
    plain = run(program, "a" * 14 + "b", Mode.MATCH)
    seen = []

    def ring(*_: object) -> None:
        seen.append(run(program, "ba", Mode.MATCH).spans)
        if len(seen) < 3:  # else it could ring when another test has its turn
            signal.setitimer(signal.ITIMER_REAL, 0.001)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    try:
        while len(seen) < 3:
            assert run(program, "a" * 14 + "b", Mode.MATCH) == plain
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert set(seen) == {run(program, "ba", Mode.MATCH).spans}


SOUND: dict[str, Any] = {
    "code": (Opcode.MARK, 0, Opcode.CHAR, 0, Opcode.MARK, 1, Opcode.MATCH),
    "tests": ((0, StepKind.RUN, 97, (97, 97)),),
    "groups": 1,
    "width": 1,
    "prefix": (),
    "overlap": (),
    "skip": 0,
    "whole": False,
    "first": -1,
    "anchored": False,
    "of_bytes": False,
    "possessive_opens": False,
    "weights": WEIGHTS,
}
BLOCK = (Opcode.REPEAT, 0, 2, 6, Opcode.CHAR, 0, Opcode.MAX_UNTIL, 0, Opcode.MATCH)


def code(*words: int) -> dict[str, Any]:
    return {"code": words}


@pytest.mark.parametrize(
    "changes",
    [
        code(),
        code(Opcode.CHAR, 0),
        code(Opcode.MATCH, Opcode.CHAR),
        code(99, Opcode.MATCH),
        code(-1, Opcode.MATCH),
        code(Opcode.MARK, 2, Opcode.MATCH),
        code(Opcode.MARK, -1, Opcode.MATCH),
        code(Opcode.CHAR, 1, Opcode.MATCH),
        code(Opcode.AT, 7, -1, Opcode.MATCH),
        code(Opcode.AT, 5, -1, Opcode.MATCH),
        code(Opcode.BACKREF, 2, 0, Opcode.MATCH),
        code(Opcode.BACKREF, 1, 4, Opcode.MATCH),
        code(Opcode.CONDITION, 1, 9, Opcode.MATCH),
        code(Opcode.JUMP, 0, Opcode.MATCH),
        code(Opcode.JUMP, 3, Opcode.MATCH),
        code(Opcode.BRANCH, 3, -1, Opcode.MATCH),
        code(Opcode.BRANCH, 0, 1, Opcode.MATCH),
        code(Opcode.ASSERT, 0, 3, Opcode.MATCH),
        code(Opcode.ASSERT, -1, 4, Opcode.END, Opcode.MATCH),
        code(Opcode.ATOMIC, 1, Opcode.MATCH),
        code(Opcode.MANY_ONE, 0, 2, 1, -1, Opcode.MATCH),
        code(Opcode.MANY_ONE, 0, 0, 1, 3, Opcode.MATCH),
        code(*BLOCK[:3], 4, *BLOCK[4:]),
        code(*BLOCK[:7], 4, Opcode.MATCH),
        {"groups": -1},
        {"groups": 1 << 24},
        {"tests": ((0, StepKind.RUN, 97, (-5, 97)),)},
        {"tests": ((0, StepKind.RUN, 97, (97, 90)),)},
        {"tests": ((0, StepKind.RUN, 97, (97, 1 << 40)),)},
        {"prefix": (97,), "overlap": (5,), "skip": 1},
        {"prefix": (97,), "overlap": (0,), "skip": 9},
        {"first": 3},
        {"width": -1},
        {"weights": (-1,) * len(WEIGHTS)},
    ],
)
def test_a_program_that_would_leave_its_memory_is_refused(changes: dict[str, Any]) -> None:
    Machine(**SOUND)
    Machine(**{**SOUND, **code(*BLOCK)})
    with pytest.raises(ValueError, match=r"program|spans"):
        Machine(**{**SOUND, **changes})


@pytest.mark.parametrize(
    "words",
    [
        (Opcode.END, Opcode.MATCH),
        (Opcode.JUMP, 8, Opcode.REPEAT, 0, 2, 8, Opcode.CHAR, 0, Opcode.MAX_UNTIL, 2, 0),
    ],
)
def test_an_end_without_a_beginning_fails(words: tuple[int, ...]) -> None:
    assert run(Machine(**{**SOUND, "code": words}), "a", Mode.MATCH).spans is None
