"""Lists, tuples, deques and functions of them.

Their elements decide for themselves; indices and counts are settled first.
"""

from __future__ import annotations

import bisect
import heapq
import itertools
import operator
import sys
from collections import deque
from collections.abc import Callable
from types import FunctionType
from typing import Any

from slowpath.values import repeated
from slowpath.values.elements import Perform
from slowpath.values.integer import SymInt
from slowpath.values.items import exactly, is_open, place, settled
from slowpath.values.keys import Quiet, trace_of
from slowpath.values.ranges import RangeIterator, SymRange, length_of
from slowpath.values.repeated import SymList
from slowpath.values.sides import note_mixed
from slowpath.values.special import ask
from slowpath.values.totals import sort

Operation = Callable[..., Any]


def pop(perform: Perform, values: Any, *index: Any) -> Any:
    """`values.pop(index)`"""
    return perform(list.pop, values, *(settled(each, len(values)) for each in index))


def insert(perform: Perform, values: Any, index: Any, element: Any) -> None:
    """`values.insert(index, element)`"""
    perform(type(values).insert, values, place(index, len(values)), element)


def index(perform: Perform, values: Any, element: Any, *bounds: Any) -> Any:
    """`values.index(element, start, stop)`"""
    note_search(element, values)
    limits = (place(bound, len(values)) for bound in bounds)
    return perform(type(values).index, values, element, *limits)


def searching(name: str) -> Operation:
    """`values.count(element)`, `values.remove(element)`"""

    def operation(perform: Perform, values: Any, element: Any) -> Any:
        note_search(element, values)
        return perform(getattr(type(values), name), values, element)

    return operation


def note_search(element: Any, values: Any) -> None:
    """Note it where plain numbers in a list are asked whether they are a symbolic one."""
    if type(element) is SymInt and isinstance(values, list | tuple | deque):
        note_mixed([element, *values])


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


def whole(function: Any, model: Operation | None = None) -> Operation:
    """A function that goes through all of its only argument; C code would ask a range for its length."""

    def operation(perform: Perform, *arguments: Any, **options: Any) -> Any:
        if len(arguments) == 1 and type(arguments[0]) in (SymRange, RangeIterator):
            taken = list(arguments[0].__iter__())
            arguments = (taken if type(arguments[0]) is SymRange else iter(taken),)
        if model is not None:
            return model(perform, *arguments, **options)
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
    value: Any = arguments[0] if len(arguments) == 1 else None
    if type(getattr(type(value), "__len__", None)) is not FunctionType:
        return perform(len, *arguments)
    kind: Any = type(value)
    told = ask(kind.__len__, value)
    if type(told) is SymInt and told >= 0:
        bool(told <= sys.maxsize)
    found = perform(len, _Long(told))  # raises where it is no length
    return told if type(told) is SymInt else found


class _Long:
    """Something as long as code of the target says."""

    def __init__(self, length: Any) -> None:
        self._length = length

    def __len__(self) -> Any:
        return self._length


def hashed(perform: Perform, *arguments: Any) -> Any:
    """`hash(value)`"""
    trace = trace_of(arguments[0]) if len(arguments) == 1 else None
    if trace is not None:
        trace.give_up("hash of a symbolic value")
        with Quiet(trace):
            return perform(hash, *arguments)
    return perform(hash, *arguments)


def numbered(perform: Perform, *arguments: Any, **options: Any) -> Any:
    """`enumerate(values, start)`; C code would count on from the concrete start."""
    given = [*map(_listed, arguments)]
    start = given[1] if len(given) == 2 else options.get("start")
    if type(start) is not SymInt or len(given) + len(options) != 2:
        return perform(enumerate, *given, **options)
    values = given[0] if given else options["iterable"]
    numbers = itertools.accumulate(itertools.repeat(1), initial=start)
    return zip(numbers, values)  # noqa: B905  # never as many


def noting(kind: Any) -> Operation:
    """A type that looks into the numbers it is given, and keeps other values as they are."""

    def operation(perform: Perform, *arguments: Any, **options: Any) -> Any:
        for value in (*arguments, *options.values()):
            if type(value) is SymInt:
                value.trace.give_up(f"{kind.__module__}.{kind.__name__}()")
        return perform(kind, *arguments, **options)

    return operation


def sized(operation: Operation) -> Operation:
    """`bytes(number)` makes as many zeros."""

    def counting(perform: Perform, /, *arguments: Any, **options: Any) -> Any:
        if len(arguments) == 1 and type(arguments[0]) is SymInt:
            arguments = (exactly(arguments[0]),)
        return operation(perform, *arguments, **options)

    return counting


def indices(perform: Perform, key: Any, length: Any) -> Any:
    """`slice.indices(length)`"""
    size = exactly(length) if type(length) is SymInt else length
    if not is_open(key):
        return perform(slice.indices, key, size)
    slice(None).indices(size)  # raises where it is no length
    start, stop, step = perform(slice.indices, settled(key, operator.index(size)), size)
    return start, stop, key.step if type(key.step) is SymInt else step


def products(perform: Perform, *arguments: Any, **options: Any) -> Any:
    """`itertools.product(*values, repeat)`"""
    counts = {name: settled(value) for name, value in options.items()}
    return perform(itertools.product, *map(_listed, arguments), **counts)


def counted(function: Any) -> Operation:
    """A function of itertools that takes counts behind its first argument."""

    def operation(perform: Perform, *arguments: Any, **options: Any) -> Any:
        given = (*arguments[:1], *map(settled, arguments[1:]))
        return perform(function, *given, **{name: settled(value) for name, value in options.items()})

    return operation


def first_counted(function: Any) -> Operation:
    """A function of Python code outside the scope whose first argument is a count."""

    def operation(perform: Perform, /, *arguments: Any, **options: Any) -> Any:
        return perform(function, *map(settled, arguments[:1]), *arguments[1:], **options)

    return operation


def searched(function: Any) -> Operation:
    """A function of `bisect` in C code: what is sought is compared, the bounds are settled."""

    def operation(perform: Perform, /, *arguments: Any, **options: Any) -> Any:
        if len(arguments) > 1:
            note_search(arguments[1], arguments[0])
        bounds = {name: settled(value) for name, value in options.items() if name in ("lo", "hi")}
        return perform(function, *arguments[:2], *map(settled, arguments[2:]), **{**options, **bounds})

    return operation


_SEARCHES: dict[str, Operation] = {"index": index, "count": searching("count")}
TUPLE = _SEARCHES
DEQUE: dict[str, Operation] = {**_SEARCHES, "remove": searching("remove"), "insert": insert, "rotate": rotate}
_BISECTIONS = (bisect.bisect_left, bisect.bisect_right, bisect.insort_left, bisect.insort_right)
FUNCTIONS: dict[Any, Operation] = {
    **{each: first_counted(each) for each in (heapq.nlargest, heapq.nsmallest)},
    **{each: searched(each) for each in _BISECTIONS},
}
LIST: dict[str, Operation] = {
    **_SEARCHES,
    "remove": searching("remove"),
    "insert": insert,
    "pop": pop,
    "sort": sort,
}
