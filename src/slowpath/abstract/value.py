"""What the abstraction knows of a value.

A whole number is a constant, a linear form over the input, or unknown; a list is a cell of the heap that
knows its length, and its items where that is a number.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from slowpath.expr.linear import Linear

NUMBERS = ("int", "bool", "float")


@dataclass(frozen=True, slots=True)
class KnownValue:
    """A constant. `kind` keeps 1, True and 1.0 apart."""

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


@dataclass(frozen=True, slots=True)
class Counting:
    """An iterator of a range; where `stop` is None it does not end."""

    at: Value
    stop: Value | None
    step: int


@dataclass(frozen=True, slots=True)
class Walking:
    """An iterator of a list, tuple or text; `at` is the next index."""

    over: Value
    at: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """enumerate() and zip(): iterators that go together. The first that ends ends all."""

    parts: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class RangeValue:
    """A range, or a slice."""

    start: Value
    stop: Value
    step: Value


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


@dataclass(frozen=True, slots=True)
class Listed:
    """A list in the heap: its items where their number is known, else its length and what stands for any
    item."""

    length: Value
    items: tuple[Value, ...] | None
    item: Value = Top()


@dataclass(frozen=True, slots=True)
class Instance:
    """An object in the heap. Fields are sorted by name."""

    kind: type
    fields: tuple[tuple[str, Value], ...] = ()


Cell = Listed | Instance

NONE = KnownValue(None, "NoneType")
TRUE = KnownValue(True, "bool")
FALSE = KnownValue(False, "bool")


def known(value: Any) -> Value:
    """The abstraction of a constant of the source."""
    if isinstance(value, tuple):
        return Tup(tuple([known(each) for each in value]))
    if isinstance(value, Hashable) and (value is None or isinstance(value, int | float | str | bytes)):
        return KnownValue(value, type(value).__name__)
    return Thing(value)


def number(value: int) -> KnownValue:
    return KnownValue(value, "int")


def kind_of(value: Value) -> str:
    """The name of a builtin type, or "any" where it is not known, or "object"."""
    match value:
        case KnownValue(kind=kind) | Top(kind=kind):
            return kind
        case Linear():
            return "int"
        case Asking():
            return "bool"
        case Tup():
            return "tuple"
        case RangeValue():
            return "range"
    return "object"


def is_number(value: Value) -> bool:
    return kind_of(value) in NUMBERS


def as_form(value: Value) -> Linear | None:
    """A whole number as a linear form, if it is known as one."""
    match value:
        case Linear():
            return value
        case KnownValue(value=int() as constant):
            return Linear((), int(constant))
    return None


def from_form(form: Linear) -> Value:
    return form if form.parts else number(form.constant)


def whole(value: Value) -> int | None:
    """The constant whole number that a value is, if it is one."""
    return int(value.value) if isinstance(value, KnownValue) and isinstance(value.value, int) else None


def blurred(value: Value) -> Value:
    """A value of which a variable that is not kept remembers the kind only."""
    match value:
        case KnownValue(kind=kind) if kind in (*NUMBERS, "str", "bytes"):
            return Top(kind)
        case Linear():
            return Top("int")
        case Asking():
            return Top("bool")
        case Tup(items=items):
            return Tup(tuple([blurred(each) for each in items]))
    return value
