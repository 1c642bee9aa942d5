"""What the trace build calls: see `slowpath.target.tracing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.condition import all_of
from slowpath.values.calls import call_hooks
from slowpath.values.integer import SymInt, form_of
from slowpath.values.lookups import lookup_hooks
from slowpath.values.recording import recorded
from slowpath.values.sequences import note_search
from slowpath.values.sides import side_hooks
from slowpath.values.special import told
from slowpath.values.text.calls import TEXTUAL
from slowpath.values.text.operations import text_hooks


def trace_hooks(count: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return the hooks of the trace build by name; those of the count build stand behind some of them."""
    lookups = lookup_hooks(count)
    performing = {**lookups, **text_hooks(count, lookups)}
    performing["inside"] = inside(performing["inside"])
    return {
        **performing,
        **side_hooks({**count, **performing}),
        **call_hooks(count),
        "dict_from": recorded,
        "same": same,
        "told": told,
        "code": code,
    }


def same(left: Any, right: Any) -> bool:
    """`left is right`: there is one object for each small int."""
    if left is right or SymInt not in (type(left), type(right)):
        return left is right
    if not {type(left), type(right)} <= {int, SymInt}:
        return False
    number, other = (left, right) if type(left) is SymInt else (right, left)
    equal = compare(number.form, "==", form_of(other))
    small = (compare(number.form, ">=", SMALLEST), compare(number.form, "<=", LARGEST))
    value = int.__index__(number)
    return bool(
        number.trace.decide(
            all_of([equal, *small]), value == int.__index__(other) and SMALLEST <= value <= LARGEST
        )
    )


def inside(perform: Callable[..., Any]) -> Callable[..., Any]:
    """The hook for `key in box`, where the box is too short to be charged."""

    def operation(key: Any, box: Any) -> Any:
        note_search(key, box)
        return perform(key, box)

    return operation


SMALLEST, LARGEST = -5, 256


def code(function: Any, source: Any) -> Any:
    """The `source` that `eval`, `exec` or `compile` is given, or a function of that name."""
    if type(source) in TEXTUAL and function in (eval, exec, compile):
        source.trace.give_up("code that depends on the input")
    return source
