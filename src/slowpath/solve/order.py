"""Systems of orders x - y <= c, differences, memberships and choices, asked as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.expr.condition import All, Compare, Condition, Constant, Member, Ranked, Some
from slowpath.expr.variable import Values, Variables
from slowpath.solve.atom import is_row
from slowpath.solve.difference import solve_conditions
from slowpath.solve.trail import Trail
from slowpath.solve.verdict import Model, Unknown, Unsat, Verdict, completed, involved

# Conditions from which a system is solved as arrays first, if its hint violates a tenth of them. A
# shuffled chain of 3,000 orders takes 84 ms by arrays and 357 by repair; one of 1,000 about the same by
# both, and NumPy need not be imported.
LARGE = 1_000


class Orders:
    """Answers where every condition is an order, a difference, a membership or a choice of such.

    The hint is repaired one condition after the other; a large system without a good hint is solved
    as a whole first, its differences and choices left out.
    """

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        if not all(map(is_order, conditions)):
            return Unknown("not only orders")
        mine = involved(conditions, variables)
        values: Values = completed(hint, mine)
        if len(conditions) >= LARGE and sum(not each.holds(values) for each in conditions) >= LARGE // 10:
            whole = solve_conditions(conditions, mine, values)
            if not isinstance(whole, Model):
                return whole
            values = whole
        trail = Trail(mine)
        broken: list[int] = []
        for place, condition in enumerate(conditions):
            if condition.holds(values):
                trail.push(condition)
            else:
                broken.append(place)
        return _mended(trail, conditions, broken, values)


def _mended(trail: Trail, conditions: Sequence[Condition], broken: list[int], values: Values) -> Verdict:
    """A model found by satisfying the broken conditions in turn, on top of the others."""
    late = set(broken)
    order = [place for place in range(len(conditions)) if place not in late] + broken
    for place in broken:
        condition = conditions[place]
        if not condition.holds(values):
            verdict = trail.repair(condition, values)
            if isinstance(verdict, Unsat):
                return Unsat(tuple(sorted({order[at] for at in verdict.core})))
            if isinstance(verdict, Unknown):
                return verdict
            values = verdict
        trail.push(condition)
    return values if isinstance(values, Model) else Model(values)


def is_order(condition: Condition) -> bool:
    """Whether a condition is made of orders, differences and memberships only."""
    if isinstance(condition, All | Some):
        return all(map(is_order, condition.parts))
    if isinstance(condition, Compare):
        return not is_row(condition)
    return isinstance(condition, Member | Ranked | Constant)
