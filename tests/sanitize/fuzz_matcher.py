"""Match random patterns by the matcher and by `re`, and run programs with changed words.

python -m tests.sanitize.fuzz_matcher [--seed 0] [--seconds 10] [--count 1000000]
"""

from __future__ import annotations

import re
import time
from random import Random
from typing import Any

from slowpath.counting.regex._matcher import Machine
from slowpath.counting.regex.machine import WEIGHTS, Mode, _ends, machine, possessive_opens, run
from slowpath.counting.regex.program import MatchProgram, compiled
from tests.sanitize.options import options
from tests.unit.values.regex import generated

LIMIT = 100_000 * max(WEIGHTS)  # of a program with changed words, which may not end by itself
KINDS = ("", "é", "€", "\U0001f600")  # one, one, two and four bytes for each character


def compare(random: Random, pattern: re.Pattern[Any], program: MatchProgram) -> None:
    """Match one text; raises on a difference."""
    text, mode = generated.text(random) + random.choice(KINDS), random.choice(list(Mode))
    start = random.randrange(len(text) + 1)
    end = random.randrange(start, len(text) + 2)
    found = getattr(pattern, mode.name.lower())(text, start, end)
    outcome = run(machine(program), text, mode, start, end)
    wanted = (found.regs, found.lastindex) if found else (None, None)
    got = (outcome.spans, outcome.last_index if outcome.spans else None)
    if wanted != got:
        raise AssertionError(f"{pattern!r} {mode.name} {text!r} {start}:{end}: {wanted}, not {got}")


def disturb(random: Random, program: MatchProgram) -> bool:
    """Run a program with some words changed, if the machine takes it: it must stay within its memory."""
    code = list(program.code)
    for _ in range(random.randrange(1, 4)):
        code[random.randrange(len(code))] = random.choice(
            [-1, 0, 1, 2, len(code), random.randrange(25), 1 << 40]
        )
    tests = tuple((test.form, test.step, test.literal, _ends(test.chars.spans)) for test in program.tests)
    try:
        made = Machine(
            tuple(code),
            tests,
            max(program.groups - random.randrange(2), 0),
            program.width,
            program.prefix,
            program.overlap,
            program.skip,
            program.whole,
            program.first,
            program.anchored,
            False,
            possessive_opens(),
            WEIGHTS,
        )
    except (ValueError, OverflowError):
        return False
    run(made, generated.text(random, 20), random.choice(list(Mode)), limit=LIMIT)
    return True


def fuzz(seed: int, seconds: float, count: int) -> tuple[int, int]:
    """Return how many texts were matched, and how many changed programs ran."""
    end = time.monotonic() + seconds
    matched = ran = 0
    for random, pattern in generated.patterns(seed, count):
        program = compiled(pattern)
        for _ in range(3):
            compare(random, pattern, program)
            ran += disturb(random, program)
            matched += 1
        if time.monotonic() > end:
            break
    return matched, ran


def main() -> None:
    """Fuzz as the command line says."""
    given = options(__doc__)
    matched, ran = fuzz(given.seed, given.seconds, given.count)
    print(f"{matched:,} matches as by re, {ran:,} changed programs within their memory")


if __name__ == "__main__":
    main()
