"""The fields that a class defines."""

from __future__ import annotations

import dis
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType

_UNCOUNTED = frozenset({"__dict__", "__weakref__"})


def fields_of(kind: type) -> tuple[str, ...]:
    """The names of the attributes that a class and its bases define for their instances.

    These are its slots, the names that its body annotates, and what its methods assign to their first
    parameter. Attributes that come by way of `setattr` or from outside the class are not among them.
    """
    names: dict[str, None] = {}
    for each in reversed(kind.__mro__):
        if each.__module__ != "builtins":
            names.update(dict.fromkeys(_own(each)))
    return tuple(names)


def _own(kind: type) -> Iterator[str]:
    slots = kind.__dict__.get("__slots__", ())
    yield from (name for name in ((slots,) if isinstance(slots, str) else slots) if name not in _UNCOUNTED)
    annotations = inspect.get_annotations(kind)
    yield from (name for name, hint in annotations.items() if "ClassVar" not in str(hint))
    for thing in kind.__dict__.values():
        function = getattr(thing, "__wrapped__", thing)
        if isinstance(function, FunctionType):
            yield from _assigned(function.__code__)


def _assigned(code: CodeType) -> Iterator[str]:
    """The attributes that a method assigns to its first parameter."""
    if not code.co_argcount:
        return
    receiver, loaded = code.co_varnames[0], ""
    for instruction in dis.get_instructions(code):
        if instruction.opname == "STORE_ATTR" and loaded == receiver:
            yield instruction.argval
        # Instructions that load two variables name both, the upper one of the stack last.
        loaded = instruction.argrepr.rpartition(", ")[2] if instruction.opname.startswith("LOAD_") else ""
