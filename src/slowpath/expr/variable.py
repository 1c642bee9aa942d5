"""The unknowns of a symbolic input."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from slowpath.model.charset import CharSet

LARGEST = sys.float_info.max


@dataclass(frozen=True, slots=True)
class Integers:
    """The integers from `lo` to `hi`, both included; None is no bound. Booleans are 0..1."""

    lo: int | None = None
    hi: int | None = None


@dataclass(frozen=True, slots=True)
class Characters:
    """Characters of a set. A model gives their code points: a character is its `ord`.

    Those of bytes are numbers to Python (`octets`).
    """

    chars: CharSet
    octets: bool = False


@dataclass(frozen=True, slots=True)
class Reals:
    """The finite floats from `lo` to `hi`, both included."""

    lo: float = -LARGEST
    hi: float = LARGEST


Domain = Integers | Characters | Reals
Value = int | float
Values = Mapping[int, Value]  # variable index -> value

_QUOTED_OR_OPTION = re.compile(r"""(?P<quoted>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|\|\d+""")

ANY_INTEGER = Integers()
BOOLEAN = Integers(0, 1)


def without_options(text: str) -> str:
    """A path, or a condition on one, without the options of its choices: `o[0]` for `o|1[0]`."""
    return _QUOTED_OR_OPTION.sub(lambda found: found["quoted"] or "", text)


@dataclass(frozen=True, slots=True)
class Variable:
    """An unknown of the input. `name` is its path: "xs[3]"; `index` is its place in
    the sequence of variables that a solver is given. `meaning` is the Python condition that each value
    from 0 on stands for, where there are few: `o is None`, `not flag`."""

    index: int
    name: str
    domain: Domain = ANY_INTEGER
    meaning: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The name as conditions show it."""
        return without_options(self.name)

    def __post_init__(self) -> None:
        domain = self.domain
        if isinstance(domain, Characters):
            empty = not domain.chars
        else:
            empty = domain.lo is not None and domain.hi is not None and domain.lo > domain.hi
        if empty:
            raise ValueError(f"no value is left for {self.name}: {domain}")

    def admits(self, value: Value) -> bool:
        """Whether the domain holds `value`."""
        domain = self.domain
        if isinstance(domain, Characters):
            return isinstance(value, int) and value in domain.chars
        if isinstance(domain, Reals):
            return isinstance(value, float) and domain.lo <= value <= domain.hi
        return (
            isinstance(value, int)
            and (domain.lo is None or domain.lo <= value)
            and (domain.hi is None or value <= domain.hi)
        )

    def default(self) -> Value:
        """The plainest value: the admitted number nearest to zero, or a readable character."""
        domain = self.domain
        if isinstance(domain, Characters):
            return ord(domain.chars.representative())
        if isinstance(domain, Reals):
            return min(max(0.0, domain.lo), domain.hi)
        value = 0
        if domain.lo is not None:
            value = max(value, domain.lo)
        return value if domain.hi is None else min(value, domain.hi)


def bounds_of(domain: Domain) -> tuple[int | None, int | None]:
    """The least and the largest integer, or code point, of a domain that has no floats."""
    if isinstance(domain, Characters):
        return domain.chars.lowest, domain.chars.highest
    if isinstance(domain, Reals):
        raise TypeError("floats have no integer bounds")
    return domain.lo, domain.hi


Variables = Sequence[Variable]  # at place i the variable of index i
