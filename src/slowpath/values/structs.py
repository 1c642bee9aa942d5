"""`struct` on numbers and bytes that depend on the input; floats are not told from their bytes."""

from __future__ import annotations

import operator
import re
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from slowpath.values._lending import Lender
from slowpath.values.blob import SymBytes, blob, number, seen
from slowpath.values.bytearrays import SymByteArray
from slowpath.values.elements import Perform
from slowpath.values.integer import SymInt
from slowpath.values.items import exactly, settled
from slowpath.values.packing import bytes_of, fits, gathered, is_below, spread
from slowpath.values.real import SymFloat
from slowpath.values.text.char import Part, Parts, is_plain, trace_of, value_of
from slowpath.values.text.operations import plain
from slowpath.values.trace import Trace

Operation = Callable[..., Any]

_SYMBOLIC = frozenset({SymInt, SymFloat, SymBytes, SymByteArray})

# -- layouts ----------------------------------------------------------------------------------------------

_ITEM = re.compile(r"\s*(?P<count>\d*)(?P<code>[xcbB?hHiIlLqQnNefdspP])")
_SIGNED, _UNSIGNED, _FLOATS = frozenset("bhilqn"), frozenset("BHILQNP"), frozenset("efd")


class LayoutField(NamedTuple):
    """Where a value of a layout lies."""

    code: str
    offset: int
    size: int


@dataclass(frozen=True, slots=True)
class Layout:
    """What a format says."""

    format: str
    size: int
    little: bool
    fields: tuple[LayoutField, ...]


# Bytes of a layout. It has an entry for every value, and no input that is searched for is that long.
LARGEST = 1 << 20


@lru_cache(maxsize=256)
def layout_of(format: str) -> Layout | None:
    """The layout of a format, None where `struct` refuses it, or where no input is that large."""
    try:
        size = struct.calcsize(format)
    except struct.error:
        return None
    if size > LARGEST:
        return None
    prefix = format[:1] if format[:1] in tuple("@=<>!") else ""
    little = prefix == "<" or (prefix in ("", "@", "=") and sys.byteorder == "little")
    fields: list[LayoutField] = []
    for found in _ITEM.finditer(format, len(prefix)):
        code = found["code"]
        count = int(found["count"] or 1)
        end = struct.calcsize(format[: found.end()])
        if code in "sp":
            fields.append(LayoutField(code, end - count, count))
        elif code != "x" and count:
            each = struct.calcsize(f"{prefix or '@'}{code}")
            fields += [LayoutField(code, end - each * left, each) for left in range(count, 0, -1)]
    return Layout(format, size, little, tuple(fields))


def _layout(format: Any) -> Layout | None:
    told = plain(format).decode("latin-1") if isinstance(format, bytes) else plain(format)
    return layout_of(told) if isinstance(told, str) else None


# -- reading ------------------------------------------------------------------------------------------------


def _read(layout: Layout, parts: Parts, values: tuple[Any, ...], start: int = 0) -> tuple[Any, ...]:
    """The values of a layout that begins somewhere in some bytes; `values` are those of this run."""
    return tuple(
        value if is_plain(piece := _piece(parts, field, start)) else _value(field, piece, layout, value)
        for field, value in zip(layout.fields, values, strict=True)
    )


def _piece(parts: Parts, field: LayoutField, start: int) -> Parts:
    return parts[start + field.offset : start + field.offset + field.size]


def _value(field: LayoutField, parts: Parts, layout: Layout, value: Any) -> Any:
    code = field.code
    if code in _SIGNED or code in _UNSIGNED:
        return gathered(parts, layout.little, code in _SIGNED)
    if code == "?":
        return bool(gathered(parts, layout.little, False))
    if code == "p":
        length = number(parts[0])
        least = type(length) is not SymInt or is_below(length, field.size)
        return blob(parts[1 : 1 + exactly(length)] if least else parts[1:])
    if code in _FLOATS:
        trace = trace_of(parts)
        assert trace is not None
        trace.give_up("floats in bytes")
        return value
    return blob(parts)


def _buffer(source: Any) -> Parts | None:
    """The bytes of a buffer that depends on the input."""
    source = seen(source)
    parts = bytes_of(source) if type(source) in (SymBytes, SymByteArray) else None
    return None if parts is None or is_plain(parts) else parts


def _concrete(parts: Parts) -> bytes:
    return bytes(map(value_of, parts))


def unpack(perform: Perform, format: Any, buffer: Any, /) -> Any:
    """`struct.unpack(format, buffer)`"""
    layout, parts = _layout(format), _buffer(buffer)
    if layout is None or parts is None:
        return perform(struct.unpack, format, buffer)
    return _read(layout, parts, perform(struct.unpack, layout.format, _concrete(parts)))


