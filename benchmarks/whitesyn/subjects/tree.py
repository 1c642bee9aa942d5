"""A list as a balanced tree: what TreeList of Commons Collections documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass
class _Node:
    """An item, the items before it on the left, the items behind it on the right."""

    value: Any
    left: _Node | None = None
    right: _Node | None = None
    height: int = 1
    size: int = 1


class TreeList:
    """A list in which an item is inserted at any place in O(log n)."""

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self._root: _Node | None = None
        self.add_all(items)

    def __len__(self) -> int:
        return _size(self._root)

    def __iter__(self) -> Iterator[Any]:
        return _in_order(self._root)

    def get(self, index: int) -> Any:
        """Return the item at a place."""
        if not 0 <= index < len(self):
            raise IndexError(f"no place {index} in a list of {len(self)}")
        node = self._root
        while node is not None:
            left = _size(node.left)
            if index == left:
                return node.value
            node, index = (node.left, index) if index < left else (node.right, index - left - 1)
        return None

    def add(self, index: int, item: Any) -> None:
        """Insert an item at a place."""
        if not 0 <= index <= len(self):
            raise IndexError(f"no place {index} in a list of {len(self)}")
        self._root = _inserted(self._root, index, item)

    def add_all(self, items: Iterable[Any]) -> bool:
        """Insert items at the end; tell whether there were any. Stands for TreeList.addAll."""
        before = len(self)
        for item in items:  # loop tree-add-all
            self.add(len(self), item)
        return len(self) > before

    def add_all_at(self, index: int, items: Iterable[Any]) -> bool:
        """Insert items at a place; tell whether there were any. Stands for TreeList.addAll(int, ...)."""
        place = index
        for item in items:  # loop tree-add-all-at
            self.add(place, item)
            place += 1
        return place > index


def _size(node: _Node | None) -> int:
    return node.size if node else 0


def _height(node: _Node | None) -> int:
    return node.height if node else 0


def _in_order(node: _Node | None) -> Iterator[Any]:
    if node is not None:
        yield from _in_order(node.left)
        yield node.value
        yield from _in_order(node.right)


def _inserted(node: _Node | None, index: int, item: Any) -> _Node:
    """The tree with an item inserted: the way down is recursion, not a loop."""
    if node is None:
        return _Node(item)
    left = _size(node.left)
    if index <= left:
        node.left = _inserted(node.left, index, item)
    else:
        node.right = _inserted(node.right, index - left - 1, item)
    return _balanced(node)


def _balanced(node: _Node) -> _Node:
    slope = _height(node.left) - _height(node.right)
    if slope > 1 and node.left is not None:
        if _height(node.left.left) < _height(node.left.right):
            node.left = _turned_left(node.left)
        return _turned_right(node)
    if slope < -1 and node.right is not None:
        if _height(node.right.right) < _height(node.right.left):
            node.right = _turned_right(node.right)
        return _turned_left(node)
    return _measured(node)


def _turned_left(node: _Node) -> _Node:
    top = node.right
    assert top is not None
    node.right, top.left = top.left, node
    _measured(node)
    return _measured(top)


def _turned_right(node: _Node) -> _Node:
    top = node.left
    assert top is not None
    node.left, top.right = top.right, node
    _measured(node)
    return _measured(top)


def _measured(node: _Node) -> _Node:
    node.height = 1 + max(_height(node.left), _height(node.right))
    node.size = 1 + _size(node.left) + _size(node.right)
    return node
