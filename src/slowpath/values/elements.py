"""The elements of an iterable, taken one by one, and iterables that cost what it costs to take them again."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

Perform = Callable[..., Any]  # perform(function, *arguments): calls it, and charges its native work

_SIZED = (str, bytes, bytearray, list, tuple, dict, set, frozenset, deque, range)
_NOTHING = object()
_FORWARDS: tuple[Any, ...] = ([], (), "", "\u00e9", b"", bytearray(), {}, {}.values(), {}.items(), set())
_BACKWARDS: tuple[Any, ...] = ([], {}, {}.values(), {}.items(), range(0), deque())
_COUNTING = frozenset(
    {type(iter(each)) for each in (*_FORWARDS, range(0), range(1 << 70), deque())}
    | {type(reversed(each)) for each in _BACKWARDS}
)  # iterators that tell how many elements are left


def directly(function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Any:
    """Call a function whose native work is not charged."""
    return function(*arguments, **options)


@dataclass(frozen=True, slots=True)
class Elements:
    """What was taken from an iterable up to an error, and how many steps its iterator made."""

    source: Any
    items: list[Any]
    error: BaseException | None
    steps: int  # -1 where the iterator does not tell

    def again(self, items: list[Any]) -> Any:
        """Return other elements in an iterable that costs what the source costs, and ends as it does."""
        if isinstance(self.source, _SIZED) and self.error is None:
            return items
        if self.steps < 0:
            return self._generated(items)
        padded = [*items, *[_NOTHING] * (self.steps - len(items))]
        if type(self.source) is map:
            return map(self._passed, padded)
        if type(self.source) in (zip, filter, enumerate):
            return filter(self._is_item, padded)
        return iter(padded)

    def _generated(self, items: list[Any]) -> Iterator[Any]:
        yield from items
        if self.error is not None:
            raise self.error

    def _passed(self, item: Any) -> Any:
        return item if self._is_item(item) else None

    def _is_item(self, item: Any) -> bool:
        if item is not _NOTHING:
            return True
        if self.error is not None:
            raise self.error
        return False


def check_hashable(item: Any) -> None:
    """Raise what C code raises for an element that cannot be one; no code of the target runs."""
    if type(item).__hash__ is None:
        hash(item)
    if isinstance(item, tuple):
        for part in tuple.__iter__(item):
            check_hashable(part)


def take(
    source: Iterable[Any],
    check: Callable[[Any], Any] = check_hashable,
    keep: Callable[[Any, int], Any] = lambda item, place: item,
) -> Elements:
    """Take all elements, as `keep` has them; one that `check` refuses, which C code would refuse as well,
    ends it."""
    iterator = iter(source)
    before = remaining(iterator) if iterator is source else -1
    items: list[Any] = []
    error: BaseException | None = None
    try:
        for item in iterator:
            kept = keep(item, len(items))
            check(kept)
            items.append(kept)
    except Exception as raised:
        error = raised
    return Elements(source, items, error, before - max(remaining(iterator), 0) if before >= 0 else -1)


def remaining(iterator: Any) -> int:
    """Return how many elements are left in a builtin iterator, -1 where it does not tell."""
    kind = type(iterator)
    if kind in _COUNTING:
        return operator.length_hint(iterator, -1)
    if kind in (map, zip, filter, enumerate):
        inside = iterator.__reduce__()[1]
        sources = inside if kind is zip else inside[:1] if kind is enumerate else inside[1:]
        return min((left for left in map(remaining, sources) if left >= 0), default=-1)
    return -1
