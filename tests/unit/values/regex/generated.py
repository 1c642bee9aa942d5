"""Patterns and texts, made at random."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

ATOMS = ["a", "b", "c", ".", "[ab]", "[^a]", r"\w", r"\d", r"\s", "ab", "abc", "aab", "1", " ", "é"]
PLACES = ["^", "$", r"\b", r"\B", r"\A", r"\Z"]
REPEATS = ["*", "+", "?", "*?", "+?", "??", "*+", "++", "?+", "{2}", "{1,2}", "{0,2}?", "{0}+", "{2,}?"]
GROUPS = ["(", "(?:", "(?=", "(?!", "(?>", "(?<=", "(?<!", "(?i:", "(?P<name>"]
FLAGS = [0, re.IGNORECASE, re.MULTILINE, re.DOTALL, re.ASCII, re.IGNORECASE | re.ASCII]
TEXT = "abcA1 \né"


def source(rng: Random, depth: int = 4) -> str:
    """A pattern's source, which need not be one."""
    kind = rng.randrange(12)
    if depth == 0 or kind < 2:
        return rng.choice(ATOMS)
    if kind == 2:
        return rng.choice([*PLACES, r"\1", "(?P=name)"])
    if kind < 6:
        return source(rng, depth - 1) + source(rng, depth - 1)
    if kind == 6:
        return f"{rng.choice(GROUPS)}{source(rng, depth - 1)})"
    if kind == 7:
        return f"(?:{source(rng, depth - 1)}|{source(rng, depth - 1)})"
    if kind == 8:
        return f"({source(rng, depth - 1)})(?(1){source(rng, depth - 1)}|{source(rng, depth - 1)})"
    if kind == 9:
        return source(rng, depth - 1) + rng.choice(REPEATS)
    return f"(?:{source(rng, depth - 1)}){rng.choice(REPEATS)}"


def patterns(seed: int, count: int) -> Iterator[tuple[Random, re.Pattern[Any]]]:
    """Patterns that the interpreter accepts."""
    rng = Random(seed)
    while count:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                made = re.compile(source(rng), rng.choice(FLAGS))
        except (re.error, RecursionError, OverflowError):
            continue
        count -= 1
        yield rng, made


def text(rng: Random, longest: int = 8) -> str:
    return "".join(rng.choice(TEXT) for _ in range(rng.randrange(longest + 1)))
