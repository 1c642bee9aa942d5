"""Values whose parts have names: dicts with fixed keys, dataclasses and named tuples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

_KEYS = (str, int, bool, type(None))  # types of keys that do not depend on the input


def named_parts(value: Any) -> Mapping[Any, Any] | None:
    """The parts of a value by key or by field, in order; None if it is no such value.

    A dict is one if its keys are plain: keys that depend on the input would differ for another input. An
    object is one if its constructor takes its fields.
    """
    kind = type(value)
    if value.__class__ is dict:
        return dict(value.items()) if all(type(key) in _KEYS for key in value) else None
    if "<" in kind.__qualname__:
        return None  # nobody can find the class by its name
    if is_dataclass(kind):
        named = fields(value)
        whole = all(each.init for each in named)
        return {each.name: getattr(value, each.name) for each in named} if whole else None
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return {name: getattr(value, name) for name in kind._fields}
    return None
