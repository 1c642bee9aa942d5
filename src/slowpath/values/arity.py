"""Calls with arguments that an operation does not take: the builtin raises, in its own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slowpath.values.elements import directly


def performed(
    operation: Callable[..., Any], perform: Any, kind: Any, name: str, /, *arguments: Any, **options: Any
) -> Any:
    """What an operation gives for a receiver and its arguments.

    If it does not take them, the method `name` of the builtin type `kind` raises.
    """
    try:
        return operation(perform, *arguments, **options)
    except TypeError as error:
        if not _is_refused(error):
            raise
    return getattr(kind, name)(*arguments, **options)


def _is_refused(error: TypeError) -> bool:
    """Tell whether an error comes from the very call in a `try`: the callee was not entered."""
    return error.__traceback__ is not None and error.__traceback__.tb_next is None


def method(name: str, operation: Callable[..., Any]) -> Callable[..., Any]:
    """The method of a recording container that does an operation, directly."""

    def method(self: Any, /, *arguments: Any, **options: Any) -> Any:
        return performed(operation, directly, self.plain, name, self, *arguments, **options)

    method.__name__ = name
    return method
