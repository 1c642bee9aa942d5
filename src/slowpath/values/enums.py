"""Members of enumerations that are looked up by a value or name that depends on the input."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, EnumType, Flag
from typing import Any

from slowpath.values.elements import Perform
from slowpath.values.items import settled
from slowpath.values.keys import MISSING, trace_of
from slowpath.values.mapping import find, getitem
from slowpath.values.text.operations import plain


def by_value(kind: EnumType) -> Callable[..., Any]:
    """The operation for `Kind(value)`: which member it is, is decided."""

    def operation(perform: Perform, /, *arguments: Any, **options: Any) -> Any:
        trace = trace_of(arguments[0]) if len(arguments) == 1 and not options else None
        if trace is not None and issubclass(kind, Flag):
            return perform(kind, *map(settled, arguments))  # keeps the members that it makes
        if trace is not None:
            found = find(kind._value2member_map_, arguments[0], trace)
            if found is not MISSING:
                return perform(kind, found)
            if kind._missing_.__func__ is Enum._missing_.__func__:  # type: ignore[attr-defined]
                return perform(kind, plain(arguments[0]))  # raises
        return perform(kind, *arguments, **options)  # asks `_missing_`

    return operation


def by_name(kind: EnumType, name: Any) -> Any:
    """`Kind[name]`"""
    return getitem(kind._member_map_, name)
