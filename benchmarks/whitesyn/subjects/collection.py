"""A base class of collections and an array list: what java.util documents of AbstractCollection and List."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator


class AbstractCollection(ABC):
    """What can be said of a collection that can be iterated and from which items can be removed by place."""

    @abstractmethod
    def __iter__(self) -> Iterator[object]: ...

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def remove_at(self, index: int) -> object:
        """Remove the item at a place, and return it."""

    def contains(self, item: object) -> bool:
        """Tell whether an item is in the collection."""
        for each in self:
            if each == item:
                return True
        return False

    def contains_all(self, items: Iterable[object]) -> bool:
        """Tell whether all items are in the collection. Stands for List.containsAll."""
        for item in items:  # loop collection-contains-all
            if not self.contains(item):
                return False
        return True

    def retain_all(self, items: AbstractCollection | Collection[object]) -> bool:
        """Remove all but some items; tell if anything changed. Stands for AbstractCollection.retainAll."""
        wanted = items if isinstance(items, AbstractCollection) else ArrayList(items)
        changed = False
        place = len(self) - 1
        for item in reversed(list(self)):  # loop collection-retain-all
            if not wanted.contains(item):
                self.remove_at(place)
                changed = True
            place -= 1
        return changed


class ArrayList(AbstractCollection):
    """A list in an array."""

    def __init__(self, items: Iterable[object] = ()) -> None:
        self._items = list(items)

    def __iter__(self) -> Iterator[object]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def add(self, item: object) -> bool:
        """Add an item at the end."""
        self._items.append(item)
        return True

    def remove_at(self, index: int) -> object:
        """Remove the item at a place, and return it."""
        return self._items.pop(index)

    def index_of(self, item: object) -> int:
        """Return the first place of an item, or -1."""
        for place in range(len(self._items)):  # loop array-list-index-of
            if self._items[place] == item:
                return place
        return -1

    def contains(self, item: object) -> bool:
        """Tell whether an item is in the list. Stands for List.contains."""
        return self.index_of(item) >= 0
