"""No model is believed: every condition is evaluated on it, exactly."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.expr.condition import Condition, all_hold
from slowpath.expr.variable import Values, Variables
from slowpath.solve.statistics import RecordedSolver
from slowpath.solve.verdict import Model, Unknown, Verdict


class Checked(RecordedSolver):
    """Answers Unknown, and counts it, if the model of the solver inside is wrong."""

    __slots__ = ()

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        verdict = self.inside.solve(conditions, variables, hint)
        if isinstance(verdict, Model) and not satisfies(verdict, conditions, variables):
            self.record.refused += 1
            return Unknown("the model does not pass the exact check")
        return verdict


def satisfies(model: Values, conditions: Sequence[Condition], variables: Variables) -> bool:
    """Whether a model lies in the domains and every condition holds in it."""
    indices = {index for condition in conditions for index in condition.variables()}
    return all(index in model and variables[index].admits(model[index]) for index in indices) and all_hold(
        conditions, model
    )
