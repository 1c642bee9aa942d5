"""Lists whose length depends on the input: `[x] * n`.

The list has all its elements, as many as there are in this run. Its length stays symbolic while it is asked
for items, for its length, for one element after the other, or given one more; all else settles the length
first, and the list is then like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.values.elements import Perform, directly
from slowpath.values.integer import SymInt
from slowpath.values.items import exactly, place, settled


class SymList(list[Any]):
    """A list of symbolic length. `size` is the length, None once it is settled."""

    __slots__ = ("size",)

    size: Any  # a SymInt, or None

    def __init__(self, items: Iterable[Any], size: Any) -> None:
        super().__init__(items)
        self.size = size

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return list

    __hash__ = None

    def settle(self) -> list[Any]:
        """Decide the length, and return the list."""
        size = self.size
        if size is not None:
            exactly(size)
            if not size.trace.quiet:
                self.size = None
        return self

    def __len__(self) -> int:
        self.settle()
        return list.__len__(self)

    def __bool__(self) -> bool:
        return list.__len__(self) > 0  # a symbolic length is decided to be positive when the list is made

    def __iter__(self) -> Iterator[Any]:
        if self.size is None:
            return list.__iter__(self)
        return self._steps()

    def _steps(self) -> Iterator[Any]:
        at = 0
        while self._reaches(at):
            yield list.__getitem__(self, at)
            at += 1

    def _reaches(self, place: int) -> bool:
        """Decide whether there is an element at a place that is not negative."""
        size, there = self.size, place < list.__len__(self)
        if size is None:
            return there
        return bool(size.trace.decide(compare(size.form, ">", place), there))

    def _index(self, key: Any) -> Any:
        """Return the plain key, having decided what it depends on."""
        if self.size is None:
            return settled(key, list.__len__(self))
        if isinstance(key, slice) or not isinstance(key, int):
            self.settle()
            return settled(key, list.__len__(self))
        if type(key) is SymInt:
            key = exactly(key)
        self._reaches(key if key >= 0 else -key - 1)
        return key

    def __getitem__(self, key: Any) -> Any:
        return list.__getitem__(self, self._index(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        list.__setitem__(self, self._index(key), value)

    def append(self, value: Any) -> None:
        _append(directly, self, value)

    def __repr__(self) -> str:
        self.settle()
        return list.__repr__(self)

    def __reduce__(self) -> Any:
        return list, (list(self.settle()),)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self.__reduce__()

    def __radd__(self, other: Any) -> Any:
        return list.__add__(other, self.settle()) if isinstance(other, list) else NotImplemented


def length(values: SymList) -> Any:
    """`len(values)`, which may be symbolic."""
    return list.__len__(values) if values.size is None else values.size


def repeat(items: list[Any], count: SymInt, multiply: Callable[[Any, Any], Any]) -> Any:
    """`items * count`: a list of symbolic length where there is an element."""
    if not count.trace.decide(compare(count.form, ">", 0), int(count) > 0) or not list.__len__(items):
        return multiply(items, int(count))
    product = multiply(items, int(count))
    return SymList(product, count * list.__len__(items))


# -- what settles the length ---------------------------------------------------------------------------


def _settling(name: str) -> Callable[..., Any]:
    plain = getattr(list, name)

    def method(self: SymList, *arguments: Any, **options: Any) -> Any:
        return plain(self.settle(), *arguments, **options)

    method.__name__ = name
    return method


_NAMES = ("extend", "insert", "pop", "remove", "clear", "index", "count", "sort", "reverse", "copy")
_ORDERS = ("eq", "ne", "lt", "le", "gt", "ge")
_SPECIAL = ("contains", "reversed", "delitem", "add", "iadd", "mul", "rmul", "imul", "sizeof", *_ORDERS)

for _name in (*_NAMES, *(f"__{name}__" for name in _SPECIAL)):
    setattr(SymList, _name, _settling(_name))

SymList.__name__ = SymList.__qualname__ = "list"  # error messages name the type


def _charged(name: str) -> Callable[..., Any]:
    """The operation of a method: it charges what that of a plain list does."""
    plain = getattr(list, name)

    def operation(perform: Perform, values: SymList, *arguments: Any, **options: Any) -> Any:
        return perform(plain, values.settle(), *arguments, **options)

    return operation


def _append(perform: Perform, values: SymList, element: Any) -> None:
    perform(list.append, values, element)
    if values.size is not None:
        values.size = values.size + 1


def _pop(perform: Perform, values: SymList, *index: Any) -> Any:
    size = list.__len__(values.settle())
    return perform(list.pop, values, *(settled(each, size) for each in index))


def _insert(perform: Perform, values: SymList, index: Any, element: Any) -> None:
    perform(list.insert, values, place(index, list.__len__(values.settle())), element)


def _find(perform: Perform, values: SymList, element: Any, *bounds: Any) -> Any:
    size = list.__len__(values.settle())
    return perform(list.index, values, element, *(place(bound, size) for bound in bounds))


METHODS: dict[str, Callable[..., Any]] = {
    **{name: _charged(name) for name in _NAMES},
    "append": _append,
    "pop": _pop,
    "insert": _insert,
    "index": _find,
}
