"""What the abstraction knows of a value.

A whole number is a constant, a linear form over the input, or unknown. Lists and objects are cells of the
heap (`heap`); a value refers to them by address.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from slowpath.abstract.iteration import Counting, Pairing, RangeValue, Walking
from slowpath.expr.linear import Linear


@dataclass(frozen=True, slots=True)
class KnownValue:
    """A constant.

    `kind` is the name of its type, which keeps 1, True and 1.0 apart.
    """

    value: Any
    kind: str


@dataclass(frozen=True, slots=True)
class Top:
    """A value of which only the kind is known: the name of a builtin type, or "any"."""

    kind: str = "any"


@dataclass(frozen=True, slots=True)
class Ref:
    """A cell of the heap."""

    address: int


@dataclass(frozen=True, slots=True)
class Thing:
    """An object that is no data of a run: a function, a class, a module."""

    what: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing) and other.what is self.what

    def __hash__(self) -> int:
        return hash(id(self.what))


@dataclass(frozen=True, slots=True)
class Method:
    """An attribute of a receiver that is called: a function of the scope, or a builtin by its name."""

    function: Any
    receiver: Value

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Method) and other.function is self.function and other.receiver == self.receiver
        )

    def __hash__(self) -> int:
        return hash((id(self.function), self.receiver))


@dataclass(frozen=True, slots=True)
class Tup:
    """A tuple."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Thrown:
    """An exception of a class; None stands for any."""

    kind: type[BaseException] | None


@dataclass(frozen=True, slots=True)
class Asking:
    """A truth that is not decided yet: `form op 0`."""

    form: Linear
    op: str


Value = (
    KnownValue
    | Top
    | Linear
    | Ref
    | Thing
    | Method
    | Tup
    | Thrown
    | Asking
    | Counting
    | Walking
    | Pairing
    | RangeValue
)

NONE = KnownValue(None, "NoneType")
TRUE = KnownValue(True, "bool")
FALSE = KnownValue(False, "bool")
ANY = Top()
