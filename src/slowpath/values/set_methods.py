"""The methods of recording sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from slowpath.values import sets
from slowpath.values.algebra import (
    METHODS,
    difference,
    difference_update,
    intersection,
    intersection_update,
    issubset,
    issuperset,
    made,
    symmetric_difference,
    symmetric_difference_update,
    union,
    update,
)
from slowpath.values.arity import method
from slowpath.values.elements import directly
from slowpath.values.keys import PLAIN
from slowpath.values.recording import RecordedSet, SymFrozenSet, SymSet, plain_of
from slowpath.values.sets import is_set, settle_order, table


def display(*elements: Any) -> SymSet:
    """`{x, ...}`"""
    return SymSet(elements)


def of_elements(elements: list[Any]) -> SymSet:
    """`{x for ...}` of its elements."""
    return SymSet(elements)


def _method(name: str) -> Callable[..., Any]:
    return method(name, METHODS[name])


def _operator(operation: Callable[..., Any]) -> Callable[..., Any]:
    def operator(self: Any, other: Any) -> Any:
        return operation(self, other) if is_set(other) else NotImplemented

    return operator


def _unequal(self: Any, other: Any) -> Any:
    same = self.__eq__(other)
    return same if same is NotImplemented else not same


def _has(self: Any, element: Any) -> bool:
    if self.open is None and type(element) in PLAIN:
        return bool(self.plain.__contains__(self, element))
    return sets.contains(self, element)


def _add(self: Any, /, *arguments: Any, **options: Any) -> None:
    if self.open is None and len(arguments) == 1 and type(arguments[0]) in PLAIN and not options:
        self.known = None
        set.add(self, arguments[0])
    else:
        _added(self, *arguments, **options)


_added = method("add", sets.add)


def _iterated(self: Any) -> Iterator[Any]:
    settle_order(self)
    through: Iterator[Any] = plain_of(self).__iter__(table(self))
    return through


def _frozen(cls: Any, *arguments: Any) -> Any:
    return made(directly, frozenset, *arguments)


_OPERATORS = {"or": union, "and": intersection, "sub": difference, "xor": symmetric_difference}
_CHANGES = {
    "or": update,
    "and": intersection_update,
    "sub": difference_update,
    "xor": symmetric_difference_update,
}
_SHARED = ("copy", "union", "intersection", "difference", "symmetric_difference")
_ASKING = ("issubset", "issuperset", "isdisjoint")
_CHANGING = ("discard", "remove", "pop", "clear", "update", "intersection_update")


def _binary(name: str) -> dict[str, Callable[..., Any]]:
    operation = _OPERATORS[name]
    return {
        f"__{name}__": _operator(lambda self, other: operation(directly, self, other)),
        f"__r{name}__": _operator(lambda self, other: operation(directly, other, self)),
    }


def _in_place(name: str) -> Callable[..., Any]:
    change = _CHANGES[name]

    def changed_set(self: Any, other: Any) -> Any:
        change(directly, self, other)
        return self

    return _operator(changed_set)


_OWN: dict[str, Any] = {
    **{name: _method(name) for name in (*_SHARED, *_ASKING)},
    **_binary("or"),
    **_binary("and"),
    **_binary("sub"),
    **_binary("xor"),
    "__contains__": _has,
    "__iter__": _iterated,
    "__eq__": _operator(lambda self, other: len(self) == len(other) and issubset(directly, self, other)),
    "__ne__": _unequal,
    "__le__": _operator(lambda self, other: issubset(directly, self, other)),
    "__ge__": _operator(lambda self, other: issuperset(directly, self, other)),
    "__lt__": _operator(lambda self, other: len(self) < len(other) and issubset(directly, self, other)),
    "__gt__": _operator(lambda self, other: len(self) > len(other) and issuperset(directly, self, other)),
}
for _name, _function in _OWN.items():
    setattr(RecordedSet, _name, _function)
for _name in (*_CHANGING, "difference_update", "symmetric_difference_update"):
    setattr(SymSet, _name, _method(_name))
_add.__name__ = "add"  # by which calls of it find their operation
SymSet.add = _add  # type: ignore[method-assign]
for _name in _CHANGES:
    setattr(SymSet, f"__i{_name}__", _in_place(_name))
SymFrozenSet.__new__ = _frozen  # type: ignore[method-assign]
