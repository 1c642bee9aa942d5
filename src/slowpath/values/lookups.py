"""`box[key]`, `box[key] = value`, `del box[key]`, `key in box` where keys or elements depend on the input."""

from __future__ import annotations

import operator
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from enum import EnumType
from functools import partial
from types import FunctionType
from typing import Any

from slowpath.counting.native.rules import MODULUS
from slowpath.values import dict_methods, mapping, ranges, sequences, set_methods, sets
from slowpath.values.enums import by_name
from slowpath.values.functions import SYMBOLIC
from slowpath.values.integer import SymInt
from slowpath.values.items import is_open, settled, times
from slowpath.values.keys import PLAIN, Quiet, trace_of
from slowpath.values.outside import is_foreign_sequence
from slowpath.values.ranges import SymRange
from slowpath.values.recording import DICTS, RECORDING, SETS, SymDict
from slowpath.values.repeated import SymList, repeat

Hook = Callable[..., Any]

_KEYS: frozenset[Any] = frozenset({type({}.keys()), type(OrderedDict().keys())})


def item(box: Any, key: Any) -> Any:
    """`box[key]`"""
    if type(key) in PLAIN:
        return box[key]
    if _finds(box, "__getitem__"):
        return mapping.getitem(box, key)
    if type(box) is EnumType:
        return by_name(box, key)
    return box[_settled(key, box)]


def store(value: Any, box: Any, key: Any) -> None:
    """`box[key] = value`"""
    if type(key) in PLAIN:
        box[key] = value
    elif _finds(box, "__setitem__"):
        mapping.setitem(box, key, value)
    else:
        box[_settled(key, box)] = value


def _finds(box: Any, method: str) -> bool:
    """Tell whether a box finds its items by key in C code."""
    return isinstance(box, dict) and type(getattr(type(box), method)) is not FunctionType


def _settled(key: Any, box: Any) -> Any:
    """Return the key that a sequence is asked for; code of the target's own types takes it as it is."""
    if not is_open(key):
        return key
    kind = type(box)
    own = kind not in SYMBOLIC and type(getattr(kind, "__getitem__", None)) is FunctionType
    if own and not is_foreign_sequence(kind):
        return key
    return settled(key, _extent(box) if hasattr(kind, "__len__") else None)


def _extent(box: Any) -> int | None:
    try:
        return len(box)
    except OverflowError:  # a range may have more elements than there are sizes
        return None


def deleting(delitem: Hook) -> Hook:
    """The hook for `del box[key]`."""

    def delete(site: int, box: Any, key: Any) -> None:
        if type(key) not in PLAIN and _finds(box, "__delitem__"):
            mapping.delitem(box, key)
        else:
            delitem(site, box, _settled(key, box))

    return delete


def setting(setslice: Hook) -> Hook:
    """The hook for `box[i:j] = values`."""

    def store_slice(site: int, value: Any, box: Any, key: Any) -> None:
        setslice(site, value, box, _settled(key, box))

    return store_slice


def repeating(multiply: Hook, lists: bool = False) -> Hook:
    """The hook for `a * b`, which may repeat a sequence; with `lists`, one of symbolic length stays so."""

    def product(site: int, left: Any, right: Any) -> Any:
        if lists and type(right) is SymInt and type(left) is list:
            return repeat(left, right, partial(multiply, site))
        if lists and type(left) is SymInt and type(right) is list:
            return repeat(right, left, partial(multiply, site))
        if type(right) in SYMBOLIC and _is_repeated(left):
            right = times(right)
        elif type(left) in SYMBOLIC and _is_repeated(right):
            left = times(left)
        return multiply(site, left, right)

    return product


_REPEATED = (list, tuple, deque, bytearray, str, bytes)


def _is_repeated(value: Any) -> bool:
    return isinstance(value, _REPEATED) or is_foreign_sequence(type(value))


def containing(count: Hook) -> Hook:
    """The hook for `key in box`."""

    def contains(site: int, key: Any, box: Any) -> bool:
        kind = type(box)
        if kind in RECORDING or (type(key) not in PLAIN and kind in _HASHED and trace_of(key) is not None):
            return _looked_up(count, site, key, box)
        if kind in _KEYS and type(key) in PLAIN:
            return key in box.mapping  # which asks a recording dictionary
        if kind is SymRange or (kind is range and type(key) in SYMBOLIC):
            return ranges.contains(box, key)
        if kind is SymList:
            box = list.copy(box.settle())  # C code looks into plain lists only
        sequences.note_search(key, box)
        return bool(count(site, key, box))

    return contains


_HASHED = frozenset({*DICTS, *SETS, *_KEYS})


def _looked_up(count: Hook, site: int, key: Any, box: Any) -> bool:
    """Ask a dictionary or set; keys whose hashes clash are charged as in a plain one."""
    there = _is_key(key, box)
    if isinstance(key, tuple) or (isinstance(key, int) and not -MODULUS < int(key) < MODULUS):
        trace = trace_of(key) or getattr(box, "open", None)
        if trace is None:
            count(site, key, dict.fromkeys(box))
        else:
            with Quiet(trace):
                count(site, key, dict.fromkeys(box))
    return there


def _is_key(key: Any, box: Any) -> bool:
    if type(box) in _KEYS:
        return key in SymDict.fromkeys(box)
    return mapping.contains(box, key) if isinstance(box, dict) else sets.contains(box, key)


def new(container: Any) -> Any:
    """A display or comprehension of another kind, or of parts."""
    return container


def _removed(box: Any, key: Any) -> None:
    """`del box[key]`"""
    if type(key) not in PLAIN and _finds(box, "__delitem__"):
        mapping.delitem(box, key)
    else:
        del box[_settled(key, box)]


FUNCTIONS: Mapping[Any, Hook] = {
    operator.getitem: lambda perform, box, key: item(box, key),
    operator.setitem: lambda perform, box, key, value: store(value, box, key),
    operator.delitem: lambda perform, box, key: _removed(box, key),
}


def lookup_hooks(count: Mapping[str, Hook]) -> dict[str, Hook]:
    """Return the hooks of the trace build for items, by name."""
    return {
        "item": item,
        "store": store,
        "delitem": deleting(count["delitem"]),
        "setslice": setting(count["setslice"]),
        "mul": repeating(count["mul"], lists=True),
        "imul": repeating(count["imul"]),
        "contains": containing(count["contains"]),
        "dict": dict_methods.display,
        "dict_from": new,
        "dict_of": dict_methods.of_pairs,
        "merged": dict_methods.merged,
        "pairs": dict_methods.display,
        "set": set_methods.display,
        "set_of": set_methods.of_elements,
        "new": new,
    }
