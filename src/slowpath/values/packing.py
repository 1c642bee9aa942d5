"""Integers as bytes, and bytes as integers.

Whether a number fits is decided first. Then each byte is a quotient and remainder of it, and a number is a
linear form of its bytes; the sign of one that is read is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.term import Expression, apply
from slowpath.values.blob import SymBytes, blob, byte, number
from slowpath.values.bytearrays import SymByteArray
from slowpath.values.elements import Perform
from slowpath.values.integer import SymInt, digit, symbolic
from slowpath.values.items import settled
from slowpath.values.text.char import Part, Parts, form_of, formed, is_plain, trace_of, value_of
from slowpath.values.text.classes import BYTES
from slowpath.values.text.operations import plain

Operation = Callable[..., Any]

# -- one number ----------------------------------------------------------------------------------------


def is_below(value: SymInt, limit: int) -> bool:
    """Decide whether an integer is less than a limit."""
    return value.trace.decide(compare(value.form, "<", limit), int.__lt__(value, limit))


def fits(value: Any, count: int, signed: bool) -> bool:
    """Decide whether an integer fits into some bytes."""
    if type(value) is not SymInt:
        return True
    half = 1 << 8 * count - 1 if count else 0
    low, high = (-half, half or 1) if signed else (0, 1 << 8 * count)
    return not is_below(value, low) and is_below(value, high)


def spread(value: Any, count: int, little: bool) -> Parts:
    """The bytes of an integer that fits into them."""
    if type(value) is not SymInt:
        return tuple((int(value) % (1 << 8 * count)).to_bytes(count, "little" if little else "big"))
    whole, form, trace = int.__index__(value), value.form, value.trace
    parts = [formed(whole >> 8 * at & 255, digit(form, 256, at), trace, BYTES) for at in range(count)]
    return tuple(parts if little else reversed(parts))


def gathered(parts: Sequence[Part], little: bool, signed: bool) -> Any:
    """The integer of some bytes."""
    trace = trace_of(parts)
    order = parts if little else tuple(reversed(parts))
    value = int.from_bytes(bytes(map(value_of, order)), "little", signed=signed)
    if trace is None:
        return value
    form: Expression = 0
    for at, part in enumerate(order):
        form = apply("+", form, apply("*", form_of(part), 256**at))
    if signed:
        top = number(order[-1])
        if type(top) is int:
            negative = top >= 128
        else:
            negative = not is_below(top, 128)
        form = apply("-", form, 256 ** len(order)) if negative else form
    return symbolic(value, form, trace)


# -- int.to_bytes and int.from_bytes ---------------------------------------------------------------------


def to_bytes(
    perform: Perform, value: Any, length: Any = 1, byteorder: Any = "big", *, signed: Any = False
) -> Any:
    """`value.to_bytes(length, byteorder, signed=signed)`"""
    count = settled(length)
    if type(value) is not SymInt:
        return perform(int.to_bytes, value, count, byteorder, signed=signed)
    signed = bool(signed)
    told = isinstance(count, int) and count >= 0 and byteorder in ("little", "big")
    if told:
        fits(value, count, signed)
    result = perform(int.to_bytes, plain(value), count, plain(byteorder), signed=signed)  # raises
    return blob(spread(value, count, byteorder == "little")) if told else result


def from_bytes(perform: Perform, source: Any, byteorder: Any = "big", *, signed: Any = False) -> Any:
    """`int.from_bytes(source, byteorder, signed=signed)`"""
    parts = bytes_of(source)
    if parts is None or is_plain(parts):
        return perform(int.from_bytes, source, byteorder, signed=signed)
    signed = bool(signed)
    perform(int.from_bytes, bytes(map(value_of, parts)), plain(byteorder), signed=signed)  # raises
    return gathered(parts, byteorder == "little", signed)


def bytes_of(source: Any) -> Parts | None:
    """The bytes of a value that has some, each decided to be one; None where C code has to say."""
    if type(source) is SymBytes:
        return source.parts
    if type(source) is SymByteArray:
        return None if source.parts is None else tuple(source.parts)
    if type(source) not in (list, tuple) or not all(isinstance(each, int) for each in source):
        return None
    return tuple(map(byte, source)) if all(fits(each, 1, False) for each in source) else None


FUNCTIONS: Mapping[Any, Operation] = {int.from_bytes: from_bytes}
METHODS: Mapping[type, Mapping[str, Operation]] = {kind: {"to_bytes": to_bytes} for kind in (int, SymInt)}
