"""Indices and slices that depend on the input: C code would take their concrete value unasked."""

from __future__ import annotations

from typing import Any

from slowpath.expr.comparison import compare
from slowpath.values.integer import SymInt


def is_open(key: Any) -> bool:
    """Tell whether an index is symbolic, or a slice between symbolic bounds."""
    kind = type(key)
    return kind is SymInt or (kind is slice and SymInt in (type(key.start), type(key.stop), type(key.step)))


def settled(key: Any, length: int | None = None) -> Any:
    """Return the plain value of an index or slice of a sequence, and decide what it depends on.

    With a length: whether an index is negative and whether it is in range, then which one, by halves; a
    bound of a slice at or beyond an end is that end. So there are as many outcomes as there are places.
    """
    if type(key) is slice:
        if length is None:
            return slice(*map(settled, (key.start, key.stop, key.step)))
        step = _stride(key.step, length)
        return slice(_bound(key.start, length, step), _bound(key.stop, length, step), step)
    if type(key) is not SymInt:
        return key
    if length is None:
        return exactly(key)
    low, high = (-length, -1) if _is_below(key, 0) else (0, length - 1)
    outside = _is_below(key, low) if low else not _is_below(key, high + 1)
    return int(key) if outside else _between(key, low, high)


def times(count: Any) -> Any:
    """Return the plain number of times that a sequence is repeated."""
    if type(count) is not SymInt:
        return count
    return 0 if _is_below(count, 1) else exactly(count)


def place(index: Any, length: int) -> Any:
    """Return the plain index where `insert` puts an element: all beyond an end are that end."""
    return _bound(index, length, 1)


def exactly(number: Any) -> int:
    """Return the plain value of a number, found by doubling and halving.

    Whatever the value, the questions are the same up to the first that is answered otherwise: `number == 5`
    would be asked by no run but one.
    """
    if type(number) is not SymInt:
        return int(number)
    reach = 1
    if _is_below(number, 0):
        while _is_below(number, -reach):
            reach *= 2
        return _between(number, -reach, -(reach // 2) - 1)
    while not _is_below(number, reach):
        reach *= 2
    return _between(number, reach // 2, reach - 1)


def _is_below(key: SymInt, limit: int) -> bool:
    return key.trace.decide(compare(key.form, "<", limit), int.__lt__(key, limit))


def _between(key: SymInt, low: int, high: int) -> int:
    """Return the value of a key that is known to be from `low` to `high`."""
    while low < high:
        middle = (low + high + 1) // 2
        if _is_below(key, middle):
            high = middle - 1
        else:
            low = middle
    return low


def _bound(key: Any, length: int, step: Any) -> Any:
    if type(key) is not SymInt:
        return key
    if not _is_below(key, 0):
        return _between(key, 0, length - 1) if length and _is_below(key, length) else length
    # Going down, -length names the first element, and what is before it is not there.
    lowest = -length - (type(step) is int and step < 0)
    return lowest if _is_below(key, lowest + 1) else _between(key, lowest + 1, -1)


def _stride(step: Any, length: int) -> Any:
    """Return the plain step of a slice: all longer than the sequence pick one element."""
    if type(step) is not SymInt:
        return step
    longest = max(length, 1)
    if _is_below(step, 0):
        return -longest if _is_below(step, 1 - longest) else _between(step, 1 - longest, -1)
    if not _is_below(step, 1):
        return _between(step, 1, longest - 1) if longest > 1 and _is_below(step, longest) else longest
    return 0
