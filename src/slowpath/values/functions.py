"""Builtin functions on symbolic arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import BuiltinFunctionType
from typing import Any

from slowpath.values.integer import SymInt

SYMBOLIC = frozenset({SymInt})


def plain_type(*arguments: Any) -> Any:
    """`type(x)` tells the builtin type that a symbolic value stands for."""
    if len(arguments) == 1 and type(arguments[0]) in SYMBOLIC:
        return arguments[0].__class__
    return type(*arguments)


def to_int(*arguments: Any, **options: Any) -> Any:
    """`int(x)` of a symbolic integer is itself."""
    if len(arguments) == 1 and not options and type(arguments[0]) is SymInt:
        return arguments[0]
    return int(*arguments, **options)


class SymRange:
    """A range whose bounds depend on the input: each step decides whether there is one."""

    def __init__(self, start: int, stop: int, step: int) -> None:
        self.start, self.stop, self.step = start, stop, step

    def __iter__(self) -> Iterator[int]:
        at = self.start
        while at < self.stop if self.step > 0 else at > self.stop:
            yield at
            at = at + self.step

    def __reversed__(self) -> Iterator[int]:
        return reversed(list(self))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, value: Any) -> bool:
        return any(value == each for each in self)

    def __getitem__(self, index: Any) -> Any:
        return list(self)[index]

    @property
    def __class__(self) -> type:  # type: ignore[override]
        return range


def to_range(*arguments: Any) -> Any:
    """`range(...)` with symbolic bounds."""
    if SymInt not in map(type, arguments) or not 1 <= len(arguments) <= 3:
        return range(*arguments)
    range(*arguments)  # raises where Python does
    start, stop, *rest = (0, *arguments) if len(arguments) == 1 else arguments
    step = rest[0] if rest else 1
    return SymRange(start, stop, step)


MODELS: Mapping[Any, Callable[..., Any]] = {type: plain_type, int: to_int, range: to_range}
_KINDS = (type, BuiltinFunctionType)


def modelled(function: Any) -> Any:
    """Return the model of a builtin, or the function itself."""
    return MODELS.get(function, function) if type(function) in _KINDS else function
