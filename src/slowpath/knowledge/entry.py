"""The entries of the catalogues: what is known, and the general mechanism that is the reason for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True)
class Word:
    """A text that code may react to."""

    text: str
    reason: str


class Meaning(StrEnum):
    """What a value may be."""

    TEXT = "text"
    TEXTS = "texts"
    BYTES = "bytes"
    NUMBER = "number"
    NUMBERS = "numbers"
    FIRST = "first"  # the first index of a list
    LAST = "last"
    FLAG = "flag"
    MAPPING = "mapping"
    FILE = "file"
    LINES = "lines"  # a function that returns the next line
    FUNCTION = "function"


@dataclass(frozen=True, slots=True)
class Verb:
    """What the name of a method suggests that it does; `*` in it stands for any letters."""

    name: str
    reason: str

    def fits(self, name: str) -> bool:
        return fnmatchcase(name, self.name)


@dataclass(frozen=True, slots=True)
class Naming:
    """What names of parameters suggest. Spaces separate the names; `*` in one stands for any letters.

    Those that are `certain` leave no doubt, with or without a number behind them: a value of another kind is
    a mistake.
    """

    names: str
    meaning: Meaning
    reason: str
    certain: str = ""

    def fits(self, name: str) -> bool:
        bare = name.strip("_").lower()
        return any(fnmatchcase(bare, each) for each in f"{self.names} {self.certain}".split())

    def is_certain(self, name: str) -> bool:
        bare = name.strip("_").rstrip("0123456789_").lower()
        return any(fnmatchcase(bare, each) for each in self.certain.split())


@dataclass(frozen=True, slots=True)
class KnownExpression:
    """An expression in N. `{n}` stands for a length, which is N or an expression in N."""

    source: str
    reason: str
    step: int = 1  # how much longer the value is for each N

    def over(self, length: str) -> str:
        """Return the expression with a length; one that is not an operand stands in brackets."""
        return self.source.replace("{n}", length)


@dataclass(frozen=True, slots=True)
class Structure:
    """An expression for a value whose parts depend on each other. `{n}` stands for the size.

    Values of one `kind` are of one type.
    """

    kind: str
    source: str
    reason: str

    def over(self, length: str) -> str:
        """Return the expression with a size."""
        return self.source.replace("{n}", length)


@dataclass(frozen=True, slots=True)
class Level:
    """Two formulas of a table: one for the cells of a region, one for those outside it."""

    inside: str
    outside: str
    reason: str
