"""Lists, tuples, deques and functions of them.

Their elements decide for themselves; indices and counts are settled first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from slowpath.values import repeated
from slowpath.values.elements import Perform
from slowpath.values.integer import SymInt
from slowpath.values.items import place, settled
from slowpath.values.keys import trace_of
from slowpath.values.ranges import SymRange, length_of
from slowpath.values.repeated import SymList

Operation = Callable[..., Any]


def pop(perform: Perform, values: Any, *index: Any) -> Any:
    """`values.pop(index)`"""
    return perform(list.pop, values, *(settled(each, len(values)) for each in index))


def insert(perform: Perform, values: Any, index: Any, element: Any) -> None:
    """`values.insert(index, element)`"""
    perform(type(values).insert, values, place(index, len(values)), element)


def index(perform: Perform, values: Any, element: Any, *bounds: Any) -> Any:
    """`values.index(element, start, stop)`"""
    limits = (place(bound, len(values)) for bound in bounds)
    return perform(type(values).index, values, element, *limits)


def rotate(perform: Perform, values: Any, *count: Any) -> None:
    """`deque.rotate(n)`: the remainder matters."""
    if count and type(count[0]) is SymInt:
        turns = count[0] % len(values) if len(values) > 1 else 0
        count = (settled(turns, len(values)),)
    perform(deque.rotate, values, *count)


def new_deque(perform: Perform, *arguments: Any, **options: Any) -> Any:
    """`deque(values, maxlen)`"""
    limits = {name: settled(value) if name == "maxlen" else value for name, value in options.items()}
    return perform(deque, *arguments[:1], *map(settled, arguments[1:]), **limits)


def whole(function: Any) -> Operation:
    """A function that goes through all of its only argument; C code would ask a range for its length."""

    def operation(perform: Perform, *arguments: Any, **options: Any) -> Any:
        if len(arguments) == 1 and type(arguments[0]) is SymRange:
            arguments = (_listed(arguments[0]),)
        return perform(function, *arguments, **options)

    return operation


def lazy(function: Any) -> Operation:
    """`map` and the like: their work is charged by the lengths of what they go through."""

    def operation(perform: Perform, *arguments: Any, **options: Any) -> Any:
        return perform(function, *map(_listed, arguments), **options)

    return operation


def _listed(values: Any) -> Any:
    return list(values.__iter__()) if type(values) is SymRange else values


def length(perform: Perform, *arguments: Any) -> Any:
    """`len(values)`"""
    if len(arguments) == 1 and type(arguments[0]) is SymRange:
        return length_of(arguments[0])
    if len(arguments) == 1 and type(arguments[0]) is SymList:
        return repeated.length(arguments[0])
    return perform(len, *arguments)


def hashed(perform: Perform, *arguments: Any) -> Any:
    """`hash(value)`"""
    trace = trace_of(arguments[0]) if len(arguments) == 1 else None
    if trace is not None:
        trace.give_up("hash of a symbolic value")
    return perform(hash, *arguments)


def numbered(perform: Perform, *arguments: Any, **options: Any) -> Any:
    """`enumerate(values, start)`"""
    for start in (*arguments[1:], *options.values()):
        if type(start) is SymInt:
            start.trace.give_up("enumerate from a symbolic start")
    return perform(enumerate, *map(_listed, arguments), **options)


def counted(function: Any) -> Operation:
    """A function of itertools that takes counts behind its first argument."""

    def operation(perform: Perform, *arguments: Any, **options: Any) -> Any:
        given = (*arguments[:1], *map(settled, arguments[1:]))
        return perform(function, *given, **{name: settled(value) for name, value in options.items()})

    return operation


LIST: dict[str, Operation] = {"pop": pop, "insert": insert, "index": index}
TUPLE: dict[str, Operation] = {"index": index}
DEQUE: dict[str, Operation] = {"insert": insert, "index": index, "rotate": rotate}
