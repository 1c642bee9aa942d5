"""Redundant loops that the thesis cannot reach: private and inner classes, and no double loop to see.

The maps hand out views, whose classes are private: only a method of the map makes one. They do what Commons
Collections documents of AbstractDualBidiMap and MultiValueMap, and Guava of LinkedHashMultimap.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping


class DualBidiMap:
    """A map in which values are unique too: it can be read backwards."""

    class View:
        """The keys of a map. It belongs to the map that made it, as an inner class does."""

        def __init__(self, owner: DualBidiMap) -> None:
            self._owner = owner

        def __len__(self) -> int:
            return len(self._owner)

        def __iter__(self) -> Iterator[Hashable]:
            return iter(self._owner)

        def remove_all(self, items: Collection[Hashable]) -> bool:
            """Remove keys from the map. Stands for AbstractDualBidiMap.View.removeAll, an inner class."""
            before = len(self)
            for key in list(self):  # loop view-remove-all
                if key in items:  # loop view-remove-all-scan
                    self._owner.remove(key)
            return len(self) < before

    def __init__(self, items: Mapping[Hashable, Hashable] | None = None) -> None:
        self._forward: dict[Hashable, Hashable] = {}
        self._backward: dict[Hashable, Hashable] = {}
        for key, value in (items or {}).items():
            self.put(key, value)

    def __len__(self) -> int:
        return len(self._forward)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._forward)

    def put(self, key: Hashable, value: Hashable) -> None:
        """Join a key and a value; neither is joined to anything else from now on."""
        self.remove(key)
        if value in self._backward:
            self.remove(self._backward[value])
        self._forward[key] = value
        self._backward[value] = key

    def remove(self, key: Hashable) -> None:
        """Remove a key and its value, if it is there."""
        if key in self._forward:
            del self._backward[self._forward.pop(key)]

    def key_of(self, value: Hashable) -> Hashable | None:
        """Return the key of a value, or None."""
        return self._backward.get(value)

    def keys(self) -> View:
        """Return a view of the keys."""
        return self.View(self)


class _Values:
    """All values of a multimap, one collection after the other."""

    def __init__(self, lists: dict[Hashable, list[object]]) -> None:
        self._lists = lists

    def __iter__(self) -> Iterator[object]:
        for values in self._lists.values():
            yield from values

    def contains_all(self, items: Iterable[object]) -> bool:
        """Tell whether all items are values. Stands for MultiValueMap.Values.containsAll, a private class."""
        for item in items:  # loop values-contains-all
            if item not in list(self):  # loop values-contains-all-scan
                return False
        return True


class MultiValueMap:
    """A map from a key to several values, in the order in which they were put."""

    def __init__(self) -> None:
        self._lists: dict[Hashable, list[object]] = {}

    def put(self, key: Hashable, value: object) -> None:
        """Add a value to those of a key."""
        self._lists.setdefault(key, []).append(value)

    def values(self) -> _Values:
        """Return a view of all values."""
        return _Values(self._lists)


class _SetDecorator:
    """The values of one key of a multimap, each once."""

    def __init__(self, entries: list[tuple[Hashable, object]], key: Hashable) -> None:
        self._entries = entries
        self._key = key

    def __iter__(self) -> Iterator[object]:
        return iter([value for key, value in self._entries if key == self._key])

    def remove(self, value: object) -> bool:
        """Remove a value; tell whether it was there."""
        for place, entry in enumerate(self._entries):  # loop decorator-remove
            if entry == (self._key, value):
                del self._entries[place]
                return True
        return False

    def remove_all(self, values: Iterable[object]) -> bool:
        """Remove values. Stands for LinkedHashMultimap.SetDecorator.removeAll, a private class."""
        changed = False
        for value in values:  # loop decorator-remove-all
            changed = self.remove(value) or changed
        return changed


class LinkedMultimap:
    """A multimap whose entries stand in the order in which they were put, over all keys."""

    def __init__(self) -> None:
        self._entries: list[tuple[Hashable, object]] = []

    def put(self, key: Hashable, value: object) -> bool:
        """Add an entry, unless it is there."""
        if (key, value) in self._entries:
            return False
        self._entries.append((key, value))
        return True

    def get(self, key: Hashable) -> _SetDecorator:
        """Return a view of the values of a key."""
        return _SetDecorator(self._entries, key)


class KeyedMap:
    """A map beside a list of its keys, which are removed without a loop statement."""

    def __init__(self, items: Mapping[Hashable, object] | None = None) -> None:
        self._values = dict(items or {})
        self._order = list(self._values)

    def put(self, key: Hashable, value: object) -> None:
        """Set the value of a key."""
        if key not in self._values:
            self._order.append(key)
        self._values[key] = value

    def keys(self) -> list[Hashable]:
        """Return the keys in the order in which they were put."""
        return list(self._order)

    def remove_keys(self, keys: Iterable[Hashable]) -> None:
        """Remove keys; a missing one is a ValueError. Stands for ListOrderedMap.remove: no double loop."""
        deque(map(self._order.remove, keys), maxlen=0)  # loop keyed-remove
        self._values = {key: self._values[key] for key in self._order}


class Inventory:
    """Stock of a shop. The loop over the stock is two calls below the loop over an order."""

    def __init__(self) -> None:
        self._stock: list[tuple[str, int]] = []

    def store(self, name: str, price: int) -> None:
        """Put an article on the shelf."""
        self._stock.append((name, price))

    def total(self, names: Iterable[str]) -> int:
        """Return what articles cost together; one that is not in stock costs nothing."""
        total = 0
        for name in names:  # loop inventory-total
            total += self.price(name)
        return total

    def price(self, name: str) -> int:
        """Return the price of an article, or 0."""
        place = self._place(name)
        return 0 if place is None else self._stock[place][1]

    def _place(self, name: str) -> int | None:
        for place, (stored, _) in enumerate(self._stock):  # loop inventory-place
            if stored == name:
                return place
        return None


def common_names(first: list[str], second: list[str]) -> list[str]:
    """Return the names that the second list has too, in any case. The inner loop is in a generator."""
    return [name for name in first if name.lower() in _lowered(second)]  # loop common-names


def _lowered(names: Iterable[str]) -> Iterator[str]:
    for name in names:  # loop common-names-lowered
        yield name.lower()


def distinct_leaves(tree: list[object]) -> list[object]:
    """Return the different items of a list of lists of lists. The outer loop is recursion."""
    found: list[object] = []
    _collect(tree, found)
    return found


def _collect(tree: list[object], found: list[object]) -> None:
    if tree:
        first, *rest = tree
        if isinstance(first, list):
            _collect(first, found)
        elif first not in found:  # loop leaves-scan
            found.append(first)
        _collect(rest, found)
