"""A map and a set that keep the order of insertion: what Commons Collections documents of ListOrderedMap and
ListOrderedSet."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class ListOrderedMap(Generic[K, V]):
    """A mapping beside a list of its keys. A key that is put again keeps its place."""

    def __init__(self, items: Mapping[K, V] | None = None) -> None:
        self._values: dict[K, V] = {}
        self._order: list[K] = []
        for key, value in (items or {}).items():
            self.put(key, value)

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[K]:
        return iter(self._order)

    def put(self, key: K, value: V) -> V | None:
        """Set the value of a key, and return the value it had."""
        before = self._values.get(key)
        if key not in self._values:
            self._order.append(key)
        self._values[key] = value
        return before

    def get(self, key: K) -> V | None:
        """Return the value of a key, or None."""
        return self._values.get(key)

    def key_at(self, index: int) -> K:
        """Return the key at a place."""
        return self._order[index]

    def remove(self, key: K) -> V | None:
        """Remove a key, and return its value. Stands for ListOrderedMap.remove."""
        if key not in self._values:
            return None
        for place, other in enumerate(self._order):  # loop ordered-map-remove
            if other == key:
                del self._order[place]
                break
        return self._values.pop(key)


class ListOrderedSet:
    """A set in the order of insertion. Members need equality and no hash: lists may be members."""

    def __init__(self, items: Iterable[object] = ()) -> None:
        self._order: list[object] = []
        self.add_all(items)

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[object]:
        return iter(self._order)

    def contains(self, item: object) -> bool:
        """Tell whether an item is a member."""
        return self.index_of(item) >= 0

    def index_of(self, item: object) -> int:
        """Return the place of a member, or -1."""
        for place, member in enumerate(self._order):  # loop ordered-index-of
            if member == item:
                return place
        return -1

    def get(self, index: int) -> object:
        """Return the member at a place."""
        return self._order[index]

    def add(self, item: object) -> bool:
        """Add an item at the end, unless it is a member; tell whether it was added."""
        if self.contains(item):
            return False
        self._order.append(item)
        return True

    def add_all(self, items: Iterable[object]) -> bool:
        """Add items at the end; tell whether the set changed. Stands for ListOrderedSet.addAll."""
        changed = False
        for item in items:  # loop ordered-add-all
            changed = self.add(item) or changed
        return changed

    def add_all_at(self, index: int, items: Iterable[object]) -> bool:
        """Add items at a place; tell whether the set changed. Stands for ListOrderedSet.addAll(int, ...)."""
        if not 0 <= index <= len(self._order):
            raise IndexError(f"no place {index} in a set of {len(self._order)}")
        place = index
        for item in items:  # loop ordered-add-all-at
            if not self.contains(item):
                self._order.insert(place, item)
                place += 1
        return place > index

    def to_array(self, into: list[object] | None = None) -> list[object]:
        """Write the members into a list, which grows if need be. Stands for ListOrderedSet.toArray."""
        result: list[object] = [] if into is None else into
        for place, member in enumerate(self._order):  # loop ordered-to-array
            if place < len(result):
                result[place] = member
            else:
                result.append(member)
        return result

    def remove(self, item: object) -> bool:
        """Remove a member; tell whether it was one. Stands for ListOrderedSet.remove."""
        place = self.index_of(item)
        if place < 0:
            return False
        del self._order[place]
        return True

    def remove_all(self, items: Iterable[object]) -> bool:
        """Remove items; tell whether the set changed. Stands for ListOrderedSet.removeAll."""
        changed = False
        for item in items:  # loop ordered-remove-all
            changed = self.remove(item) or changed
        return changed

    def retain_all(self, items: Collection[object]) -> bool:
        """Remove all members but these; tell whether the set changed. Stands for ListOrderedSet.retainAll."""
        before = len(self._order)
        kept = []
        for member in self._order:  # loop ordered-retain-all
            if member in items:  # loop ordered-retain-all-scan
                kept.append(member)
        self._order = kept
        return len(kept) < before
