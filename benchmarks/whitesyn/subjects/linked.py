"""A linked list with cursors: what CursorableLinkedList of Commons Collections documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class _Link:
    """An item between its neighbours; the head of a list is a link without an item."""

    __slots__ = ("after", "before", "value")

    def __init__(self, value: object = None) -> None:
        self.value = value
        self.before = self.after = self


class Cursor:
    """A place between two items of a list. It stays valid while the list changes elsewhere."""

    def __init__(self, head: _Link) -> None:
        self._head = head
        self._next = head.after

    def has_next(self) -> bool:
        """Tell whether an item follows."""
        return self._next is not self._head

    def next(self) -> object:
        """Return the item that follows, and go behind it."""
        if not self.has_next():
            raise StopIteration
        link = self._next
        self._next = link.after
        return link.value


class CursorableLinkedList:
    """A doubly linked list."""

    def __init__(self, items: Iterable[object] = ()) -> None:
        self._head = _Link()
        self._size = 0
        for item in items:
            self.add(item)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[object]:
        link = self._head.after
        while link is not self._head:
            yield link.value
            link = link.after

    def cursor(self) -> Cursor:
        """Return a cursor before the first item."""
        return Cursor(self._head)

    def add(self, item: object) -> bool:
        """Add an item at the end."""
        link = _Link(item)
        link.before, link.after = self._head.before, self._head
        self._head.before.after = link
        self._head.before = link
        self._size += 1
        return True

    def contains(self, item: object) -> bool:
        """Tell whether an item is in the list."""
        link = self._head.after
        while link is not self._head:  # loop linked-contains
            if link.value == item:
                return True
            link = link.after
        return False

    def contains_all(self, items: Iterable[object]) -> bool:
        """Tell whether all items are in the list. Stands for CursorableLinkedList.containsAll."""
        for item in items:  # loop linked-contains-all
            if not self.contains(item):
                return False
        return True
