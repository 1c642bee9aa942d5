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
from typing import Any, NamedTuple

from slowpath.values._lending import Lender
from slowpath.values._search import HeldSearch
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
_NAMESPACE_OFFSET = vars(type)["__dictoffset__"].__get__  # 0 if instances have no namespace
_MOST = 10_000  # values that are looked at, the nearest first: objects lead to all that a target has
_MOST_OBJECTS = 16  # of them objects whose attributes are followed: calls come by the thousand


def symbolic_in(values: tuple[Any, ...] | list[Any], most_objects: int = _MOST_OBJECTS) -> Any:
    """A symbolic value among some, or in what they hold; None if there is none among the nearest.

    The attributes of `most_objects` objects are followed.
    """
    return _SEARCH(values, most_objects)


class _Reading(NamedTuple):
    """How the values of a type are looked into: whether they may lend a symbolic buffer, whether they are
    types, whether they hold what their attributes hold, and what gives all that they hold. None stands for
    the attributes of an instance."""

    may_lend: bool
    is_type: bool
    is_object: bool
    readers: tuple[Callable[[Any], Iterable[Any]] | None, ...]


@by_type
def _reading(kind: type) -> _Reading:
    """By the builtin types' own methods: an object of the target is not asked, and nothing is decided."""
    may_lend, is_type = issubclass(kind, Lender), issubclass(kind, type)
    if kind in _REFERRING:
        return _Reading(may_lend, is_type, False, (gc.get_referents,))  # runs no code of the target
    if kind in _TAKEN_ALONG:
        return _Reading(may_lend, is_type, False, (_TAKEN_ALONG[kind],))
    items: tuple[Callable[[Any], Iterable[Any]], ...] = (
        (dict.keys, dict.values) if issubclass(kind, dict) else ()
    )
    items += tuple(base.__iter__ for base in _ITEMS if issubclass(kind, base))
    namespace = (None,) if _NAMESPACE_OFFSET(kind) else ()
    slots = (_slots,) if _slot_names(kind) else ()
    return _Reading(may_lend, is_type, not items, (*items, *namespace, *slots))


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


_SEARCH = HeldSearch(tuple(_PLAIN), tuple(_LEAVES), _ITEMS, _reading, _MOST)
