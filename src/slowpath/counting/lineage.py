"""Which containers of a run are the same data: by identity, by where they were read, by what made them.

No code of the target runs to tell: only exact builtin types are looked into. An address can be used again
when an object dies. So containers of plain values are held for a while, and others are recognised by a weak
reference or by their first element. Objects of the target are never held: when they die does not change.
"""

from __future__ import annotations

import gc
import weakref
from collections import OrderedDict, deque
from collections.abc import Hashable, Iterable
from typing import Any, Final

_NUMBERS: Final = (int, float, bool, type(None), complex)
_TEXTS: Final = (str, bytes)
_SEQUENCES: Final = (list, tuple, deque, range, bytearray)
_ORDERED: Final = (*_TEXTS, *_SEQUENCES)
_CONTAINERS: Final = (*_TEXTS, *_SEQUENCES, dict, set, frozenset)
CONTAINERS: Final = frozenset(_CONTAINERS)
PLAIN: Final = frozenset((*_NUMBERS, *_TEXTS))
_EMPTY: Final[dict[Any, Any]] = {}
_VIEWS: Final = frozenset({type(_EMPTY.keys()), type(_EMPTY.values()), type(_EMPTY.items())})
_TOLD_BY_VALUE: Final = PLAIN | {tuple}
_MOST_KNOWN = 512  # containers that are told apart: those of a few rounds
_MOST_HELD = 20_000  # elements of a container that is held: it stays in memory for a while
_ENDS = 3  # elements at each end of a sequence by which it is recognised if one is taken away
_LONG = 64  # characters beyond which a text is told by its hash, which it keeps

Token = Hashable


def token(value: Any) -> Token:
    """What tells a value from others without its own code: the value of a plain one, else its address."""
    kind = type(value)
    if kind not in _TOLD_BY_VALUE:
        return (kind, id(value))
    if kind is str or kind is bytes:
        return (len(value), hash(value)) if len(value) > _LONG else value
    if kind is int:
        return value if -(1 << 62) < value < 1 << 62 else (kind, value.bit_length(), value & 0xFFFF_FFFF)
    if kind in PLAIN:
        return (kind, value) if value == value else (kind,)  # a NaN equals nothing
    if kind is tuple and len(value) <= 4:
        return tuple([token(each) if type(each) in PLAIN else id(each) for each in value])
    return (kind, id(value))


def is_iterator(value: Any) -> bool:
    """Tell whether a value gives its elements only once, as far as its class tells."""
    return any("__next__" in each.__dict__ for each in type(value).__mro__)  # its class is not asked


def shown(value: Any) -> Any:
    """Return the dictionary that a view such as `table.values()` shows; any other value as it is."""
    if type(value) not in _VIEWS:
        return value
    return next((each for each in gc.get_referents(value) if type(each) is dict), value)


class Lineages:
    """Numbers the containers of a run. A number stands for data: what is made from a container has its
    number."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[int, Any]] = OrderedDict()  # address -> number, what shows it
        self._paths: dict[Hashable, int] = {}
        self._next = 0

    def clear(self) -> None:
        """Forget all."""
        self._known.clear()
        self._paths.clear()
        self._next = 0

    def knows(self, container: Any) -> bool:
        """Tell whether a container has a number."""
        found = self._known.get(id(container))
        return found is not None and _shows(found[1], container)

    def of(self, container: Any) -> int:
        """Return the number of a container."""
        found = self._known.get(id(container))
        if found is not None and _shows(found[1], container):
            return found[0]
        self._next += 1
        return self._note(container, self._next)

    def read(self, value: Any, container: int, key: Token) -> None:
        """Let a container that was read from another one be known by its place there."""
        path = (container, key)
        number = self._paths.get(path)
        if number is None:
            if len(self._paths) > 16 * _MOST_KNOWN:
                self._paths.clear()
            self._next += 1
            number = self._paths[path] = self._next
        self._note(value, number)

    def derive(self, result: Any, number: int) -> None:
        """Let what an operation made be the data that it was made from."""
        if type(result) in CONTAINERS:
            self._note(result, number)

    def cut(self, result: Any, number: int, places: range, size: int) -> None:
        """Let a slice that begins or ends where its data does, of a size, be that data. Another one is known
        by its place there, as those are that overlap it."""
        if places.step != 1 or places.start == 0 or places.stop == size:
            self._note(result, number)
        else:
            self.read(result, number, ("cut", places.start // len(places)))

    def _note(self, container: Any, number: int) -> int:
        known = self._known
        known[id(container)] = (number, _evidence(container))
        known.move_to_end(id(container))
        if len(known) > _MOST_KNOWN:
            known.popitem(last=False)
        return number


def _ends(container: Any) -> list[Any] | None:
    """The first and the last elements of a builtin sequence; None if it has no order or few elements."""
    if type(container) in _ORDERED and len(container) >= 2 * _ENDS:
        return [container[place] for place in range(-_ENDS, _ENDS)]
    return None


def _marks(elements: list[Any] | None) -> tuple[Any, ...] | None:
    """What shows later whether an element is still there."""
    return None if elements is None else tuple([_mark(each) for each in elements])


def _mark(element: Any) -> Any:
    if type(element) in PLAIN:
        return token(element)
    try:
        return weakref.ref(element)
    except TypeError:
        return token(element)


def _evidence(container: Any) -> Any:
    """What shows later that the object at an address is still this one."""
    kind = type(container)
    if kind in _TEXTS or kind is range or (kind in CONTAINERS and _is_harmless(container)):
        return container if len(container) <= _MOST_HELD else (kind, len(container))
    try:
        return weakref.ref(container)
    except TypeError:
        return (kind, _marks(_ends(container)) if kind in CONTAINERS else None)


def _is_harmless(container: Any) -> bool:
    """Tell whether holding a container delays the end of no other object that could notice."""
    if len(container) > _MOST_HELD:
        return True  # it is not held
    if type(container) is bytearray:
        return False  # a view of it may forbid resizing
    parts = container.values() if type(container) is dict else container
    return _are_plain(parts) and (type(container) is not dict or _are_plain(container))


def _are_plain(values: Iterable[Any]) -> bool:
    """Tell whether all values are plain, or tuples of plain ones."""
    return all(
        type(each) in PLAIN or (type(each) is tuple and PLAIN.issuperset(map(type, each))) for each in values
    )


def _shows(evidence: Any, container: Any) -> bool:
    if evidence is container:
        return True
    if type(evidence) is weakref.ref:
        return evidence() is container
    if type(evidence) is tuple and len(evidence) == 2 and evidence[0] is type(container):
        kind, more = evidence
        if kind not in CONTAINERS:
            return True  # an object whose class has no weak references: its address is all there is
        return bool(more == len(container) if type(more) is int else _overlap(more, _ends(container)))
    return False


def _overlap(marks: tuple[Any, ...] | None, now: list[Any] | None) -> bool:
    """Tell whether a container has some of the elements that it had at its ends."""
    if marks is None or now is None:
        return True
    tokens = set(map(token, now))
    return any(
        any(each() is element for element in now) if type(each) is weakref.ref else each in tokens
        for each in marks
    )
