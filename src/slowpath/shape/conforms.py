"""Whether a value is what a type hint says, as far as hints can be checked."""

from __future__ import annotations

import collections.abc
import dataclasses
import types
import typing
from itertools import islice
from typing import Any

from slowpath.errors import InputRejected, ShapeError
from slowpath.shape.base import Shape
from slowpath.shape.enumerator import Enumerator

# Inputs of a shape that are looked at. With one, a shape of alternatives would be judged by the first of
# them; more than a few make the start slower and show the same.
_SAMPLES = 8
_WIDER: dict[Any, tuple[type, ...]] = {float: (int, float), complex: (int, float, complex)}


def contradicts(shape: Shape, hint: Any) -> bool:
    """Whether no input of a shape is what a hint says; False where they cannot be told."""
    maker = Enumerator()
    try:
        inputs = list(islice(maker.every(lambda: shape.build(2, maker, "x")), _SAMPLES))
    except (ShapeError, InputRejected):
        return False
    return bool(inputs) and not any(conforms(each, hint) for each in inputs)


def conforms(value: Any, hint: Any) -> bool:
    """Whether a value is what a hint says. A hint that cannot be checked says nothing."""
    if hint is None:
        return value is None
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated or origin in (typing.Final, typing.Required, typing.NotRequired):
        return conforms(value, arguments[0])
    if origin in (typing.Union, types.UnionType):
        return any(conforms(value, each) for each in arguments)
    if origin is typing.Literal:
        return value in arguments
    if isinstance(hint, typing.NewType):
        return conforms(value, hint.__supertype__)
    if isinstance(hint, typing.TypeVar):
        bounds = hint.__constraints__ or ((hint.__bound__,) if hint.__bound__ is not None else ())
        return not bounds or any(conforms(value, each) for each in bounds)
    if isinstance(hint, dataclasses.InitVar):
        return conforms(value, hint.type)
    return _conforms_to_class(value, origin or hint, arguments)


def _conforms_to_class(value: Any, kind: Any, arguments: tuple[Any, ...]) -> bool:
    if not isinstance(kind, type) or kind is object or typing.is_typeddict(kind) or _is_open(kind):
        return True
    try:
        if not isinstance(value, _WIDER.get(kind, kind)):
            return False
    except TypeError:
        return True
    if kind is int and isinstance(value, bool):
        return False
    if isinstance(value, str | bytes | collections.abc.Iterator) or not arguments:
        return True
    if isinstance(value, collections.abc.Mapping) and len(arguments) == 2:
        return all(conforms(k, arguments[0]) and conforms(v, arguments[1]) for k, v in value.items())
    if isinstance(value, tuple) and not (len(arguments) == 2 and arguments[1] is ...):
        fixed = kind is tuple
        parts = arguments if fixed else arguments[:1] * len(value)
        return len(value) == len(parts) and all(map(conforms, value, parts))
    if isinstance(value, collections.abc.Collection):
        return all(conforms(part, arguments[0]) for part in value)
    return True


def _is_open(kind: type) -> bool:
    """Whether classes that do not say so may conform: protocols, and what stands for "any type"."""
    return kind.__module__ == "typing" or getattr(kind, "_is_protocol", False)
