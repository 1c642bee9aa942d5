"""A solver whose questions without an answer are counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values, Variables
from slowpath.solve.chain import chain
from slowpath.solve.verdict import Solver, Unknown, Verdict


@dataclass(slots=True)
class NotingSolver:
    """Answers as the solver inside; `unknown` counts what that could not tell, `late` what it had no time
    for."""

    inside: Solver = field(default_factory=chain)
    unknown: int = 0
    late: int = 0

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        verdict = self.inside.solve(conditions, variables, hint)
        if isinstance(verdict, Unknown):
            self.unknown += 1
            self.late += verdict.late
        return verdict
