"""Builtins without a model: what they make of symbolic text does not tell how it depends on the input."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache, partial
from queue import SimpleQueue
from types import (
    BuiltinFunctionType,
    FunctionType,
    GeneratorType,
    MappingProxyType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from slowpath.values._notes import Noting
from slowpath.values.held import symbolic_in
from slowpath.values.integer import SymInt
from slowpath.values.outside import method_outside, name_of, outsider
from slowpath.values.real import SymFloat
from slowpath.values.text.calls import TEXTUAL

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
_LOSSY_TYPES = frozenset({bytearray, memoryview, complex})
_HEAP = 1 << 9  # the flag of types that are made at run time, as classes are
_PASSING = frozenset({"fspath", "deepcopy"})
_HOLDERS = (
    *(list, tuple, dict, set, frozenset, deque, GeneratorType, MappingProxyType, type, BaseException),
    *(SimpleQueue, ContextVar),
)
_SCALARS = (str, bytes, bytearray, int, float, complex)
_MAKING = frozenset(kind.__new__ for kind in _SCALARS)
_CONTAINERS = frozenset({"collections"})
_NUMBERS = frozenset({SymInt, SymFloat})
_SYMBOLIC = TEXTUAL | _NUMBERS
_PLAIN = frozenset({bool, bytes, complex, float, int, str, type(None)})


def lament(function: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> None:
    """Note it where code that is not seen is given symbolic values, or what holds them: a builtin without a
    model, or Python code outside the scope."""
    if type(function) is partial:
        arguments = (*function.args, *arguments)
        options = {**function.keywords, **options}
        function = function.func
    code = None if type(function) in _NATIVE else outsider(function)
    if code is not None:
        symbolic = _given(function, arguments, options)
        if symbolic is not None:
            symbolic.trace.leave(name_of(code), code.__globals__.get("__name__") or "", 1)
        return
    if not options and _PLAIN.issuperset(map(type, arguments)):
        return  # as in most calls
    if (type(function) not in _NATIVE and type(function) is not type) or not is_lossy(function):
        return
    if function in _NAMING:
        arguments = arguments[1:2]  # only the name of an attribute is looked into
    for value in (*arguments, *options.values()):
        symbolic = symbolic_in((value,))
        if symbolic is None or (type(symbolic) in _NUMBERS and _takes_numbers(function)):
            continue
        symbolic.trace.give_up(_name(function), 1)
        return


def _lament_outside(function: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> None:
    """As `lament`, for a function or a method outside the scope. What it is, is asked again only if it is
    given symbolic values."""
    symbolic = _given(function, arguments, options)
    if symbolic is not None:
        code = outsider(function)
        if code is not None:
            symbolic.trace.leave(name_of(code), code.__globals__.get("__name__") or "", 1)


def _given(function: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
    """A symbolic value that Python code is given, or that its receiver holds itself; or None."""
    symbolic = symbolic_in((*arguments, *options.values()) if options else arguments)
    return symbolic_in(_receivers(function), 1) if symbolic is None else symbolic


def _receivers(function: Any) -> tuple[Any, ...]:
    """What a method reads besides its arguments."""
    if type(function) is MethodType:
        return (function.__self__,)
    return () if type(function) is FunctionType or isinstance(function, type) else (function,)


def _takes_numbers(function: Any) -> bool:
    """Tell whether a builtin that looks into text passes numbers on, or asks them."""
    return type(function) is not type and function.__name__ in _LOSSY | _ASKING


_ASKING = frozenset({"floor", "ceil", "trunc", "prod", "put", "set"})


def is_lossy(function: Any) -> bool:
    """Tell whether a builtin looks into its arguments."""
    if type(function) is type:
        if issubclass(function, BaseException | partial):
            return False
        if function.__flags__ & _HEAP and function.__new__ in _MAKING:
            return True  # a class of text or numbers that the target derives
        made = type(vars(function).get("__new__")) is BuiltinFunctionType  # by C code
        native = made or not function.__flags__ & _HEAP
        return native and (function in _LOSSY_TYPES or function.__module__ not in _MODULES)
    if type(function) in _SLOTS:
        return issubclass(function.__objclass__, _SCALARS)
    if type(function) is MethodDescriptorType:
        owner_type = function.__objclass__
        return not issubclass(owner_type, _HOLDERS)
    owner = function.__self__
    if isinstance(owner, ModuleType) or owner is None:
        name = function.__name__
        return name in _LOSSY or (function.__module__ not in _MODULES and name not in _PASSING)
    if isinstance(owner, type):  # a class method, or `__new__`
        return issubclass(owner, _SCALARS) or owner.__module__ not in _MODULES | _CONTAINERS
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
    kind = owner if isinstance(owner, type) else type(owner)
    return f"{kind.__name__}.{function.__name__}()"


def attribute(value: Any, owner: Any) -> Any:
    """A value that becomes an attribute; it is noted if the methods of the object are outside the scope."""
    code = method_outside(type(owner))
    if code is not None:
        symbolic = symbolic_in((value,))
        if symbolic is not None:
            symbolic.trace.leave(name_of(code), code.__globals__.get("__name__") or "", 1)
    return value


def watched(function: Any, performing: Any) -> Any:
    """What performs a builtin, noting what that loses."""
    if type(function) is _CACHE:
        return Noting(function, _through_cache(function, performing), lament)
    if type(function) not in _NATIVE and outsider(function) is not None:
        is_function = type(function) is FunctionType  # others may have a receiver that holds symbolic values
        known = is_function or type(function) is MethodType
        return Noting(function, performing, _lament_outside if known else lament, is_function)
    called = function.func if type(function) is partial else function
    if (type(called) not in _NATIVE and type(called) is not type) or not is_lossy(called):
        return performing
    bare = called is function

    # Not in C: what a builtin asks of symbolic text is asked by this frame, not by the target's.
    def watching(*arguments: Any, **options: Any) -> Any:
        if options or not bare or not _PLAIN.issuperset(map(type, arguments)):
            lament(function, arguments, options)
        return performing(*arguments, **options)

    return watching


def _through_cache(function: Any, performing: Any) -> Any:
    """What calls a function with a cache: the hash of symbolic text loses nothing while that is empty."""

    def call(*arguments: Any, **options: Any) -> Any:
        symbolic = symbolic_in((*arguments, *options.values()))
        if symbolic is not None and function.cache_info().currsize:
            symbolic.trace.give_up("a cache of results", 1)
        return performing(*arguments, **options)

    return call
