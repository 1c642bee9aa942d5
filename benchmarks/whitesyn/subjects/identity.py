"""A stack whose members are told apart by identity: what IdentityStack of Apache Ant documents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator


class IdentityStack:
    """A stack that asks `is`, never `==`, so that equal objects are different members."""

    def __init__(self, first: object = None) -> None:
        self._items: list[object] = [] if first is None else [first]

    @classmethod
    def of(cls, items: Iterable[object]) -> IdentityStack:
        """Return a stack with these items, the last on top."""
        stack = cls()
        stack._items.extend(items)
        return stack

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[object]:
        return iter(self._items)

    def push(self, item: object) -> object:
        """Put an item on top, and return it."""
        self._items.append(item)
        return item

    def pop(self) -> object:
        """Take the item on top; an IndexError if there is none."""
        return self._items.pop()

    def contains(self, item: object) -> bool:
        """Tell whether the very same object is in the stack."""
        return self.index_of(item) >= 0

    def index_of(self, item: object, start: int = 0) -> int:
        """Return the place of the very same object, or -1."""
        for place in range(start, len(self._items)):  # loop identity-index-of
            if self._items[place] is item:
                return place
        return -1

    def contains_all(self, others: Iterable[object]) -> bool:
        """Tell whether all others are in the stack. Stands for IdentityStack.containsAll."""
        for other in others:  # loop identity-contains-all
            if not self.contains(other):
                return False
        return True

    def remove_all(self, others: Collection[object]) -> bool:
        """Remove the others; tell whether the stack changed. Stands for IdentityStack.removeAll."""
        before = len(self._items)
        kept = []
        for item in self._items:  # loop identity-remove-all
            if not _holds(others, item):
                kept.append(item)
        self._items = kept
        return len(kept) < before

    def retain_all(self, others: Collection[object]) -> bool:
        """Remove all but the others; tell whether the stack changed. Stands for IdentityStack.retainAll."""
        before = len(self._items)
        kept = []
        for item in self._items:  # loop identity-retain-all
            if _holds(others, item):
                kept.append(item)
        self._items = kept
        return len(kept) < before


def _holds(items: Iterable[object], wanted: object) -> bool:
    """Tell whether the very same object is among the items."""
    for each in items:  # loop identity-holds
        if each is wanted:
            return True
    return False
