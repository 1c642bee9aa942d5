"""A small target for tests of gathering and search."""

from __future__ import annotations


class Stack:
    """A stack that finds what is in it by looking at each member.

    >>> stack = Stack()
    >>> stack.push('one')
    >>> stack.has('one')
    True
    """

    def __init__(self) -> None:
        self._items: list[object] = []

    def push(self, item: object) -> None:
        self._items.append(item)

    def has(self, item: object) -> bool:
        """Tell whether an item is in the stack."""
        for each in self._items:  # noqa: SIM110  (loops are what is searched)
            if each == item:
                return True
        return False

    def has_all(self, items: list[int]) -> bool:
        """Tell whether all items are."""
        for item in items:  # noqa: SIM110
            if not self.has(item):
                return False
        return True


def total(numbers: list[int], *more: int) -> int:
    """Add numbers."""
    result = 0
    for each in (*numbers, *more):
        result += each
    return result
