"""What the trace build calls: see `slowpath.target.tracing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from slowpath.values.calls import call_hooks
from slowpath.values.lookups import lookup_hooks
from slowpath.values.mapping import recorded


def trace_hooks(count: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return the hooks of the trace build by name; those of the count build stand behind some of them."""
    return {
        **lookup_hooks(count),
        **call_hooks(count),
        "dict_from": recorded,
        "joined": joined,
        "formatted": formatted,
        "same": same,
    }


def joined(*parts: str) -> str:
    """An f-string of its parts."""
    return "".join(parts)


def formatted(value: Any, conversion: int, specification: str) -> str:
    """One `{value!r:specification}` of an f-string."""
    converted = CONVERSIONS[conversion](value) if conversion != -1 else value
    return format(converted, specification)


CONVERSIONS: Mapping[int, Callable[[Any], str]] = {ord("s"): str, ord("r"): repr, ord("a"): ascii}


def same(left: Any, right: Any) -> bool:
    """`left is right`"""
    return left is right
