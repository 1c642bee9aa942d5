"""Answers used again: for the same conditions, for more, and for fewer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values, Variables
from slowpath.solve.verdict import Model, Solver, Unsat, Verdict, involved

KEPT = 10_000  # questions remembered: some megabytes, with a hundred conditions in each
# Models tried on a new question, the latest first. A try evaluates conditions (half a microsecond each)
# up to the first that fails; eight stay below the cost of any solver behind.
MODELS = 8


class Cached:
    """Remembers the answers of the solver inside.

    A contradiction answers every question that contains its core. A model answers every question whose
    conditions hold in it: those with fewer conditions, and some others.
    """

    def __init__(self, inside: Solver) -> None:
        self._inside = inside
        self._forget(())

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        if variables is not self._variables:
            self._forget(variables)
        asked = frozenset(conditions)
        verdict = self._remembered(asked, conditions)
        if verdict is None:
            verdict = self._inside.solve(conditions, variables, hint)
            self._remember(asked, conditions, verdict)
        return verdict

    def _forget(self, variables: Variables) -> None:
        """Start anew: answers about other variables tell nothing."""
        self._variables = variables
        self._answers: OrderedDict[frozenset[Condition], Verdict] = OrderedDict()
        self._cores: dict[Condition, list[frozenset[Condition]]] = {}  # each under one of its members
        self._models: list[Model] = []

    def _remembered(self, asked: frozenset[Condition], conditions: Sequence[Condition]) -> Verdict | None:
        core = next(
            (core for each in conditions for core in self._cores.get(each, ()) if core <= asked), None
        )
        if core is not None:
            return Unsat(tuple(sorted({conditions.index(each) for each in core})))
        known = self._answers.get(asked)
        models = self._models if known is None else [known] if isinstance(known, Model) else []
        mine = [variable.index for variable in involved(conditions, self._variables)]
        for model in models:
            # The last condition is new: it rules out most models.
            if (
                all(index in model for index in mine)
                and conditions[-1].holds(model)
                and all(each.holds(model) for each in conditions)
            ):
                return Model({index: model[index] for index in mine})
        return known if known is not None and not isinstance(known, Model) else None

    def _remember(
        self, asked: frozenset[Condition], conditions: Sequence[Condition], verdict: Verdict
    ) -> None:
        if isinstance(verdict, Unsat):
            core = frozenset([conditions[place] for place in verdict.core])
            if core:
                self._cores.setdefault(next(iter(core)), []).append(core)
            return
        if isinstance(verdict, Model):
            self._models = [verdict, *self._models[: MODELS - 1]]
        self._answers[asked] = verdict
        if len(self._answers) > KEPT:
            self._answers.popitem(last=False)
