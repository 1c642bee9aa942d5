"""Models one variable away from the hint: cheaper to try than a solver is to ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slowpath.expr.condition import EQ, LE, Compare, Condition, all_hold, broken
from slowpath.expr.variable import Value, Values, Variable, Variables
from slowpath.solve.verdict import Model, Unknown, Verdict, completed, involved

MOST_CHECKS = 2_000  # evaluated conditions: a millisecond, a tenth of what Z3 takes for a small question
# How far a value is moved. Conditions that no order or row states (products, remainders, bits) mostly
# change with the next numbers or at a power of two.
STEPS = (1, -1, 2, -2, 3, -3, 5, -5, 8, -8, 16, -16, 64, -64, 256, -256)


class Local:
    """Tries other values for one variable of the only condition that the hint violates."""

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        values = completed(hint, involved(conditions, variables))
        violated = list(broken(conditions, values))
        if not violated:
            return Model(values)
        checks = MOST_CHECKS
        for index in violated[0].variables():
            mine = [condition for condition in conditions if index in condition.variables()]
            if not set(violated) <= set(mine):
                continue
            before = values[index]
            for candidate in _candidates(violated[0], variables[index], values):
                values[index] = candidate
                checks -= 1
                if violated[0].holds(values):
                    checks -= len(mine)
                    if all_hold(mine, values):
                        return Model(values)
                if checks < 0:
                    return Unknown("no model one variable away from the hint")
            values[index] = before
        return Unknown("no model one variable away from the hint")


def _candidates(condition: Condition, variable: Variable, values: Values) -> Iterator[Value]:
    before = values[variable.index]
    proposed: list[Value] = []
    if isinstance(condition, Compare):
        proposed = list(_exact(condition, variable.index, values))
    zero, one = type(before)(0), type(before)(1)
    proposed += [zero, one, -one, *[before + step for step in STEPS], -before, before * 2]
    for candidate in proposed:
        if candidate != before and variable.admits(candidate):
            yield candidate


def _exact(condition: Compare, index: int, values: Values) -> Iterator[int]:
    """The nearest values of one variable with which a linear condition holds."""
    factor = dict(condition.parts)[index]
    rest = condition.constant + sum(
        other_factor * int(values[other]) for other, other_factor in condition.parts if other != index
    )
    if condition.op is LE:
        yield -rest // factor if factor > 0 else -(rest // factor)
    elif condition.op is EQ and rest % factor == 0:
        yield -rest // factor
