"""The matcher over symbolic text finds what the interpreter finds, in the steps that plain text takes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from slowpath.counting.regex.chartest import StepKind
from slowpath.counting.regex.machine import Mode, machine, run
from slowpath.counting.regex.program import compiled
from slowpath.values.regex.answers import Answers
from slowpath.values.regex.matcher import Matcher
from slowpath.values.text.char import Parts
from tests.unit.values.regex import generated
from tests.unit.values.text.symbolic import Inputs

COUNTED = len(StepKind) - 1  # all kinds but FREE


def parts_of(inputs: Inputs, text: str | bytes) -> Parts:
    if not text:
        return ()
    made = inputs.text(text) if isinstance(text, str) else inputs.blob(text)
    parts: Parts = made.parts
    return parts


def matcher(pattern: re.Pattern[Any], text: str | bytes, inputs: Inputs | None = None) -> Matcher:
    inputs = inputs or Inputs()
    program = compiled(pattern)
    return Matcher(program, Answers(parts_of(inputs, text), program.tests, inputs.trace, -1))


@pytest.mark.parametrize("seed", range(4))
def test_generated_patterns(seed: int) -> None:
    for rng, pattern in generated.patterns(seed, 400):
        plain = machine(compiled(pattern))
        for _ in range(2):
            text, mode = generated.text(rng), rng.choice(list(Mode))
            start, end = sorted((rng.randrange(len(text) + 1), len(text) - (rng.random() < 0.1)))
            start, end = max(start, 0), max(end, 0)
            case = (pattern, text, mode, start, end)
            found = getattr(pattern, mode.name.lower())(text, start, end)
            asked = matcher(pattern, text)
            assert asked.run(mode, start, end, False) == (found and found.regs), case
            assert tuple(asked.steps[:COUNTED]) == run(plain, text, mode, start, end).steps, case


@pytest.mark.parametrize("seed", range(2))
def test_generated_patterns_behind_an_empty_match(seed: int) -> None:
    for rng, pattern in generated.patterns(seed, 300):
        text, mode = generated.text(rng), rng.choice(list(Mode))
        outcome = run(machine(compiled(pattern)), text, mode, advance=True)
        asked = matcher(pattern, text)
        assert asked.run(mode, 0, len(text), True) == outcome.spans, (pattern, text, mode)
        assert tuple(asked.steps[:COUNTED]) == outcome.steps, (pattern, text, mode)


WIDE = [
    ("é+", "aéé"),
    ("\u0394x", "abc"),  # the prefix is wider than the text
    ("\u0394x", "a\u0394\u0394x"),
    ("(?i)\u0130i", "i\u0130I"),
    ("(?i)[\U00010400-\U00010410]+", "\U00010428\U00010401"),
    (rb"(?i)(\xe9|a)\1", b"aA\xe9"),
    (rb"\w+\b", b"ab \xff"),
    (r"(?i)(\w)\1", "\u212aK"),
]


@pytest.mark.parametrize(("source", "text"), WIDE)
def test_wide_characters_and_bytes(source: str | bytes, text: str | bytes) -> None:
    pattern: Any = re.compile(source)
    asked = matcher(pattern, text)
    found = pattern.search(text)
    assert asked.run(Mode.SEARCH, 0, len(text), False) == (found and found.regs)
    assert tuple(asked.steps[:COUNTED]) == run(machine(compiled(pattern)), text, Mode.SEARCH).steps


def test_a_limit_ends_a_match() -> None:
    asked = matcher(re.compile("(a+)+$"), "a" * 30 + "b")
    assert asked.run(Mode.SEARCH, 0, 31, False, limit=1000) is None
    assert 1000 < asked.steps[StepKind.STEP] < 1100


def test_each_character_is_asked_once_for_what_is_new() -> None:
    inputs = Inputs()
    asked = matcher(re.compile("(a+)+$"), "a" * 12 + "b", inputs)
    asked.run(Mode.SEARCH, 0, 13, False)
    # Whether each is an `a`, and whether the last is the line feed that `$` may stand before.
    assert len(inputs.decisions) == 14
    assert asked.steps[StepKind.STEP] > 4000
