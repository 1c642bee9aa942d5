"""What the trace build calls: see `slowpath.target.tracing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from slowpath.values.functions import modelled
from slowpath.values.items import deleting, item, store


def trace_hooks(count: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return the hooks of the trace build by name; those of the count build stand behind some of them."""
    return {
        "item": item,
        "store": store,
        "delitem": deleting(count["delitem"]),
        "modelled": modelled,
        "dict": make_dict,
        "dict_from": dict,
        "dict_of": dict,
        "set": make_set,
        "set_of": set,
        "joined": joined,
        "formatted": formatted,
        "same": same,
    }


def make_dict(*parts: Any) -> dict[Any, Any]:
    """`{k: v, ...}`"""
    return dict(zip(parts[::2], parts[1::2], strict=True))


def make_set(*elements: Any) -> set[Any]:
    """`{x, ...}`"""
    return set(elements)


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
