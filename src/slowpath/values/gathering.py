"""Containers of an input: recording ones where keys may be symbolic."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Sequence
from typing import Any

from slowpath.values import algebra, dict_methods, mapping, set_methods  # noqa: F401  # what they make has methods
from slowpath.values.elements import directly

_FACTORIES: dict[str, Any] = {
    f"defaultdict[{kind.__name__}]": kind for kind in (int, float, str, list, set, dict)
}


def gather(kind: str, items: Sequence[Any]) -> Any:
    """Return the container of a kind that shapes name, None where it compares no keys."""
    match kind:
        case "set":
            return algebra.made(directly, set, items)
        case "frozenset":
            return algebra.made(directly, frozenset, items)
        case "dict":
            return mapping.made(directly, dict, items)
        case "OrderedDict":
            return mapping.made(directly, OrderedDict, items)
        case "Counter":
            return mapping.made(directly, Counter, mapping.made(directly, dict, items))
    if kind in _FACTORIES:
        return mapping.made(directly, defaultdict, _FACTORIES[kind], items)
    return None
