"""Values by their kind: constants, numbers, and what a value is known to be."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from slowpath.abstract.iteration import RangeValue
from slowpath.abstract.value import Asking, KnownValue, Thing, Top, Tup, Value
from slowpath.expr.linear import Linear

NUMBERS = ("int", "bool", "float")


def known(value: Any) -> Value:
    """The abstraction of a constant of the source."""
    if isinstance(value, tuple):
        return Tup(tuple([known(each) for each in value]))
    if isinstance(value, Hashable) and (value is None or isinstance(value, int | float | str | bytes)):
        return KnownValue(value, type(value).__name__)
    return Thing(value)


def number(value: int) -> KnownValue:
    """The abstraction of a known whole number."""
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
    """Whether a value is known to be a number."""
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
    """The value of a linear form: a known number if it has no variables."""
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
