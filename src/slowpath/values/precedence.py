"""Numbers of classes with operators of their own beside a symbolic number.

Python asks the right operand first where its type is a subclass of the type of the left one, and an int
leaves the answer to a float. A symbolic number is of a subclass itself, and would be asked before both.
"""

from __future__ import annotations

from types import FunctionType, NoneType, WrapperDescriptorType
from typing import Any

from slowpath.values.outside import name_of, outsider

UNASKED: Any = object()  # the symbolic number answers
_COMPARISONS = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
_OURS = frozenset({"slowpath.values.integer", "slowpath.values.real"})


def reflected(name: str) -> str:
    """Return the name of the right operand's method that answers for one of the left operand."""
    bare = name.strip("_")
    return f"__{_COMPARISONS.get(bare, f'r{bare}')}__"


def own_answer(number: Any, other: Any, name: str) -> Any:
    """What the right operand answers by a method of its own class, in the order in which Python asks.

    NotImplemented where Python asks it afterwards, `UNASKED` where it has no such method or declines.
    """
    kind = type(other)
    if not issubclass(kind, int | float):
        note_answer(number, other, name)
        return UNASKED
    if not is_own(kind, name) or (issubclass(kind, int) and isinstance(number, float)):
        return UNASKED
    note_native(number, kind, name)
    if issubclass(kind, float) and isinstance(number, int):
        return NotImplemented
    answer = getattr(kind, name)(other, number)
    return UNASKED if answer is NotImplemented else answer


def is_own(kind: type, name: str) -> bool:
    """Tell whether a class of numbers has a method that is not the one of int or float."""
    builtin: Any = int if issubclass(kind, int) else float
    if kind is builtin or kind is bool or not issubclass(kind, builtin) or kind.__module__ in _OURS:
        return False
    return next(vars(each)[name] for each in kind.__mro__ if name in vars(each)) is not vars(builtin)[name]


def note_native(number: Any, kind: type, name: str) -> None:
    """Note it where a method is C code, which does not tell how its answer depends on the input."""
    if not isinstance(getattr(kind, name), FunctionType):
        number.trace.give_up(f"{kind.__name__}.{name}()", 1)


def note_reader(text: Any, other: Any, name: str) -> None:
    """Note it where an operator of another type is code outside the scope: it may hand text to C code."""
    code = outsider(getattr(type(other), name, None))
    if code is not None:
        text.trace.leave(name_of(code), code.__module__, 1)


def note_answer(number: Any, other: Any, name: str) -> None:
    """Note it where C code of another type answers, and does not decline."""
    if type(other) in _DECLINING or not isinstance(getattr(type(other), name, None), WrapperDescriptorType):
        return
    plain = int.__index__(number) if isinstance(number, int) else float.__pos__(number)
    try:
        declined = getattr(type(other), name)(other, plain) is NotImplemented
    except Exception:
        declined = False  # what it raises depends on the number
    if not declined:
        note_native(number, type(other), name)


# Types that know no numbers, or whose operations have hooks.
_DECLINING = frozenset({NoneType, str, bytes, bytearray, list, tuple, dict, set, frozenset})
