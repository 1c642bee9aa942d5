"""Classes whose methods want to be called in an order, or take what fits only some of the values."""

from __future__ import annotations

from pathlib import Path

SOURCE = """
from enum import Enum


class Session:
    def __init__(self, host: str):
        self.host, self.state, self.pending = host, "new", []

    def connect(self):
        if self.state != "new":
            raise ValueError(self.state)
        self.state = "connected"

    def login(self, password: str):
        if self.state != "connected" or len(password) < 4:
            raise ValueError(self.state)
        self.state = "ready"

    def send(self, message: str):
        if self.state != "ready":
            raise ValueError(self.state)
        self.pending.append(message)

    def flush(self):
        if self.state != "ready":
            raise ValueError(self.state)
        while self.pending:
            self.pending.pop(0)


class Turnstile:
    def __init__(self):
        self.is_open, self.passed = False, []

    def coin(self, value: int):
        if value != 50:
            raise ValueError(value)
        self.is_open = True

    def push(self, person: int):
        if not self.is_open:
            raise ValueError(person)
        self.is_open = False
        self.passed.append(person)

    def pairs(self):
        return [(a, b) for a in self.passed for b in self.passed]


class Spans:
    def __init__(self):
        self.spans = []

    def add(self, start: int, end: int):
        if self.spans and self.spans[-1][1] >= start - 1:
            self.spans[-1] = self.spans[-1][0], end
        else:
            self.spans.append((start, end))

    def overlaps(self):
        return [(a, b) for a in self.spans for b in self.spans if a != b]


class Kind(Enum):
    PART = "part"
    WHOLE = "whole"


class Order:
    def __init__(self, limit: int = 3):
        self.lines, self.marks, self.limit, self.is_closed = [], [], limit, False

    def line(self, name: str):
        if len(self.lines) < self.limit:
            self.lines.append(name)

    def mark(self, name: str, kind: Kind):
        if not isinstance(kind, Kind):
            raise TypeError(kind)
        self.marks.append(name)

    def close(self):
        if not self.lines:
            raise ValueError("no lines")
        self.is_closed = True

    def marked(self):
        if not self.is_closed:
            raise ValueError("open")
        return [name for name in self.lines if name in self.marks]


class Chain:
    def __init__(self, name: str, next: "Chain | None" = None):
        self.name, self.next = name, next

    def names(self):
        return [self.name] + (self.next.names() if self.next else [])


class Rule:
    def holds(self, text: str):
        # rules know
        raise NotImplementedError


class Word(Rule):
    def __init__(self, word: str):
        self.word = word

    def holds(self, text: str):
        return self.word in text


class Every(Rule):
    def __init__(self, rule: Rule):
        self.rule = rule

    def holds(self, text: str):
        return all(self.rule.holds(line) for line in text.splitlines())


class Names:
    class _View:
        def __init__(self, names):
            self._names = names

        def has_all(self, others: list[str]):
            return all(other in self._names for other in others)

    def __init__(self):
        self._names = []

    def put(self, name: str):
        self._names.append(name)

    def view(self):
        return Names._View(self._names)
"""


def written(folder: Path) -> Path:
    """The file of the classes in a folder."""
    file = folder / "ordered.py"
    file.write_text(SOURCE)
    return file
