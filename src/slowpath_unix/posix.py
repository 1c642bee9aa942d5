"""Patterns of grep as patterns of `re`: basic and extended regular expressions."""

from __future__ import annotations

import re

from slowpath_unix.characters import Span, class_spans

MOST_REPEATS = 32767  # as many as GNU grep takes

_SAME = frozenset("wWsSbB123456789")  # escapes that mean the same in both
_EDGES = {"<": r"\b(?=\w)", ">": r"\b(?<=\w)", "`": r"\A", "'": r"\Z"}
_SPECIAL = frozenset(r"\^$.[]|()*+?{}&~#-")


def translated(pattern: str, *, extended: bool = False) -> str:
    """Return the pattern of `re` that matches in the same lines. Unsupported parts raise ValueError."""
    text = _Translation(pattern, extended).whole()
    try:
        re.compile(text, re.ASCII)
    except re.error as error:
        raise ValueError(f"the pattern {pattern!r} is wrong: {error.msg}") from None
    return text


def is_plain(pattern: str, *, extended: bool = False) -> bool:
    """Whether no character of a pattern has a meaning of its own."""
    special = "\\^$.[*" + ("|()+?{" if extended else "")
    for character in pattern:
        if character in special:
            return False
    return True


class _Translation:
    """Reads a pattern from left to right; `done` holds what it became, one entry for each repeatable part."""

    def __init__(self, pattern: str, extended: bool) -> None:
        self.pattern = pattern
        self.extended = extended
        self.place = 0
        self.done: list[str] = []
        self.opened: list[int] = []  # where in `done` the open groups begin
        self.repeatable = False  # whether the last part may be repeated
        self.repeated = False  # whether it is

    def whole(self) -> str:
        while self.place < len(self.pattern):
            token = self.token()
            repeat = self.repeat(token)
            if repeat is not None:
                self.apply(token, repeat)
            else:
                self.one(token)
        if self.opened:
            raise ValueError(f"the pattern {self.pattern!r} has an open group")
        return "".join(self.done)

    def token(self) -> str:
        """The next character. Operators are spelled as in extended patterns, plain ones with a backslash."""
        character = self.pattern[self.place]
        self.place += 1
        if character == "\\":
            if self.place == len(self.pattern):
                raise ValueError(f"the pattern {self.pattern!r} ends with a backslash")
            after = self.pattern[self.place]
            self.place += 1
            if not self.extended and after in "(){}|+?":
                return after
            return "\\" + after
        if not self.extended and character in "(){}|+?":
            return "\\" + character
        return character

    def repeat(self, token: str) -> str | None:
        """The repetition that a token stands for, or None if it is none."""
        if token in ("*", "+", "?"):
            if self.repeatable:
                return token
            if not self.extended:
                return None
            raise ValueError(f"in the pattern {self.pattern!r}, {token} repeats nothing")
        if token != "{":
            return None
        close = "}" if self.extended else "\\}"
        end = self.pattern.find(close, self.place)
        counts = re.fullmatch(r"([0-9]*)(,?)([0-9]*)", self.pattern[self.place : end]) if end >= 0 else None
        if counts is None or not (counts[1] or counts[3]) or not self.repeatable:
            if self.extended and self.repeatable:
                return None
            raise ValueError(f"in the pattern {self.pattern!r}, {{ begins no count")
        if any(int(count or 0) > MOST_REPEATS for count in counts.group(1, 3)):
            raise ValueError(f"the pattern {self.pattern!r} repeats more than {MOST_REPEATS} times")
        self.place = end + len(close)
        return "{" + (counts[1] or "0") + counts[2] + counts[3] + "}"

    def apply(self, token: str, repeat: str) -> None:
        self.done[-1] = f"(?:{self.done[-1]}){repeat}" if self.repeated else self.done[-1] + repeat
        self.repeated = True

    def one(self, token: str) -> None:
        """Add what a token that repeats nothing stands for."""
        if token == "(":
            self.opened.append(len(self.done))
            self.add("(", repeatable=False)
        elif token == ")":
            if not self.opened:
                raise ValueError(f"the pattern {self.pattern!r} closes a group that is not open")
            start = self.opened.pop()
            self.done[start:] = ["".join(self.done[start:]) + ")"]
            self.repeatable, self.repeated = True, False
        elif token == "|":
            self.add("|", repeatable=False)
        elif token == "^" and (self.extended or not self.done or self.done[-1] in ("(", "|")):
            self.add("^", repeatable=False)
        elif token == "$" and (self.extended or self.at_end()):
            self.add("$", repeatable=False)
        elif token == "[":
            self.add(self.bracket())
        elif token == ".":
            self.add(".")
        elif token[0] == "\\" and token[1] in _SAME:
            self.add(f"(?:{token})" if token[1].isdigit() else token, repeatable=token[1] not in "bB")
        elif token[0] == "\\" and token[1] in _EDGES:
            self.add(_EDGES[token[1]], repeatable=False)
        elif token[0] == "\\" and token[1].isalnum():
            raise ValueError(f"in the pattern {self.pattern!r}, {token} is not supported")
        else:
            self.add(_escaped(token[-1]))

    def add(self, part: str, *, repeatable: bool = True) -> None:
        self.done.append(part)
        self.repeatable, self.repeated = repeatable, False

    def at_end(self) -> bool:
        """Whether a basic pattern, or a group or an alternative of it, ends here."""
        return self.pattern[self.place :][:2] in ("", r"\)", r"\|")

    def bracket(self) -> str:
        """The bracket expression that begins before the place."""
        negated = self.pattern.startswith("^", self.place)
        self.place += negated
        spans: list[Span] = []
        first = True
        while first or not self.pattern.startswith("]", self.place):
            if self.place >= len(self.pattern):
                raise ValueError(f"the pattern {self.pattern!r} has an open [")
            spans += self.bracket_item()
            first = False
        self.place += 1
        inside = "".join(
            _escaped(low) if low == high else f"{_escaped(low)}-{_escaped(high)}" for low, high in spans
        )
        return f"[{'^' if negated else ''}{inside}]"

    def bracket_item(self) -> list[Span]:
        """A class, a range or a character of a bracket expression."""
        if self.pattern.startswith("[:", self.place):
            end = self.pattern.find(":]", self.place)
            if end < 0:
                raise ValueError(f"the pattern {self.pattern!r} has an open [:")
            name = self.pattern[self.place + 2 : end]
            self.place = end + 2
            return class_spans(name)
        if self.pattern.startswith(("[=", "[."), self.place):
            raise ValueError(
                f"in the pattern {self.pattern!r}, {self.pattern[self.place :][:2]} is not supported"
            )
        low = high = self.pattern[self.place]
        self.place += 1
        after = self.pattern[self.place :][:2]
        if len(after) == 2 and after[0] == "-" and after[1] != "]":
            high = after[1]
            self.place += 2
            if high == "[" and self.pattern.startswith((":", "=", "."), self.place):
                raise ValueError(f"in the pattern {self.pattern!r}, a range ends with a class")
        if low > high:
            raise ValueError(f"in the pattern {self.pattern!r}, the range {low}-{high} runs backwards")
        return [(low, high)]


def _escaped(character: str) -> str:
    return "\\" + character if character in _SPECIAL else character
