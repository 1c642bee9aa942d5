"""Builtins without a model: what they make of symbolic text does not tell how it depends on the input."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from functools import cache
from types import (
    BuiltinFunctionType,
    GeneratorType,
    MappingProxyType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from slowpath.values._lending import Lender
from slowpath.values._notes import Noting
from slowpath.values.integer import SymInt
from slowpath.values.outside import is_outside, name_of, symbolic_number
from slowpath.values.real import SymFloat
from slowpath.values.text.calls import TEXTUAL
from slowpath.values.text.char import SymChar

_WITH_CLASS: type = type(re.compile("").sub)  # a builtin method that is told its class
_CACHE: type = type(cache(len))
_SLOTS = (WrapperDescriptorType, MethodWrapperType)  # `int.__add__`, and that of a number
_NATIVE = (BuiltinFunctionType, MethodDescriptorType, _WITH_CLASS, *_SLOTS)
# Functions that take symbolic values as they are: containers hold them, iterators pass them on, and
# comparisons ask them.
_MODULES = frozenset(
    {
        "builtins",
        "_operator",
        "itertools",
        "_functools",
        "_collections",
        "_heapq",
        "_bisect",
        "_weakref",
        "_abc",
    }
    | {"sys", "gc", "_thread", "_warnings", "_asyncio", "_contextvars", "_typing", "typing"}
)
_LOSSY = frozenset({"open", "ascii", "getattr", "setattr", "hasattr", "__import__"})
_NAMING = frozenset({getattr, setattr, hasattr})
_STREAMS = "slowpath.values.streams"
_LOSSY_TYPES = frozenset({bytearray, memoryview, complex})
_HEAP = 1 << 9  # the flag of types that are made at run time, as classes are
_PASSING = frozenset({"fspath", "deepcopy"})
_HOLDERS = (list, tuple, dict, set, frozenset, deque, GeneratorType, MappingProxyType, type, BaseException)
_NUMBERS = frozenset({SymInt, SymFloat})
_SYMBOLIC = TEXTUAL | _NUMBERS
_PLAIN = frozenset({bool, bytes, complex, float, int, str, type(None)})


def lament(function: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> None:
    """Note it where a builtin without a model is given symbolic values, or lists of them."""
    if not options and _PLAIN.issuperset(map(type, arguments)):
        return  # as in most calls
    if is_outside(function):
        number = symbolic_number((*arguments, *options.values()))
        if number is not None:
            number.trace.give_up(name_of(function), 1)
        return
    if type(function) not in _NATIVE and type(function) is not type:
        return
    if function in _NAMING:
        arguments = arguments[1:2]  # only the name of an attribute is looked into
    for value in (*arguments, *options.values()):
        symbolic = _symbolic_in(value)
        if symbolic is None or not is_lossy(function):
            continue
        if type(symbolic) in _NUMBERS and _takes_numbers(function):
            continue
        symbolic.trace.give_up(_name(function), 1)
        return


def _takes_numbers(function: Any) -> bool:
    """Tell whether a builtin that looks into text passes numbers on, or asks them."""
    return type(function) is not type and function.__name__ in _LOSSY | _ASKING


_ASKING = frozenset({"floor", "ceil", "trunc", "prod", "put", "set"})


def _symbolic_in(value: Any) -> Any:
    """A symbolic value: itself, an element of it, or in what it reads from."""
    if type(value) is MethodType:
        value = value.__self__  # a stream's readline
    kind = type(value)
    if kind in _SYMBOLIC or (issubclass(kind, Lender) and value.trace is not None):
        return value
    if kind is list or kind is tuple:
        return next((each for each in value if type(each) in _SYMBOLIC), None)
    content = getattr(value, "content", None) if kind.__module__ == _STREAMS else None
    return next((each for each in content or () if type(each) is SymChar), None)


def is_lossy(function: Any) -> bool:
    """Tell whether a builtin looks into its arguments."""
    if type(function) is type:
        made = type(vars(function).get("__new__")) is BuiltinFunctionType  # by C code
        native = (made or not function.__flags__ & _HEAP) and not issubclass(function, BaseException)
        return native and (function in _LOSSY_TYPES or function.__module__ not in _MODULES)
    if type(function) in _SLOTS:
        return issubclass(function.__objclass__, int | float)
    if type(function) is MethodDescriptorType:
        owner_type = function.__objclass__
        return not issubclass(owner_type, _HOLDERS)
    owner = function.__self__
    if isinstance(owner, ModuleType) or owner is None:
        name = function.__name__
        return name in _LOSSY or (function.__module__ not in _MODULES and name not in _PASSING)
    return not isinstance(owner, _HOLDERS) and type(owner) not in _SYMBOLIC


def _name(function: Any) -> str:
    """How a builtin is called in what is lost."""
    owner = getattr(function, "__self__", None)
    if type(function) is type:
        return f"{function.__name__}()"
    if type(function) is MethodDescriptorType or type(function) in _SLOTS:
        return f"{function.__objclass__.__name__}.{function.__name__}()"
    if owner is None or isinstance(owner, ModuleType):
        return f"{function.__module__ or ''}.{function.__name__}()".lstrip("._")
    return f"{type(owner).__name__}.{function.__name__}()"


def watched(function: Any, performing: Any) -> Any:
    """What performs a builtin, noting what that loses."""
    if type(function) is _CACHE:
        return _through_cache(function, performing)
    if is_outside(function):
        return Noting(function, performing, lament)
    if (type(function) not in _NATIVE and type(function) is not type) or not is_lossy(function):
        return performing

    def watching(*arguments: Any, **options: Any) -> Any:
        lament(function, arguments, options)
        return performing(*arguments, **options)

    return watching


def _through_cache(function: Any, performing: Any) -> Any:
    """What calls a function with a cache: the hash of symbolic text loses nothing while that is empty."""

    def call(*arguments: Any, **options: Any) -> Any:
        found = map(_symbolic_in, (*arguments, *options.values()))
        symbolic = next((each for each in found if each is not None), None)
        if symbolic is not None and function.cache_info().currsize:
            symbolic.trace.give_up("a cache of results", 1)
        return performing(*arguments, **options)

    return call
