"""Containers and symbolic keys: C code would take the concrete value of an index or a key unasked."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.values.integer import SymInt


def item(box: Any, key: Any) -> Any:
    """`box[key]`"""
    return box[settled(key)] if _is_open(key) else box[key]


def store(value: Any, box: Any, key: Any) -> None:
    """`box[key] = value`"""
    box[settled(key) if _is_open(key) else key] = value


def _is_open(key: Any) -> bool:
    """Tell whether a key is symbolic, or a slice between symbolic bounds."""
    kind = type(key)
    return kind is SymInt or (kind is slice and SymInt in (type(key.start), type(key.stop), type(key.step)))


def settled(key: Any, depth: int = 3) -> Any:
    """Return the plain value of an index or slice, and note the decision that it is this one."""
    if type(key) is slice:
        return slice(*(settled(part, depth + 1) for part in (key.start, key.stop, key.step)))
    if type(key) is not SymInt:
        return key
    value = operator.index(int.__index__(key))
    key.trace.decide(compare(key.form, "==", value), True, depth)
    return value


def deleting(delitem: Callable[[int, Any, Any], None]) -> Callable[[int, Any, Any], None]:
    """The hook for `del box[key]` with keys settled first."""

    def delete(site: int, box: Any, key: Any) -> None:
        delitem(site, box, settled(key) if _is_open(key) else key)

    return delete
