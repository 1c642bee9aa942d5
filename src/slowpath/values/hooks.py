"""What the trace build calls: see `slowpath.target.tracing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from slowpath.values.calls import call_hooks
from slowpath.values.flags import settled
from slowpath.values.lookups import lookup_hooks
from slowpath.values.operators import same
from slowpath.values.sequences import note_search
from slowpath.values.sides import side_hooks
from slowpath.values.special import told
from slowpath.values.text.calls import TEXTUAL
from slowpath.values.text.operations import text_hooks
from slowpath.values.unmodelled import attribute


def trace_hooks(count: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return the hooks of the trace build by name; those of the count build stand behind some of them."""
    lookups = lookup_hooks(count)
    performing = {**lookups, **text_hooks(count, lookups)}
    performing["inside"] = inside(performing["inside"])
    return {
        **performing,
        **side_hooks({**count, **performing}),
        **call_hooks(count),
        "same": same,
        "settled": settled,
        "told": told,
        "code": code,
        "attribute": attribute,
    }


def inside(perform: Callable[..., Any]) -> Callable[..., Any]:
    """The hook for `key in box`, where the box is too short to be charged."""

    def operation(key: Any, box: Any) -> Any:
        note_search(key, box)
        return perform(key, box)

    return operation


def code(function: Any, source: Any) -> Any:
    """The `source` that `eval`, `exec` or `compile` is given, or a function of that name."""
    if type(source) in TEXTUAL and function in (eval, exec, compile):
        source.trace.give_up("code that depends on the input")
    return source
