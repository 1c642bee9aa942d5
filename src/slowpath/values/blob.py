"""Symbolic bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slowpath.expr.term import Expression
from slowpath.values._lending import Lender
from slowpath.values.integer import SymInt, symbolic
from slowpath.values.text.case import BYTE_CASE
from slowpath.values.text.char import Part, Parts, form_of, formed, trace_of
from slowpath.values.text.classes import BYTES
from slowpath.values.text.coding import decode, transcoded
from slowpath.values.text.figures import Unmodelled
from slowpath.values.text.formatting import is_printable_ascii, padded, percent, quoted
from slowpath.values.text.kind import TextKind, byte_predicate, bytes_of, checked, modelled, note
from slowpath.values.text.predicates import PREDICATES
from slowpath.values.text.shared import SHARED, join
from slowpath.values.text.symbolic import SymChars
from slowpath.values.text.text import shown, text


class SymBytes(SymChars, bytes):
    """Bytes some of which depend on the input."""

    __class__ = property(lambda self: bytes)

    def _item(self, part: Part) -> Any:
        return number(part)

    def __radd__(self, other: Any) -> Any:
        if type(other) is not bytes:
            return NotImplemented
        return blob(parts_of(other) + self.parts)

    def __bytes__(self) -> bytes:
        return self

    def __repr__(self) -> Any:
        shown = text((98, *quoted(self.parts, is_printable_ascii)))
        return checked(shown, bytes.__repr__(self), "repr()", self)

    __str__ = __repr__

    def __mod__(self, values: Any) -> Any:
        return by_percent(self, values)

    def __rmod__(self, template: Any) -> Any:
        return by_percent(template, self) if isinstance(template, bytes) else NotImplemented

    def hex(self, *grouping: Any, **options: Any) -> Any:
        from slowpath.values.text.binary import to_hex

        return to_hex(self, *grouping, **options)

    def decode(self, encoding: Any = "utf-8", errors: Any = "strict") -> Any:
        return modelled(BLOB, "decode", transcoded(decode, text, encoding, errors))(self, encoding, errors)

    def join(self, items: Any) -> Any:
        return joined(self, items)


def number(part: Part) -> Any:
    """A byte as the int that indexing gives."""
    return part if type(part) is int else symbolic(part.value, form_of(part), part.trace)  # type: ignore[union-attr]


def byte(value: Any) -> Part:
    """The byte of an int from 0 to 255."""
    if type(value) is not SymInt:
        return int(value)
    form: Expression = value.form
    return formed(int.__index__(value), form, value.trace, BYTES)


def blob(parts: Sequence[Part]) -> Any:
    """The bytes: plain where none depends on the input."""
    trace = trace_of(parts)
    return bytes(parts) if trace is None else SymBytes(parts, trace)  # type: ignore[arg-type]


def parts_of(value: Any) -> Parts:
    """The bytes of a bytes-like object, or the one that an int stands for."""
    value = seen(value)
    if type(value) is SymBytes:
        return value.parts
    return (byte(value),) if isinstance(value, int) else tuple(bytes(value))


def seen(value: Any) -> Any:
    """The bytes that a view looks at; anything else as it is."""
    return blob(value.parts) if isinstance(value, Lender) else value  # type: ignore[attr-defined]


def joined(separator: Any, items: Any) -> Any:
    """`separator.join(items)`"""
    taken = [seen(each) for each in items]
    plain = bytes_of(parts_of(separator)).join(taken)
    if type(separator) is not SymBytes and SymBytes not in map(type, taken):
        return plain
    return checked(join(BLOB, plain, separator, taken), plain, "join()", separator, *taken)


def by_percent(template: Any, values: Any) -> Any:
    """`template % values`"""
    parts = parts_of(template)
    plain = bytes_of(parts)
    try:
        made = blob(tuple(percent(parts, values, _shown)))
    except (Unmodelled, ValueError, TypeError):
        result = plain % values  # raises where Python does
        note("the % operator", template, *(values if isinstance(values, tuple) else (values,)))
        return result
    return checked(made, plain % values, "%", template, values)


def _shown(value: Any, conversion: str | None, specification: str) -> Parts:
    """The bytes of a value behind a %."""
    if conversion in ("s", "b"):
        return padded(parts_of(value), specification)
    return shown(value, conversion, specification)


# Methods whose arguments are any bytes-like objects.
READERS = (
    *("find", "rfind", "index", "rindex", "count", "split", "rsplit", "strip", "lstrip", "rstrip", "replace"),
    *("startswith", "endswith", "removeprefix", "removesuffix", "translate", "join"),
    *("partition", "rpartition"),
)


def is_symbolic(value: Any) -> bool:
    """Tell whether a value is symbolic bytes."""
    return type(value) is SymBytes


def _is_break(character: str) -> bool:
    return character in ("\n", "\r")


BLOB = SymBytes._kind = TextKind(
    "bytes", bytes, bytes_of, blob, parts_of, is_symbolic, byte_predicate, _is_break
)

for _name, _model in {**SHARED, **PREDICATES, **BYTE_CASE}.items():
    setattr(SymBytes, _name, modelled(BLOB, _name, _model))

SymBytes.__name__ = SymBytes.__qualname__ = "bytes"

__all__ = ["BLOB", "SymBytes", "blob"]
