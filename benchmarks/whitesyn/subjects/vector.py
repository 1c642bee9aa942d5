"""A list without duplicates: what VectorSet of Apache Ant documents."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator


class VectorSet:
    """A list that holds each item once, beside a set that answers whether it does."""

    def __init__(self, items: Iterable[Hashable] = ()) -> None:
        self._items: list[Hashable] = []
        self._members: set[Hashable] = set()
        for item in items:
            self.add(item)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._items)

    def contains(self, item: Hashable) -> bool:
        """Tell whether an item is held."""
        return item in self._members

    def get(self, index: int) -> Hashable:
        """Return the item at a place."""
        return self._items[index]

    def add(self, item: Hashable, index: int | None = None) -> bool:
        """Add an item at a place or at the end, unless it is held; tell whether it was added."""
        place = len(self._items) if index is None else index
        if not 0 <= place <= len(self._items):
            raise IndexError(f"no place {index} in {len(self._items)} items")
        if item in self._members:
            return False
        self._members.add(item)
        self._items.insert(place, item)  # loop vector-insert
        return True

    def add_all(self, index: int, items: Iterable[Hashable]) -> bool:
        """Add items at a place, in their order. Stands for VectorSet.addAll, whose inner loop is native."""
        place = index
        for item in items:  # loop vector-add-all
            if self.add(item, place):
                place += 1
        return place > index

    def retain_all(self, items: Collection[Hashable]) -> bool:
        """Remove all but some items; tell whether anything changed. Stands for VectorSet.retainAll."""
        before = len(self._items)
        kept = [
            item
            for item in self._items  # loop vector-retain-all
            if item in items  # loop vector-retain-all-scan
        ]
        self._items = kept
        self._members = set(kept)
        return len(kept) < before

    def clone(self) -> VectorSet:
        """Return another set of the same items. Stands for VectorSet.clone."""
        copy = VectorSet()
        for item in self._items:  # loop vector-clone
            copy.add(item)
        return copy
