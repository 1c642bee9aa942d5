"""Values drawn back to where they were, or to plain ones, as far as the conditions let them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slowpath.expr.condition import Condition, all_hold
from slowpath.expr.variable import Value, Values, Variable, Variables

# A larger system is left as it is found: `MOST_CHECKS` would end after a few variables.
MOST_CONDITIONS = 5_000
MOST_CHECKS = 20_000  # evaluated conditions that a nicer model is worth: 10 ms, as long as Z3 takes


def drawn(
    values: dict[int, Value], hint: Values | None, conditions: Sequence[Condition], variables: Variables
) -> dict[int, Value]:
    """The values with each variable in turn set to its hint, or to a plain value, where all still holds."""
    if len(conditions) > MOST_CONDITIONS:
        return values
    touching: dict[int, list[Condition]] = {}
    for condition in conditions:
        for index in condition.variables():
            touching.setdefault(index, []).append(condition)
    checks = MOST_CHECKS
    for index, mine in touching.items():
        found = values[index]
        for candidate in _candidates(variables[index], found, hint):
            checks -= len(mine)
            if checks < 0:
                return values
            values[index] = candidate
            if all_hold(mine, values):
                break
            values[index] = found
    return values


def _candidates(variable: Variable, found: Value, hint: Values | None) -> Iterator[Value]:
    wanted = hint.get(variable.index) if hint else None
    for candidate in (wanted, variable.default()):
        if candidate == found:
            return
        if candidate is not None and variable.admits(candidate):
            yield candidate
