"""Memoryviews of symbolic bytes.

A view stays the interpreter's own object: nothing else may stand in its place where C code takes a buffer. It
knows the bytes it looks at, and which of them through its address; so what is made of a view, or of a slice
of one, depends on the input as those bytes do. Its items are plain numbers, so that making a view is noted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from slowpath.values.blob import SymBytes, blob, number
from slowpath.values.bytearrays import SymByteArray, array
from slowpath.values.text.char import Part
from slowpath.values.text.kind import note

Operation = Callable[..., Any]

_STRIDED = 0x18  # PyBUF_STRIDES


def parts_of(view: Any) -> list[Part] | None:
    """The bytes that a view of symbolic bytes looks at, None for any other value."""
    if type(view) is not memoryview:
        return None
    try:
        owner = view.obj
        known = view.format == "B" and view.ndim == 1
    except ValueError:
        return None  # it is released
    if type(owner) is not SymBytes or not known:
        return None
    start = _address(view) - _address(owner)
    step = view.strides[0] if view.strides else 1
    return [owner.parts[start + place * step] for place in range(len(view))]


def _address(value: Any) -> int:
    """Where the first element of a buffer is."""
    from ctypes import byref, py_object, pythonapi

    buffer = _buffer_type()()
    if pythonapi.PyObject_GetBuffer(py_object(value), byref(buffer), _STRIDED):
        raise BufferError
    try:
        return buffer.start or 0
    finally:
        pythonapi.PyBuffer_Release(byref(buffer))


@lru_cache(maxsize=1)
def _buffer_type() -> Any:
    """The interpreter's Py_buffer, of which the first field is read."""
    import ctypes

    class Buffer(ctypes.Structure):
        _fields_ = (("start", ctypes.c_void_p), ("rest", ctypes.c_void_p * 15))

    return Buffer


def _made_of(parts: list[Part], kind: Any) -> Any:
    if kind is bytes:
        return blob(parts)
    return array(parts) if kind is bytearray else kind(map(number, parts))


def _taking(kind: Any, ordinary: Operation) -> Operation:
    """`kind(view)`: bytes, or numbers."""

    def operation(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        parts = parts_of(arguments[0]) if len(arguments) == 1 and not options else None
        if parts is None:
            return ordinary(perform, *arguments, **options)
        perform(kind, arguments[0])
        return _made_of(parts, kind)

    return operation


def _asking(name: str, model: Callable[..., Any]) -> Operation:
    """A method of a view that gives what it looks at."""

    def operation(perform: Any, view: Any, /, *arguments: Any, **options: Any) -> Any:
        parts = parts_of(view)
        found = perform(getattr(view, name), *arguments, **options)  # raises where Python does
        if parts is None or options or (arguments and name != "hex"):
            return found
        return model(parts, *arguments)

    return operation


def made(perform: Any, /, *arguments: Any, **options: Any) -> Any:
    """`memoryview(value)`: a bytearray that is looked at may change without its knowledge, so that it forgets
    how it depends on the input."""
    view = perform(memoryview, *arguments, **options)
    owner = view.obj
    if type(owner) is SymByteArray:
        note("memoryview()", *(each for each in owner.parts or () if type(each) is not int))
        owner.freeze()
    elif type(owner) is SymBytes:
        note("memoryview()", owner)
    return view


METHODS: Mapping[type, Mapping[str, Operation]] = {
    memoryview: {
        "tobytes": _asking("tobytes", blob),
        "tolist": _asking("tolist", lambda parts: list(map(number, parts))),
        "hex": _asking("hex", lambda parts, *arguments: blob(parts).hex(*arguments)),
    }
}


def taking(types: Mapping[Any, Operation]) -> dict[Any, Operation]:
    """The constructors among some that go through a view, and that of views."""
    return {kind: _taking(kind, types[kind]) for kind in (bytes, bytearray, list, tuple)} | {memoryview: made}
