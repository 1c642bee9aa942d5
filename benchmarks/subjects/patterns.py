"""Random patterns and texts, and whether `re` and the counting matcher agree on them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from slowpath.counting.regex.machine import Mode, Outcome, machine, run
from slowpath.counting.regex.program import compiled

LIMIT = 200_000_000_000  # micro-ops: a pair that needs more is left out
LETTERS = "abcABC01_ \n-kKsSſıİǅé\u212a\u0430\U00010400\U00010428"
SETS = (
    "[ab]",
    "[^a]",
    "[a-c]",
    "[^\\n]",
    "[\\w-]",
    "[^\\Wb]",
    "[\\s0]",
    "[k-s\u0410-\u0430]",
    "[\u0100-\U00010430]",
    "[^\\d\\s]",
)
CLASSES = ("\\w", "\\W", "\\d", "\\D", "\\s", "\\S", ".")
PLACES = ("^", "$", "\\A", "\\Z", "\\b", "\\B")
QUANTIFIERS = ("*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}", "{,2}")
FLAGS = (re.IGNORECASE, re.MULTILINE, re.DOTALL, re.ASCII, re.VERBOSE)


@dataclass(frozen=True, slots=True)
class Pair:
    """A pattern and a text to apply it to, between two positions."""

    pattern: re.Pattern[Any]
    text: Any
    pos: int
    endpos: int


@dataclass(slots=True)
class _Grammar:
    """Writes one random pattern; `groups` are open or closed so far."""

    rng: Random
    letters: str
    groups: int = 0

    def pattern(self, depth: int) -> str:
        return "|".join(self.sequence(depth) for _ in range(self.rng.choice((1, 1, 1, 2, 3))))

    def sequence(self, depth: int) -> str:
        return "".join(self.item(depth) for _ in range(self.rng.choice((0, 1, 1, 2, 2, 3))))

    def item(self, depth: int) -> str:
        atom = self.atom(depth)
        if self.rng.random() < 0.4:
            atom += self.rng.choice(QUANTIFIERS) + self.rng.choice(("", "", "?", "+"))
        return atom

    def atom(self, depth: int) -> str:
        draw = self.rng.random()
        if depth > 0 and draw < 0.35:
            return self.group(depth - 1)
        if draw < 0.70:
            return re.escape(self.rng.choice(self.letters))
        if draw < 0.80:
            return self.rng.choice(SETS)
        if draw < 0.90:
            return self.rng.choice(CLASSES)
        if draw < 0.95 or self.groups == 0:
            return self.rng.choice(PLACES)
        return f"(?:\\{self.rng.randint(1, min(self.groups, 9))})"

    def group(self, depth: int) -> str:
        kind = self.rng.choice(
            ("(", "(", "(", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?-i:", "?(")
        )
        if kind == "(":
            self.groups += 1
        if kind == "?(":
            if self.groups == 0:
                return "(?:)"
            which = self.rng.randint(1, self.groups)
            return f"(?({which}){self.sequence(depth)}|{self.sequence(depth)})"
        return f"{kind}{self.pattern(depth)})"


def pairs(seed: int) -> Iterator[Pair]:
    """Yield random pairs; the interpreter accepts every pattern."""
    rng = Random(seed)
    while True:
        letters = "".join(rng.choices(LETTERS, k=rng.randint(1, 4)))
        flags = 0
        for flag in FLAGS:
            flags |= flag if rng.random() < 0.2 else 0
        source = _Grammar(rng, letters).pattern(3)
        in_bytes = rng.random() < 0.15
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if in_bytes:
                    locale = re.LOCALE if not flags & re.ASCII and rng.random() < 0.3 else 0
                    pattern: re.Pattern[Any] = re.compile(source.encode("utf-8"), flags | locale)
                else:
                    pattern = re.compile(source, flags)
        except (re.error, ValueError, OverflowError):
            continue
        for _ in range(3):
            text: Any = "".join(rng.choices(letters + rng.choice(LETTERS) * 2, k=rng.randint(0, 12)))
            text = text.encode("utf-8") if in_bytes else text
            pos = rng.randint(0, 2) if rng.random() < 0.2 else 0
            endpos = rng.randint(0, len(text)) if rng.random() < 0.2 else len(text)
            yield Pair(pattern, text, pos, endpos)


def difference(pair: Pair) -> str | None:
    """Return what `re` and the matcher find differently, or None. TimeoutError: the pair takes too long."""
    pattern = pair.pattern
    ours = machine(compiled(pattern))
    calls: tuple[tuple[Mode, Callable[..., re.Match[Any] | None]], ...] = (
        (Mode.MATCH, pattern.match),
        (Mode.FULLMATCH, pattern.fullmatch),
        (Mode.SEARCH, pattern.search),
    )
    for mode, call in calls:
        outcome = run(ours, pair.text, mode, pair.pos, pair.endpos, limit=LIMIT)
        if outcome.stopped:
            raise TimeoutError
        told = _agree(outcome, lambda call=call: call(pair.text, pair.pos, pair.endpos))  # type: ignore[misc]
        if told:
            return f"{pair} {mode.name}: {told}"
    return _walk_difference(pair, ours)


def _walk_difference(pair: Pair, ours: Any) -> str | None:
    """All matches, one after the other, as finditer() gives them."""
    theirs = pair.pattern.finditer(pair.text, pair.pos, pair.endpos)
    pos, advance = pair.pos, False
    while True:
        outcome = run(ours, pair.text, Mode.SEARCH, pos, pair.endpos, advance, LIMIT)
        if outcome.stopped:
            raise TimeoutError
        told = _agree(outcome, lambda: next(theirs, None))
        if told or outcome.spans is None or _is_wrong(outcome):
            return f"{pair} finditer: {told}" if told else None
        start, pos = outcome.spans[0]
        advance = start == pos


def _agree(outcome: Outcome, call: Callable[[], re.Match[Any] | None]) -> str | None:
    try:
        found = call()
    except SystemError:  # CPython's own check of a group's span
        return None if _is_wrong(outcome) else f"SystemError, {outcome}"
    spans = found and tuple(found.span(group) for group in range(found.re.groups + 1))
    if spans != outcome.spans or (found and found.lastindex != outcome.last_index):
        return f"re: {spans} {found and found.lastindex}, ours: {outcome}"
    return None


def _is_wrong(outcome: Outcome) -> bool:
    return any(first > last for first, last in outcome.spans or ())
