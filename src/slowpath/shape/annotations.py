"""The type hints of callables, evaluated as far as they can be."""

from __future__ import annotations

import builtins
import collections
import collections.abc
import inspect
import sys
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

UNKNOWN = object()  # stands for no hint; None is a hint


@dataclass(frozen=True, slots=True)
class Hint:
    """The hint of a parameter of a constructor; UNKNOWN where there is none."""

    name: str
    hint: Any
    required: bool
    positional: bool


def hints_of(function: Any) -> dict[str, Any]:
    """Return parameter -> hint for those hints that can be evaluated.

    A hint that names what is imported for type checkers only is evaluated with the names of `typing` and
    `collections.abc`, or left out.
    """
    function = inspect.unwrap(function)
    try:
        return typing.get_type_hints(function, include_extras=True)
    except Exception:
        pass
    plain: Mapping[str, Any] = getattr(function, "__annotations__", None) or {}
    evaluated = {name: _evaluated(hint, function) for name, hint in plain.items()}
    return {name: hint for name, hint in evaluated.items() if hint is not UNKNOWN}


def signature_of(function: Any) -> inspect.Signature | None:
    """Return the signature of a callable, or None where it does not tell."""
    try:
        return inspect.signature(function)
    except (ValueError, TypeError):
        return None


def constructor_hints(cls: type) -> list[Hint] | None:
    """Return what the constructor of a class takes, or None where it does not tell or cannot be called."""
    if inspect.isabstract(cls) or getattr(cls, "_is_protocol", False) or not has_python_constructor(cls):
        return None
    signature = signature_of(cls)
    if signature is None:
        return None
    hints = hints_of(cls) | hints_of(constructor(cls))
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [
        Hint(
            each.name,
            hints.get(each.name, UNKNOWN),
            each.default is each.empty,
            each.kind is inspect.Parameter.POSITIONAL_ONLY,
        )
        for each in signature.parameters.values()
        if each.kind not in variadic
    ]


def constructor(cls: type) -> Any:
    """Return the method whose hints are those of the constructor."""
    plain: Any = cls
    return plain.__init__ if plain.__init__ is not object.__init__ else plain.__new__


def has_python_constructor(cls: type) -> bool:
    """Whether a class is made by a constructor written in Python, or needs none of its own."""
    made = constructor(cls)
    if isinstance(made, types.FunctionType):
        return True
    return made is object.__new__ and cls.__module__ != "builtins"


def _evaluated(hint: Any, function: Any) -> Any:
    if not isinstance(hint, str):
        return hint
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    names = {
        **vars(builtins),
        **{name: getattr(typing, name) for name in typing.__all__ if hasattr(typing, name)},
        **{name: getattr(collections.abc, name) for name in collections.abc.__all__},
        "typing": typing,
        "t": typing,
        "collections": collections,
        **(vars(module) if module else {}),
        **getattr(function, "__globals__", {}),
    }
    try:
        return eval(hint, names)
    except Exception:
        return UNKNOWN
