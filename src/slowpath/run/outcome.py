"""What a run leaves behind, in a form that can be compared with that of another process.

Two runs have the same outcome if a caller could not tell them apart: what is returned or raised, what has
become of the arguments and of the receiver, and which of all these are the same object.
"""

from __future__ import annotations

import hashlib
import types
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

MOST = 200_000  # objects: more takes longer than the run that is looked at

_PLAIN = (int, float, complex, str, bytes, type(None), bool, type(Ellipsis), type(NotImplemented), range)
_NAMED = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)
# How the items of builtin containers are read: by methods of the builtin types, which no subclass changes.
_ITEMS: tuple[tuple[type, Callable[[Any], Iterable[Any]]], ...] = (
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (deque, lambda items: (items.maxlen, *deque.__iter__(items))),
    (dict, lambda mapping: chain.from_iterable(dict.items(mapping))),
    (array, lambda numbers: (numbers.typecode, *numbers)),
    (bytearray, lambda data: (bytes(data),)),
)
_SUBCLASSED: tuple[Any, ...] = (int, float, complex, str, bytes)  # by a class that may hold more
_SETS: tuple[Any, ...] = (set, frozenset)
# Equal values of these types are not told apart by their identity.
_VALUES = (*_PLAIN, tuple, frozenset)


class Unreadable(Exception):
    """A value that cannot be looked into, or too many of them."""


def digest(values: Iterable[Any]) -> str | None:
    """Return a digest of values and of all that they hold; None if something cannot be looked into.

    No code of the target runs: neither `__eq__` nor `__repr__` is asked.
    """
    try:
        return _Reader().digest(values)
    except (Unreadable, MemoryError, RecursionError):
        return None


class _Reader:
    """Reads a graph of objects, each object once, in an order that depends on nothing but the graph."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}  # of objects that have an identity, by address
        self._kept: list[Any] = []  # so that no address is used twice
        self._seen = 0

    def digest(self, values: Iterable[Any]) -> str:
        result = hashlib.sha256()
        for token in self._tokens(values):
            result.update(token.encode("utf-8", "surrogatepass") + b"\0")
        return result.hexdigest()

    def _tokens(self, values: Iterable[Any]) -> Iterator[str]:
        waiting: list[Any] = list(values)[::-1]
        while waiting:
            value = waiting.pop()
            self._seen += 1
            if self._seen > MOST:
                raise Unreadable
            kind = type(value)
            if kind in _PLAIN:
                yield f"{kind.__name__} {value!r}"
                continue
            if issubclass(kind, _NAMED):
                yield f"named {_name(value)}"
                continue
            number = None if kind in _VALUES else self._numbers.get(id(value))
            if number is not None:
                yield f"again {number}"
                continue
            if kind not in _VALUES:
                self._numbers[id(value)] = len(self._numbers)
                self._kept.append(value)
            parts = list(self._parts(value))
            yield f"{kind.__module__}.{kind.__qualname__} {len(parts)}"
            waiting += parts[::-1]

    def _parts(self, value: Any) -> Iterator[Any]:
        """What an object holds."""
        kind = type(value)
        content = [list(items(value)) for base, items in _ITEMS if issubclass(kind, base)]
        content += [[base.__repr__(value)] for base in _SUBCLASSED if issubclass(kind, base)]
        content += [
            sorted(self._apart(each) for each in base.__iter__(value))
            for base in _SETS
            if issubclass(kind, base)
        ]
        if issubclass(kind, BaseException):
            content.append(list(value.args))
        attributes = list(_attributes(value))
        if not content and not attributes and not _has_attributes(value):
            content.append(list(_reduced(value)))
        yield from chain.from_iterable(content)
        yield from chain.from_iterable(attributes)

    def _apart(self, member: Any) -> str:
        """A member of a set, whose order does not count. Objects in a set are told apart by their type
        alone, unless they were seen before."""
        known = self._numbers.get(id(member))
        return f"again {known}" if known is not None else _Reader().digest([member])


def _has_attributes(value: Any) -> bool:
    """Whether an object may have attributes: if it has none now, there is nothing else to see."""
    kind = type(value)
    return any("__dict__" in vars(base) or "__slots__" in vars(base) for base in kind.__mro__)


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        own = {}
    if isinstance(own, dict):
        yield from sorted((str(name), held) for name, held in dict.items(own))
    for base in type(value).__mro__:
        for name, descriptor in vars(base).items():
            if isinstance(descriptor, types.MemberDescriptorType) and "__slots__" in vars(base):
                try:
                    yield name, descriptor.__get__(value)
                except AttributeError:
                    continue


def _reduced(value: Any) -> Iterator[Any]:
    """What an object of a type in C is made of, as `copy` sees it; a generator by where it stands."""
    kind = type(value)
    if kind is types.GeneratorType:
        frame = value.gi_frame
        yield "ended" if frame is None else f"at {frame.f_lasti}"
        yield {} if frame is None else dict(frame.f_locals)
        return
    if kind is object:
        return
    if kind in (types.MethodType, types.MethodWrapperType):
        yield value.__self__
        yield value.__name__
        return
    try:
        yield value.__reduce_ex__(4)
    except Exception:
        raise Unreadable from None


def _name(value: Any) -> str:
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', value.__name__)}"
