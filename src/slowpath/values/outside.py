"""Python code outside the scope: what it hands to C code is not seen, so symbolic numbers in it are noted."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence
from types import FunctionType, MethodType
from typing import Any

from slowpath.values.integer import SymInt
from slowpath.values.real import SymFloat

# Their code compares and computes with what it is given, or keeps it.
_ASKING = frozenset(
    {"abc", "bisect", "collections", "contextlib", "copy", "dataclasses", "enum", "functools", "graphlib"}
    | {"heapq", "operator", "queue", "re", "reprlib", "slowpath", "types", "typing", "weakref"}
)
_NUMBERS = frozenset({SymInt, SymFloat})
_BUILTINS = vars(builtins)  # copied modules have others


def is_outside(function: Any) -> bool:
    """Tell whether a function or class is Python code outside the scope that may hand numbers to C code."""
    if type(function) is MethodType:
        function = function.__func__
    elif isinstance(function, type):
        function = _constructor(function)
    if type(function) is not FunctionType or getattr(function, "__builtins__", None) is not _BUILTINS:
        return False
    return (function.__module__ or "").partition(".")[0] not in _ASKING


def is_foreign_sequence(kind: type) -> bool:
    """Tell whether a class of sequences is Python code outside the scope, which hands indices to C code."""
    method = getattr(kind, "__getitem__", None)
    if type(method) is not FunctionType or getattr(method, "__builtins__", None) is not _BUILTINS:
        return False
    return not method.__module__.startswith("slowpath.") and issubclass(kind, Sequence)


def _constructor(kind: type) -> Any:
    made = kind.__init__  # type: ignore[misc]
    return made if type(made) is FunctionType else kind.__new__


def symbolic_number(values: Iterable[Any]) -> Any:
    """A symbolic number among arguments, or in a container among them; None where there is none."""
    for each in values:
        kind = type(each)
        if kind in _NUMBERS:
            return each
        # By its type: an object of the target is not asked for its class.
        held = each if kind in (list, tuple) else dict.values(each) if issubclass(kind, dict) else ()
        if not _NUMBERS.isdisjoint(map(type, held)):
            return next(part for part in held if type(part) in _NUMBERS)
    return None


def name_of(function: Any) -> str:
    """How code outside the scope is called in what is lost."""
    return f"{function.__module__}.{function.__qualname__}() outside the scope"
