"""What a value holds: symbolic values in containers, objects, iterators and functions."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GeneratorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

from slowpath.values._lending import Lender
from slowpath.values.blob import SymBytes
from slowpath.values.integer import SymInt
from slowpath.values.real import SymFloat
from slowpath.values.remembered import by_type
from slowpath.values.text.char import SymChar
from slowpath.values.text.text import SymStr
from slowpath.values.trace import Trace

SYMBOLIC = frozenset({SymInt, SymFloat, SymStr, SymBytes})
_LEAVES = SYMBOLIC | {SymChar}
_PLAIN: frozenset[type] = frozenset(
    {int, float, complex, bool, str, bytes, bytearray, type(None), type(Ellipsis), range, slice}
    | {ModuleType, type, Trace, CodeType}
)
_ITEMS = (list, tuple, set, frozenset, deque)
_VIEWS = frozenset({type({}.keys()), type({}.values()), type({}.items())})
# Iterators that tell what they go through.
_ITERATORS = frozenset(
    {type(iter(each)) for each in ([], (), {}, set())}  # type: ignore[var-annotated]
    | {
        type(reversed([])),
        map,
        filter,
        zip,
        enumerate,
        chain,
        type(iter({}.values())),
        type(iter({}.items())),
    }
)
_REFERRING = _VIEWS | _ITERATORS | {MappingProxyType}
_KNOWN = _REFERRING | {MethodType, BuiltinFunctionType, FunctionType, partial, GeneratorType}
_MOST = 10_000  # values that are looked at, the nearest first: objects lead to all that a target has
_MOST_OBJECTS = 16  # of them objects whose attributes are followed: calls come by the thousand


def symbolic_in(values: Iterable[Any], most_objects: int = _MOST_OBJECTS) -> Any:
    """A symbolic value among some, or in what they hold; None if there is none among the nearest.

    The attributes of `most_objects` objects are followed.
    """
    waiting = deque(values)
    seen: set[int] = set()
    kept: list[Any] = []  # what was made on the way, so that no identity is used again
    objects = 0
    while waiting and len(seen) < _MOST:
        value = waiting.popleft()
        kind = type(value)
        if kind in _LEAVES or (issubclass(kind, Lender) and value.trace is not None):
            return value
        if kind in _PLAIN or issubclass(kind, type) or id(value) in seen:
            continue
        seen.add(id(value))
        kept.append(value)
        if _is_object(kind):
            objects += 1
            if objects > most_objects:
                continue
        waiting.extend(_parts(value, kind))
    return None


@by_type
def _is_object(kind: type) -> bool:
    """Whether a value of this type holds what its attributes hold."""
    return not (issubclass(kind, (dict, *_ITEMS)) or kind in _KNOWN)


def _parts(value: Any, kind: type) -> Iterator[Any]:
    """What a value holds: elements, attributes, what a function or an iterator has taken along."""
    # By the builtin types' own methods: an object of the target is not asked, and nothing is decided.
    if issubclass(kind, dict):
        yield from dict.keys(value)
        yield from dict.values(value)
    for base in _ITEMS:
        if issubclass(kind, base):
            yield from base.__iter__(value)
    if kind in _REFERRING:
        yield from gc.get_referents(value)  # runs no code of the target
    elif kind is MethodType or kind is BuiltinFunctionType:
        yield value.__self__
    elif kind is FunctionType:
        yield from _taken_along(value)
    elif kind is partial:
        yield from (value.func, value.args, value.keywords)
    elif kind is GeneratorType:
        if value.gi_frame is not None:
            yield from value.gi_frame.f_locals.values()
    else:
        yield from _attributes(value, kind)


def _taken_along(function: Any) -> Iterator[Any]:
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not assigned yet
            continue


def _attributes(value: Any, kind: type) -> Iterator[Any]:
    names = _namespace(value)
    if names is not None:
        yield from names.values()
    for base, name in _slots(kind):
        try:
            yield vars(kind.__mro__[base])[name].__get__(value)
        except AttributeError:  # not assigned yet
            continue


@by_type
def _slots(kind: type) -> tuple[tuple[int, str], ...]:
    """The slots of a type and of its bases: which base, and the name."""
    found = ((at, *item) for at, base in enumerate(kind.__mro__) for item in vars(base).items())
    return tuple((at, name) for at, name, each in found if type(each) is MemberDescriptorType)


def _namespace(value: Any) -> Mapping[str, Any] | None:
    """The attributes of an instance, whatever it says of itself."""
    try:
        names = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return None
    return names if isinstance(names, dict) else None