def unpack_from(perform: Perform, /, format: Any, buffer: Any, offset: Any = 0) -> Any:
    """`struct.unpack_from(format, buffer, offset)`"""
    start = settled(offset, len(buffer) + 1) if type(offset) is SymInt else offset
    layout, parts = _layout(format), _buffer(buffer)
    if layout is None or parts is None:
        return perform(struct.unpack_from, format, buffer, start)
    values = perform(struct.unpack_from, layout.format, _concrete(parts), start)
    place = operator.index(start)
    return _read(layout, parts, values, place if place >= 0 else place + len(parts))


def iter_unpack(perform: Perform, format: Any, buffer: Any, /) -> Any:
    """`struct.iter_unpack(format, buffer)`"""
    layout, parts = _layout(format), _buffer(buffer)
    if layout is None or parts is None:
        return perform(struct.iter_unpack, format, buffer)
    return _rows(layout, parts, perform(struct.iter_unpack, layout.format, _concrete(parts)))


def _rows(layout: Layout, parts: Parts, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    for place, values in enumerate(rows):
        yield _read(layout, parts, values, place * layout.size)


# -- writing ------------------------------------------------------------------------------------------------


def pack(perform: Perform, format: Any, /, *values: Any) -> Any:
    """`struct.pack(format, *values)`"""
    layout = _layout(format)
    if layout is None or _SYMBOLIC.isdisjoint(map(type, values)) or len(values) != len(layout.fields):
        return perform(struct.pack, format, *values)
    values = tuple(bool(value) if field.code == "?" else value for field, value in _each(layout, values))
    for field, value in _each(layout, values):
        signed = field.code in _SIGNED
        if (signed or field.code in _UNSIGNED) and not fits(value, field.size, signed):
            break  # raises
    packed = perform(struct.pack, layout.format, *map(_plain, values))
    parts: list[Part] = list(packed)
    for field, value in _each(layout, values):
        if type(value) in _SYMBOLIC:
            parts[field.offset : field.offset + field.size] = _written(field, value, layout, packed)
    return blob(parts)


def _each(layout: Layout, values: tuple[Any, ...]) -> Iterator[tuple[LayoutField, Any]]:
    return zip(layout.fields, values, strict=True)


def _plain(value: Any) -> Any:
    return bytearray(value) if type(value) is SymByteArray else plain(value)


def _written(field: LayoutField, value: Any, layout: Layout, packed: bytes) -> Parts:
    """The bytes of a value of a layout; `packed` are those of this run."""
    own = tuple(packed[field.offset : field.offset + field.size])
    if field.code in _FLOATS:
        value.trace.give_up("floats in bytes")
        return own
    if type(value) is SymInt:
        return spread(value, field.size, layout.little)
    parts = bytes_of(value)
    if parts is None:
        return own
    room = field.size - (field.code == "p")
    return own[: field.size - room] + parts[:room] + own[field.size - room + len(parts[:room]) :]


def pack_into(perform: Perform, format: Any, buffer: Any, offset: Any, /, *values: Any) -> None:
    """`struct.pack_into(format, buffer, offset, *values)`"""
    start = settled(offset, len(buffer) + 1) if type(offset) is SymInt else offset
    layout = _layout(format)
    writable = type(buffer) is SymByteArray or (isinstance(buffer, Lender) and not buffer.view.readonly)
    if layout is None or not writable:
        for trace in filter(None, map(_trace_of, values)):
            trace.give_up("struct.pack_into()")
        perform(struct.pack_into, format, buffer, start, *map(_plain, values))
        return
    packed = pack(perform, format, *values)
    perform(struct.pack_into, layout.format, bytearray(plain(buffer)), start, *map(_plain, values))  # raises
    place = operator.index(start)
    place = place if place >= 0 else place + len(buffer)
    buffer[place : place + layout.size] = packed


def _trace_of(value: Any) -> Trace | None:
    if type(value) is SymByteArray:
        return trace_of(value.parts or ())
    return value.trace if type(value) in _SYMBOLIC else None


# -- tables -----------------------------------------------------------------------------------------------


def _of_format(operation: Operation) -> Operation:
    """The method of a `struct.Struct` that does what a function does with its format."""

    def method(perform: Perform, /, receiver: Any, *arguments: Any, **options: Any) -> Any:
        return operation(perform, receiver.format, *arguments, **options)

    return method


_STRUCT: Mapping[str, Operation] = {
    each.__name__: each for each in (pack, pack_into, unpack, unpack_from, iter_unpack)
}
FUNCTIONS: Mapping[Any, Operation] = {
    **{getattr(struct, name): operation for name, operation in _STRUCT.items()},
}
METHODS: Mapping[type, Mapping[str, Operation]] = {
    struct.Struct: {name: _of_format(operation) for name, operation in _STRUCT.items()},
}
