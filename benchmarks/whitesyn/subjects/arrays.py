"""Functions on lists that are used as arrays: what ArrayUtils of Apache Commons Lang documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

NOT_FOUND = -1


def index_of(array: Sequence[object] | None, value: object, start: int = 0) -> int:
    """Return the first place of a value at or after `start`, or NOT_FOUND. Stands for ArrayUtils.indexOf."""
    if array is None:
        return NOT_FOUND
    for place in range(max(start, 0), len(array)):  # loop index-of
        if array[place] == value:
            return place
    return NOT_FOUND


def remove_all(array: Sequence[T], *indices: int) -> list[T]:
    """Return the array without the items at some places. Stands for ArrayUtils.removeAll.

    A place may be given twice. A place outside the array is an IndexError.
    """
    result = list(array)
    for place in indices:
        if not 0 <= place < len(array):
            raise IndexError(f"no place {place} in an array of {len(array)} items")
    for place in sorted(set(indices), reverse=True):  # loop remove-all-places
        for moved in range(place, len(result) - 1):  # loop remove-all-shift
            result[moved] = result[moved + 1]
        result.pop()
    return result


def remove_elements(array: Sequence[T] | None, *values: T) -> list[T] | None:
    """Return the array without the first occurrence of each value. Stands for ArrayUtils.removeElements.

    A value that is given twice is removed twice. A value that the array lacks is ignored.
    """
    if array is None:
        return None
    result = list(array)
    for value in values:  # loop remove-elements
        place = index_of(result, value)
        if place != NOT_FOUND:
            del result[place]
    return result


def is_not_empty(array: Sequence[object] | None) -> bool:
    """Tell whether an array has items. Stands for ArrayUtils.isNotEmpty, which has no loop."""
    return array is not None and len(array) > 0


def is_same_length(first: Sequence[object] | None, second: Sequence[object] | None) -> bool:
    """Tell whether arrays are of one length; None is empty. Stands for ArrayUtils.isSameLength: no loop."""
    return (0 if first is None else len(first)) == (0 if second is None else len(second))
