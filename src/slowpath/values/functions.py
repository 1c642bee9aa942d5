"""Builtin functions on symbolic arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import BuiltinFunctionType
from typing import Any

from slowpath.values import ranges
from slowpath.values.blob import SymBytes
from slowpath.values.integer import SymInt
from slowpath.values.text.text import SymStr

SYMBOLIC = frozenset({SymInt, SymStr, SymBytes})


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


MODELS: Mapping[Any, Callable[..., Any]] = {type: plain_type, int: to_int, range: ranges.made}
_KINDS = (type, BuiltinFunctionType)


def modelled(function: Any) -> Any:
    """Return the model of a builtin, or the function itself."""
    return MODELS.get(function, function) if type(function) in _KINDS else function
