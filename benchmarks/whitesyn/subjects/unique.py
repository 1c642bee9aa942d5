"""A list without duplicates around another list: what SetUniqueList of Commons Collections documents."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator


class SetUniqueList:
    """A list in which each item stands once, at the place where it was first added."""

    def __init__(self, items: Iterable[Hashable] = ()) -> None:
        self._items: list[Hashable] = []
        self._members: set[Hashable] = set()
        for item in items:
            self.add(item)

    @classmethod
    def decorate(cls, items: list[Hashable]) -> SetUniqueList:
        """Return a list that holds the items of another once."""
        return cls(items)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._items)

    def add(self, item: Hashable) -> bool:
        """Add an item at the end, unless it is there; tell whether it was added."""
        if item in self._members:
            return False
        self._members.add(item)
        self._items.append(item)
        return True

    def set(self, index: int, item: Hashable) -> Hashable:
        """Put an item at a place; where it stood before it is removed. Return what stood at the place."""
        replaced = self._items[index]
        if item == replaced:
            return replaced
        if item in self._members:
            other = self._items.index(item)
            del self._items[other]
            index -= other < index
        self._members.discard(replaced)
        self._members.add(item)
        self._items[index] = item
        return replaced

    def remove_all(self, items: Collection[Hashable]) -> bool:
        """Remove items; tell whether the list changed. Stands for SetUniqueList.removeAll."""
        before = len(self._items)
        for item in list(self._items):  # loop unique-remove-all
            for other in items:  # loop unique-remove-all-scan
                if other == item:
                    self._drop(item)
                    break
        return len(self._items) < before

    def retain_all(self, items: Collection[Hashable]) -> bool:
        """Remove all but some items; tell whether the list changed. Stands for SetUniqueList.retainAll."""
        kept = []
        for item in self._items:  # loop unique-retain-all
            if any(other == item for other in items):  # loop unique-retain-all-scan
                kept.append(item)
        changed = len(kept) < len(self._items)
        self._items = kept
        self._members = {*kept}
        return changed

    def _drop(self, item: Hashable) -> None:
        self._items.remove(item)
        self._members.discard(item)
