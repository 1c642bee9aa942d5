"""What has the methods and attributes that a protocol asks for."""

from __future__ import annotations

import inspect
import io
import sys
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from slowpath.shape import library as lib
from slowpath.shape.base import Shape

# Plain values, the likelier first: a number for an order or a sum, a list for items, a text for its methods.
_PLAIN: Mapping[type, Callable[[], Shape]] = {
    int: lib.integer,
    list: lib.ints,
    str: lib.text,
    dict: lambda: lib.dicts(lib.text(), lib.text()),
    io.StringIO: lambda: lib.records("io:StringIO", lib.text()),
    io.BytesIO: lambda: lib.records("io:BytesIO", lib.blob()),
}


class _Empty(typing.Protocol):
    """What every protocol has."""


_OF_ALL = frozenset(vars(_Empty)) | {
    "__annotations__",
    "__annotate__",
    "__annotate_func__",
    "__non_callable_proto_members__",
}


def is_protocol(cls: type) -> bool:
    """Whether a class only says what others must have."""
    return bool(getattr(cls, "_is_protocol", False))


def plain_fitting(protocol: type) -> Shape | None:
    """Return the plain values that have what a protocol asks for, or None."""
    wanted = _wanted(protocol)
    return next((make() for kind, make in _PLAIN.items() if wanted <= set(dir(kind))), None)


def classes_fitting(protocol: type) -> Iterator[type]:
    """Yield the classes of the protocol's package that have what it asks for, those of its module first."""
    package = protocol.__module__.partition(".")[0]
    names = [
        protocol.__module__,
        *(each for each in sorted(sys.modules) if each.partition(".")[0] == package),
    ]
    wanted = _wanted(protocol)
    for name in dict.fromkeys(names):
        module = sys.modules.get(name)  # a class may outlive the module that defines it
        # The types of objects are asked: a lazy object may do work when it is looked at.
        members = [] if module is None else list(vars(module).values())
        for cls in (each for each in members if issubclass(type(each), type)):
            if cls.__module__ == name and not is_protocol(cls) and wanted <= _offered(cls):
                yield cls


@dataclass(frozen=True, slots=True)
class Asked:
    """What a protocol asks of a member: its type, or that it is a function of some parameters."""

    hint: Any
    parameters: tuple[Any, ...] | None = None


def asked(protocol: type) -> dict[str, Asked] | None:
    """Return the members of a protocol, or None if a plain object cannot have them.

    Python looks up special methods in the class of an object.
    """
    names = sorted(_wanted(protocol))
    if any(name.startswith("__") for name in names):
        return None
    hints = _hints(protocol)
    found = {}
    for name in names:
        member = inspect.getattr_static(protocol, name, None)
        if isinstance(member, FunctionType):
            own = _hints(member)
            parameters = list(inspect.signature(member).parameters)[1:]
            told = tuple(own.get(each, Any) for each in parameters)
            found[name] = Asked(own.get("return", Any), told)
        elif isinstance(member, property):
            found[name] = Asked(_hints(member.fget).get("return", Any))
        else:
            found[name] = Asked(hints.get(name, Any))
    return found


def _hints(thing: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(thing)
    except Exception:  # a name that is missing at run time, or whatever an annotation does
        return {}


def _wanted(protocol: type) -> set[str]:
    bases = [each for each in protocol.__mro__ if is_protocol(each) and each.__module__ != "typing"]
    return {name for each in bases for name in (*vars(each), *_annotated(each)) if name not in _OF_ALL}


def _offered(cls: type) -> set[str]:
    return {*dir(cls), *(name for each in cls.__mro__ for name in _annotated(each))}


def _annotated(cls: type) -> Iterator[str]:
    return iter(getattr(cls, "__annotations__", None) or {})
