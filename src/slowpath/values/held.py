"""What a value holds: symbolic values in containers, objects, iterators and functions."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator
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
_ITEM_TYPES = frozenset(_ITEMS)
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
_MOST = 10_000  # values that are looked at, the nearest first: objects lead to all that a target has
_MOST_OBJECTS = 16  # of them objects whose attributes are followed: calls come by the thousand


def symbolic_in(values: Iterable[Any], most_objects: int = _MOST_OBJECTS) -> Any:
    """A symbolic value among some, or in what they hold; None if there is none among the nearest.

    The attributes of `most_objects` objects are followed.
    """
    waiting = [value for value in values if type(value) not in _PLAIN]
    seen: set[int] = set()
    objects = 0
    for value in waiting:  # which grows, and keeps what was made on the way: no identity is used again
        kind = type(value)
        if kind in _LEAVES or (issubclass(kind, Lender) and value.trace is not None):
            return value
        if issubclass(kind, type) or id(value) in seen:
            continue
        if len(seen) == _MOST:
            return None
        seen.add(id(value))
        if kind in _ITEM_TYPES and _PLAIN.issuperset(map(type, value)):
            continue  # as most long lists are
        is_object, readers = _readers(kind)
        if is_object:
            objects += 1
            if objects > most_objects:
                continue
        for read in readers:
            waiting += [part for part in read(value) if type(part) not in _PLAIN]
    return None


@by_type
def _readers(kind: type) -> tuple[bool, tuple[Callable[[Any], Iterable[Any]], ...]]:
    """Whether a value of this type holds what its attributes hold; and what gives all that it holds.

    By the builtin types' own methods: an object of the target is not asked, and nothing is decided.
    """
    if kind in _REFERRING:
        return False, (gc.get_referents,)  # runs no code of the target
    if kind in _TAKEN_ALONG:
        return False, (_TAKEN_ALONG[kind],)
    items: tuple[Callable[[Any], Iterable[Any]], ...] = (
        (dict.keys, dict.values) if issubclass(kind, dict) else ()
    )
    items += tuple(base.__iter__ for base in _ITEMS if issubclass(kind, base))
    slots = (_slots,) if _slot_names(kind) else ()
    return not items, (*items, _namespace, *slots)


def _of_function(function: Any) -> Iterator[Any]:
    """What a function has taken along."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not assigned yet
            continue


def _of_generator(generator: Any) -> Iterable[Any]:
    return () if generator.gi_frame is None else generator.gi_frame.f_locals.values()


_TAKEN_ALONG: dict[type, Callable[[Any], Iterable[Any]]] = {
    MethodType: lambda method: (method.__self__,),
    BuiltinFunctionType: lambda method: (method.__self__,),
    FunctionType: _of_function,
    partial: lambda function: (function.func, function.args, function.keywords),
    GeneratorType: _of_generator,
}


def _slots(value: Any) -> Iterator[Any]:
    """What stands in the slots of a value."""
    kind = type(value)
    for base, name in _slot_names(kind):
        try:
            yield vars(kind.__mro__[base])[name].__get__(value)
        except AttributeError:  # not assigned yet
            continue


@by_type
def _slot_names(kind: type) -> tuple[tuple[int, str], ...]:
    """The slots of a type and of its bases: which base, and the name."""
    found = ((at, *item) for at, base in enumerate(kind.__mro__) for item in vars(base).items())
    return tuple((at, name) for at, name, each in found if type(each) is MemberDescriptorType)


def _namespace(value: Any) -> Iterable[Any]:
    """The attributes of an instance, whatever it says of itself."""
    try:
        names = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return ()
    return dict.values(names) if isinstance(names, dict) else ()
