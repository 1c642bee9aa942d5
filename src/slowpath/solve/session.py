"""Questions along a search: a trail that is repaired, and solvers behind it for what repair cannot do."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from time import perf_counter

from slowpath.expr.condition import Compare, Condition, all_hold
from slowpath.expr.variable import Values, Variables
from slowpath.solve.atom import is_row
from slowpath.solve.bucket import MOST_VARIABLES, Buckets
from slowpath.solve.statistics import Statistics
from slowpath.solve.trail import Trail
from slowpath.solve.verdict import Model, Solver, Unknown, Unsat, Verdict


class Session:
    """Asks for models of a growing and shrinking stack of conditions.

    `push` and `pop` follow the decisions of a depth-first search; `solve` asks for one condition more,
    and changes nothing. Repair comes first; then the conditions connected with the new one (by shared
    variables) go to `behind`, and everything else keeps the values of the hint. Between the two, `buckets`
    answer about linear forms of few integers.
    """

    def __init__(
        self, variables: Variables, buckets: Buckets | None, behind: Solver, statistics: Statistics
    ) -> None:
        self._variables = variables
        self._buckets = buckets
        self._behind = behind
        self._trail = Trail(variables)
        self._repairs = statistics.stage("repair")
        self._eliminations = statistics.stage("buckets")
        self._checks = statistics.stage("check")

    def __len__(self) -> int:
        return len(self._trail.conditions)

    def push(self, condition: Condition) -> None:
        """Assume a condition."""
        self._trail.push(condition)

    def pop(self, count: int = 1) -> None:
        """Take back the last `count` assumptions."""
        self._trail.pop(count)
        if self._buckets is not None:
            self._buckets.keep(len(self._trail.conditions))

    def follow(self, conditions: Sequence[Condition]) -> None:
        """Assume exactly these, keeping what they have in common with what is assumed now."""
        held = self._trail.conditions
        common = shared(held, conditions)
        if common < len(held):
            self.pop(len(held) - common)
        for condition in conditions[common:]:
            self.push(condition)

    def solve(self, condition: Condition, hint: Values) -> Verdict:
        """A model of what is assumed and one condition more. `hint` is a model of what is assumed.

        The core of an Unsat names assumptions by their place; the new condition has the next place.
        """
        if condition.holds(hint):
            return hint if isinstance(hint, Model) else Model(hint)
        verdict: Verdict = _NO_ORDER
        if not is_row(condition):
            start = perf_counter()
            verdict = self._checked(self._trail.repair(condition, hint), condition, hint)
            self._repairs.count(verdict, perf_counter() - start)
        if isinstance(verdict, Unknown) and self._buckets is not None and isinstance(condition, Compare):
            start = perf_counter()
            verdict = self._eliminated(self._buckets, condition, hint)
            self._eliminations.count(verdict, perf_counter() - start)
        if isinstance(verdict, Unknown):
            verdict = self._checked(self._ask(condition, hint), condition, hint)
        return verdict

    def _eliminated(self, buckets: Buckets, condition: Compare, hint: Values) -> Verdict:
        held = self._trail.conditions
        if not buckets.covers(condition) or not buckets.follow(held):
            mine = self._trail.tied(condition, MOST_VARIABLES)
            for alone in (False, True):
                if not buckets.start(mine, alone):
                    return _NOT_FEW
                if buckets.follow(held):
                    break
        verdict = buckets.solve(condition, hint)
        if isinstance(verdict, Model) and not self._passes(verdict, condition, hint):
            return _NO_ROWS
        return verdict

    def _ask(self, condition: Condition, hint: Values) -> Verdict:
        held = self._trail.conditions
        places = [*self._trail.connected(condition), len(held)]
        verdict = self._behind.solve(
            [*[held[place] for place in places[:-1]], condition], self._variables, hint
        )
        if isinstance(verdict, Unsat):
            return Unsat(tuple([places[place] for place in verdict.core]))
        if isinstance(verdict, Model):
            return Model({**hint, **verdict})
        return verdict

    def _checked(self, verdict: Verdict, condition: Condition, hint: Values) -> Verdict:
        """The verdict; where its model does not pass the exact check, that is counted and nothing known."""
        if not isinstance(verdict, Model) or self._passes(verdict, condition, hint):
            return verdict
        self._checks.refused += 1
        return Unknown("the model does not pass the exact check")

    def _passes(self, model: Model, condition: Condition, hint: Values) -> bool:
        """Whether every condition holds that a model could have broken, evaluated exactly."""
        held = self._trail.conditions
        changed = [index for index, value in model.items() if value is not hint.get(index)]
        return (
            condition.holds(model)
            and all(self._variables[index].admits(model[index]) for index in changed)
            and all_hold((held[place] for place in self._trail.touching(changed)), model)
        )


def shared(left: Sequence[Condition], right: Sequence[Condition]) -> int:
    """How many conditions two sequences have in common at their beginning."""
    same = bytes(map(is_, left, right))  # most are the very same
    count = same.find(0)
    if count < 0:
        return len(same)
    while count < len(same) and (same[count] or left[count] == right[count]):
        count += 1
    return count


_NO_ORDER = Unknown("a row is no order, which a trail could repair")
_NOT_FEW = Unknown("not only few integers")
_NO_ROWS = Unknown("conditions that are no rows stand in the way")
