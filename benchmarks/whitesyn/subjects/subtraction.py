"""What one collection has and another lacks: ListUtils, CollectionUtils, Iterators, the thesis's example."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeVar

T = TypeVar("T")


class ListCursor:
    """An iterator over a list that can remove what it returned last, as java.util.Iterator does."""

    def __init__(self, items: list[object]) -> None:
        self._items = items
        self._place = 0

    def has_next(self) -> bool:
        """Tell whether an item follows."""
        return self._place < len(self._items)

    def next(self) -> object:
        """Return the next item."""
        if not self.has_next():
            raise StopIteration
        self._place += 1
        return self._items[self._place - 1]

    def remove(self) -> None:
        """Remove the item that `next` returned last."""
        if self._place == 0:
            raise ValueError("nothing was returned yet")
        self._place -= 1
        del self._items[self._place]


def subtract_list(first: list[T], second: list[T]) -> list[T]:
    """Return the first list without the items of the second, each as often as it stands there.

    Stands for ListUtils.subtract.
    """
    result = list(first)
    for item in second:  # loop list-subtract
        if item in result:  # loop list-subtract-scan
            result.remove(item)
    return result


def subtract_collection(first: Iterable[T], second: Iterable[T]) -> list[T]:
    """Return a - b, in which an item stands as often as in a less as often as in b.

    Stands for CollectionUtils.subtract.
    """
    result = list(first)
    for item in second:  # loop collection-subtract
        for place, other in enumerate(result):  # loop collection-subtract-scan
            if other == item:
                del result[place]
                break
    return result


def remove_all(cursor: ListCursor, unwanted: Collection[object]) -> bool:
    """Remove from an iterator what is unwanted; tell whether anything was. Stands for Iterators.removeAll."""
    modified = False
    while cursor.has_next():  # loop iterators-remove-all
        if cursor.next() in unwanted:  # loop iterators-remove-all-scan
            cursor.remove()
            modified = True
    return modified


def difference(first: Collection[T], second: Collection[T]) -> list[T]:
    """Return the items that the second collection lacks. Stands for Utils.subtract of Listing 1.1."""
    result = []
    for item in first:  # loop difference
        if item not in second:  # loop difference-scan
            result.append(item)
    return result
