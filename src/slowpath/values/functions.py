"""Builtin functions on symbolic arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from sys import _getframe
from types import BuiltinFunctionType, FunctionType
from typing import Any

from slowpath.values import ranges
from slowpath.values.blob import SymBytes
from slowpath.values.integer import SymInt
from slowpath.values.real import SymFloat
from slowpath.values.text.text import SymStr
from slowpath.values.trace import OURS

SYMBOLIC = frozenset({SymInt, SymStr, SymBytes})


def plain_type(*arguments: Any, **options: Any) -> Any:
    """`type(x)` tells the builtin type that a symbolic value stands for; `type(name, bases, namespace)` makes
    a class that belongs to the module of whoever calls."""
    if len(arguments) == 1 and not options and type(arguments[0]) in _STANDING:
        return arguments[0].__class__
    if len(arguments) != 3:
        return type(*arguments, **options)
    frame = _getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(OURS):
        frame = frame.f_back
    return FunctionType(_CALL, frame.f_globals)(type, arguments, options)


_STANDING = SYMBOLIC | {SymFloat}
# C code looks for the name of the module in the globals of the frame that calls.
_CALL = compile("lambda call, arguments, options: call(*arguments, **options)", __file__, "eval").co_consts[0]


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
