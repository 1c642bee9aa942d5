"""Conditions that share no variables are separate questions, and most are answered already."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.expr.condition import FALSE, Condition
from slowpath.expr.variable import Values, Variables
from slowpath.solve.verdict import Model, Solver, Unknown, Unsat, Verdict, completed


class Slicing:
    """Asks the solver inside about each group of connected conditions that the hint does not satisfy."""

    def __init__(self, inside: Solver) -> None:
        self._inside = inside

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        model = Model(completed(hint, variables))
        unknown: Unknown | None = None
        for places in groups(conditions):
            part = [conditions[place] for place in places]
            if all(condition.holds(model) for condition in part):
                continue
            if FALSE in part:
                return Unsat((places[part.index(FALSE)],))
            verdict = self._inside.solve(part, variables, model)
            if isinstance(verdict, Unsat):
                return Unsat(tuple([places[place] for place in verdict.core]))
            if isinstance(verdict, Unknown):
                # Another group may still contradict itself.
                unknown = unknown if unknown is not None and unknown.late else verdict
            else:
                model.update(verdict)
        return unknown or model


def groups(conditions: Sequence[Condition]) -> list[list[int]]:
    """The places of connected conditions, group by group, in the order of their first members."""
    parent: dict[int, int] = {}  # a forest over variables: a group is a tree

    def root(index: int) -> int:
        while parent.setdefault(index, index) != index:
            parent[index] = index = parent[parent[index]]
        return index

    used = [condition.variables() for condition in conditions]
    for indices in used:
        for index in indices[1:]:
            parent[root(index)] = root(indices[0])
    found: dict[int, list[int]] = {}
    for place, indices in enumerate(used):
        found.setdefault(root(indices[0]) if indices else ~place, []).append(place)
    return list(found.values())
