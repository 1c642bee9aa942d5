"""What the functions of `api` are given, as orders have it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from slowpath.config import Settings
from slowpath.errors import InputError, MeasureError
from slowpath.model.find import Measured
from slowpath.run.inputs import check_syntax
from slowpath.target.locate import spec_of


def common_fields(
    target: str | Callable[..., Any], settings: Settings | None, seconds: float, max_ops: int, seed: int = 0
) -> dict[str, Any]:
    """Return the fields that every order has; a budget and a cost that are not set are the verb's own."""
    settings = settings or Settings()
    return {
        "spec": spec_of(target),
        "seconds": settings.budget or seconds,
        "max_ops": settings.max_ops or max_ops,
        "seed": seed,
        "scope": settings.scope,
        "allow": settings.allow,
        "limits": settings.limits,
        "without": settings.switched_off,
    }


def expressions(inputs: Mapping[str, Any] | None, values: Mapping[str, Any]) -> dict[str, str]:
    """Return an expression for each input, or raise where one cannot be written as text."""
    written = {}
    for name, value in (*(inputs or {}).items(), *values.items()):
        written[name] = value if isinstance(value, str) else _literal(name, value)
    check_syntax(written)
    return written


def _literal(name: str, value: Any) -> str:
    text = repr(value)
    try:
        if ast.literal_eval(text) == value:
            return text
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        pass
    raise InputError(
        f"the input {name!r} is a {type(value).__qualname__}, which cannot be written as a literal",
        "Give an expression as text; it may use builtins and N.",
    )


def first_measure(settings: Settings | None, usual: str = "ops") -> str:
    """Return the measure that a verb of one measure takes from settings."""
    return settings.measures[0] if settings is not None and settings.measures else usual


def found_by(measures: Sequence[str]) -> Measured | None:
    """Return the only one of the measures that find knows, None for both; other verbs have other measures."""
    known = {Measured(each) for each in measures if each in set(Measured)}
    if measures and not known:
        told = ", ".join(map(repr, measures))
        raise MeasureError(
            f"find does not search for {told}", "Choose ops (which stands for time) or memory."
        )
    return known.pop() if len(known) == 1 else None
