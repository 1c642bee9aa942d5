"""Python code outside the scope: what it hands to C code is not seen, so symbolic values in it are noted."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from functools import cache, lru_cache, partial
from types import FunctionType, MethodType
from typing import Any

from slowpath.values.remembered import by_type

# Their code compares and computes with what it is given, or keeps it.
_ASKING = frozenset(
    {"abc", "bisect", "collections", "contextlib", "copy", "dataclasses", "enum", "functools", "graphlib"}
    | {"heapq", "operator", "queue", "re", "reprlib", "slowpath", "types", "typing", "weakref"}
)
# What they are given shows in what is printed, and in nothing that the target sees.
_TELLING = frozenset({"logging", "warnings"})
# They return what they are given.
_RETURNING = frozenset({("posixpath", "normcase")})
_BUILTINS = vars(builtins)  # copied modules have others
_CACHE: type = type(cache(len))


def outsider(function: Any) -> FunctionType | None:
    """The Python function outside the scope that a call of something runs, if that may hand what it is given
    to C code."""
    code = _code(function)
    if code is None or code.__builtins__ is not _BUILTINS:
        return None
    home = code.__globals__.get("__name__")  # `__module__` of a wrapper may be that of what it wraps
    return None if _is_open(home, code.__name__) else code


@lru_cache(maxsize=4096)  # every call of a function asks
def _is_open(module: str | None, name: str) -> bool:
    """Tell whether a function hands nothing to C code, by its module and its name."""
    top = (module or "").partition(".")[0]
    return top in _ASKING or top in _TELLING or (module, name) in _RETURNING


def method_outside(kind: type) -> FunctionType | None:
    """A method of a class whose own code is outside the scope, if there is one."""
    name = _method_outside(kind)
    return None if name is None else vars(kind).get(name)


@by_type
def _method_outside(kind: type) -> str | None:
    found = ((name, each) for name, each in vars(kind).items() if type(each) is FunctionType)
    return next((name for name, each in found if outsider(each) is not None), None)


def _code(function: Any) -> FunctionType | None:
    """The Python function that a call of something runs."""
    kind = type(function)
    if kind is FunctionType:
        return function  # type: ignore[no-any-return]
    if kind is MethodType:
        function = function.__func__
        return function if type(function) is FunctionType else _code(function)
    if kind is _CACHE:
        return _code(function.__wrapped__)
    if kind is partial:
        return _code(function.func)
    found = _constructor(function) if issubclass(kind, type) else getattr(kind, "__call__", None)  # noqa: B004
    return found if type(found) is FunctionType else None


def is_foreign_sequence(kind: type) -> bool:
    """Tell whether a class of sequences is Python code outside the scope, which hands indices to C code."""
    method = getattr(kind, "__getitem__", None)
    if type(method) is not FunctionType or getattr(method, "__builtins__", None) is not _BUILTINS:
        return False
    return not method.__module__.startswith("slowpath.") and issubclass(kind, Sequence)


def _constructor(kind: type) -> Any:
    made = kind.__init__  # type: ignore[misc]
    return made if type(made) is FunctionType else kind.__new__


def name_of(function: FunctionType) -> str:
    """How code outside the scope is called in what is lost."""
    called = function.__qualname__.removesuffix(".__init__").removesuffix(".__new__")
    return f"{function.__module__}.{called}() outside the scope"
