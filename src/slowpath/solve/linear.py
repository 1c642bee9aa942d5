"""Systems of linear conditions on integers by HiGHS.

The relaxation comes first: its solution, rounded, is mostly a model. HiGHS computes in floating point,
so a contradiction is believed only where all numbers are small, and a model only after the exact check.
"""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.expr.condition import EQ, FALSE, LE, NE, TRUE, Compare, Condition
from slowpath.expr.variable import Characters, Reals, Value, Values, Variables, bounds_of
from slowpath.solve.highs import LinearProgram, solve_program
from slowpath.solve.near import drawn
from slowpath.solve.verdict import Model, Unknown, Unsat, Verdict, completed, involved

SMALL = 1_000_000  # coefficients and bounds up to here leave HiGHS's tolerances no room for a wrong verdict
# Smaller systems are left to Z3, which also names the core of a contradiction. For 200 random rows HiGHS
# takes 50 ms, and Z3 does not end within its limit.
FEW = 200
# Violated != conditions that are turned into < or >: each solves the system again, for 50 ms.
MOST_SPLITS = 20


class LinearRows:
    """Answers where all conditions compare linear forms, and there are at least `few`."""

    def __init__(self, seconds: float = 10.0, few: int = FEW) -> None:
        self._seconds = seconds
        self._few = few

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        if len(conditions) < self._few:
            return Unknown("too few conditions to set up HiGHS")
        rows: list[Compare] = []
        differences: list[Compare] = []
        for place, condition in enumerate(conditions):
            if condition == FALSE:
                return Unsat((place,))
            if condition == TRUE:
                continue
            if not isinstance(condition, Compare):
                return Unknown("not only linear conditions")
            (differences if condition.op is NE else rows).append(condition)
        for index in {index for condition in conditions for index in condition.variables()}:
            domain = variables[index].domain
            if isinstance(domain, Reals) or (isinstance(domain, Characters) and len(domain.chars.spans) > 1):
                return Unknown("a domain that is no interval of integers")
        return self._search(rows, differences, conditions, variables, hint)

    def _search(
        self,
        rows: list[Compare],
        differences: list[Compare],
        conditions: Sequence[Condition],
        variables: Variables,
        hint: Values | None,
    ) -> Verdict:
        """Solve the rows; turn a difference that the model violates into < or >, depth first."""
        waiting = [rows]
        for _ in range(MOST_SPLITS):
            if not waiting:
                return Unsat(tuple(range(len(conditions))))
            chosen = waiting.pop()
            verdict = self._rows(chosen, variables, hint)
            if isinstance(verdict, Unknown):
                return verdict
            if verdict is None:
                continue
            values = {**completed(hint, involved(conditions, variables)), **verdict}
            broken = next((each for each in differences if not each.holds(values)), None)
            if broken is None:
                return Model(drawn(values, hint, conditions, variables))
            below = Compare(broken.parts, broken.constant + 1, LE)
            above = Compare(
                tuple([(index, -factor) for index, factor in broken.parts]), 1 - broken.constant, LE
            )
            waiting += [[*chosen, below], [*chosen, above]]
        return Unknown("too many differences for HiGHS")

    def _rows(
        self, rows: list[Compare], variables: Variables, hint: Values | None
    ) -> dict[int, Value] | Unknown | None:
        """A model of rows, or None where they contradict."""
        import numpy as np

        if not rows:
            return {}
        indices = sorted({index for row in rows for index, _ in row.parts})
        slots = {index: slot for slot, index in enumerate(indices)}
        counts = np.cumsum([0] + [len(row.parts) for row in rows])
        columns = [slots[index] for row in rows for index, _ in row.parts]
        factors = [factor for row in rows for _, factor in row.parts]
        limits = [-row.constant for row in rows]
        sizes = [abs(number) for number in (*factors, *limits)]
        low, high = zip(*[bounds_of(variables[index].domain) for index in indices], strict=True)
        sizes += [abs(bound) for bound in (*low, *high) if bound is not None]
        if max(sizes) >= 1 << 53:
            return Unknown("numbers too large for floating point")
        upper = np.array(limits, float)
        program = LinearProgram(
            starts=np.array(counts, np.int32),
            columns=np.array(columns, np.int32),
            factors=np.array(factors, float),
            lower=np.where([row.op is EQ for row in rows], upper, -np.inf),
            upper=upper,
            low=np.array([-np.inf if each is None else each for each in low], float),
            high=np.array([np.inf if each is None else each for each in high], float),
        )
        for whole in (False, True):  # the relaxation comes first
            outcome = solve_program(program, self._seconds, whole=whole)
            if outcome.is_infeasible:
                return None if max(sizes) <= SMALL else Unknown("a contradiction in floating point")
            if outcome.values is not None:
                values: dict[int, Value] = {
                    index: round(value) for index, value in zip(indices, outcome.values.tolist(), strict=True)
                }
                if all(row.holds(values) for row in rows):
                    return values
        return Unknown(f"HiGHS: {outcome.message}", late=outcome.is_late)
