"""What the trace build calls: see `slowpath.target.tracing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from slowpath.values.calls import call_hooks
from slowpath.values.lookups import lookup_hooks
from slowpath.values.recording import recorded
from slowpath.values.text.calls import TEXTUAL
from slowpath.values.text.operations import text_hooks


def trace_hooks(count: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return the hooks of the trace build by name; those of the count build stand behind some of them."""
    lookups = lookup_hooks(count)
    return {
        **lookups,
        **call_hooks(count),
        **text_hooks(count, lookups),
        "dict_from": recorded,
        "same": same,
        "code": code,
    }


def same(left: Any, right: Any) -> bool:
    """`left is right`"""
    return left is right


def code(function: Any, source: Any) -> Any:
    """The `source` that `eval`, `exec` or `compile` is given, or a function of that name."""
    if type(source) in TEXTUAL and function in (eval, exec, compile):
        source.trace.give_up("code that depends on the input")
    return source
