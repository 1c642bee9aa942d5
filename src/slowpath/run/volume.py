"""How much values hold, whatever they are: a cost in proportion to what is returned is no surprise."""

from __future__ import annotations

import io
from array import array
from collections import deque
from collections.abc import Callable, Iterable
from gc import get_referents
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from slowpath.files import held

MOST = 1_000_000  # objects: a fraction of a second, and less memory than a run may use
_WORD = 30  # bits of a number that are one digit of CPython's

# What belongs to the program, not to its results: a class holds its methods, a function its module.
_CODE = (
    type,
    ModuleType,
    FunctionType,
    BuiltinFunctionType,
    MethodWrapperType,
    WrapperDescriptorType,
    CodeType,
    FrameType,
)
# The methods of the builtin types themselves: subclasses may have others.
_LENGTHS: dict[type, Callable[[Any], int]] = {
    str: str.__len__,
    bytes: bytes.__len__,
    bytearray: bytearray.__len__,
    array: array.__len__,
    list: list.__len__,
    tuple: tuple.__len__,
    dict: dict.__len__,
    set: set.__len__,
    frozenset: frozenset.__len__,
    deque: deque.__len__,
    int: lambda number: int.bit_length(number) // _WORD,
    float: lambda number: 0,
    complex: lambda number: 0,
    type(None): lambda nothing: 0,
    io.StringIO: lambda stream: len(stream.getvalue()),
    io.BytesIO: lambda stream: len(stream.getvalue()),
    object: lambda thing: 1,
}

_LEAVES = (str, bytes, bytearray, array, io.StringIO, io.BytesIO)  # they hold nothing else that counts


class Kept:
    """What a run returns, item by item if it is lazy. Items beyond MOST are not kept: `is_full` then."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self.is_full = False

    def __call__(self, item: Any, len: Callable[[Any], int] = len) -> None:
        """Keep an item. `len` is bound early, because the target may have changed the builtins."""
        if len(self.items) < MOST:
            self.items.append(item)
        else:
            self.is_full = True


class Holdings:
    """Adds up characters, items and words of numbers, at all levels; each object once, as memory does.

    What objects hold is what the garbage collector sees: attributes and slots, but no code.
    """

    def __init__(self) -> None:
        self.total = 0
        self.is_full = False
        self._seen: dict[int, Any] = {}  # kept: the id of what is gone may become another's

    def add(self, values: Iterable[Any]) -> None:
        """Add what these values hold. `is_full` tells that there were too many objects to look at."""
        waiting = list(values)
        while waiting and not self.is_full:
            value = waiting.pop()
            if id(value) in self._seen or issubclass(type(value), _CODE):
                continue
            self._seen[id(value)] = value
            length = _length(value)
            self.total += length
            if not issubclass(type(value), _LEAVES):
                self.is_full = length > MOST or len(self._seen) >= MOST
                waiting += () if self.is_full else _held_by(value)


def _held_by(value: Any) -> list[Any]:
    # The collector passes over the keys of a dictionary if all of them are texts: they are in no cycle.
    keys = dict.keys(value) if issubclass(type(value), dict) else ()
    return [*get_referents(value), *keys]


def _length(value: Any) -> int:
    size = held(value)
    if size is not None:
        return size
    return next(_LENGTHS[kind] for kind in type(value).__mro__ if kind in _LENGTHS)(value)
