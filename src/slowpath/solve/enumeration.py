"""Small domains: every combination of values is tried, so any condition that can be evaluated is decided."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from slowpath.expr.condition import All, Condition, Relation, Some
from slowpath.expr.term import Term
from slowpath.expr.variable import Characters, Reals, Value, Values, Variable, Variables
from slowpath.solve.verdict import Model, Unknown, Unsat, Verdict, completed, involved

# Combinations that are tried, at most: 30 ms for a short condition, which is what Z3 takes for a few products
# or remainders. It knows no powers, and shifts and bits only of small numbers.
MOST = 4_096
# Terms and conditions that are evaluated in a millisecond, about. A limit on work makes answers repeat, which
# a clock does not.
TERMS = 100


class Enumeration:
    """Answers where some condition is no order or row, and its variables and those of the conditions
    beside it have few combinations. The values of the hint come first.

    `milliseconds` is about how long one question may take.
    """

    def __init__(self, milliseconds: int = 2_000) -> None:
        self._most_terms = milliseconds * TERMS

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        mine = involved(conditions, variables) if any(map(_is_rich, conditions)) else []
        if not mine or math.prod(map(_size, mine)) > MOST:
            return Unknown("orders and rows alone, or too many combinations")
        near = completed(hint, mine)
        domains = [_values(variable, near[variable.index]) for variable in mine]
        search = _Search(conditions, [variable.index for variable in mine], domains, self._most_terms)
        values = search.model()
        if values is not None:
            return Model(values)
        if search.is_late():
            return Unknown("too many terms for the combinations", late=True)
        if search.undefined:
            return Unknown("a condition that is not defined on some values")
        return Unsat(tuple(range(len(conditions))))


class _Search:
    """Values under which all conditions hold: each is asked as soon as its variables have values."""

    def __init__(
        self,
        conditions: Sequence[Condition],
        indices: Sequence[int],
        domains: Sequence[Sequence[Value]],
        most_terms: int,
    ) -> None:
        self.undefined = False  # whether a condition held neither plainly nor negated
        self._indices = indices
        self._domains = domains
        self._values: dict[int, Value] = {}
        self._known: dict[Term, Value] = {}  # terms under these values
        self._terms_left = most_terms  # and conditions
        places = {index: place for place, index in enumerate(indices)}
        self._asked: list[list[Condition]] = [[] for _ in indices]
        for condition in conditions:
            last = max([places[index] for index in condition.variables()], default=0)
            self._asked[last].append(condition)

    def is_late(self) -> bool:
        """Whether more was evaluated than may be."""
        return self._terms_left < 0

    def model(self) -> dict[int, Value] | None:
        """Such values; None if there are none, or if it is late."""
        waiting = [iter(self._domains[0])]
        while waiting:
            place = len(waiting) - 1
            for value in waiting[-1]:
                self._values[self._indices[place]] = value
                holds = all(map(self._holds, self._asked[place]))
                self._terms_left -= len(self._known)
                self._known.clear()
                if self.is_late():
                    return None
                if holds:
                    break
            else:
                waiting.pop()
                continue
            if len(waiting) == len(self._indices):
                return self._values
            waiting.append(iter(self._domains[place + 1]))
        return None

    def _holds(self, condition: Condition) -> bool:
        self._terms_left -= 1
        if isinstance(condition, Relation):
            truth = condition.truth_of(self._values, self._known)
            self.undefined |= truth is None
            return truth is True
        if condition.holds(self._values):
            return True
        self.undefined |= _is_rich(condition) and not condition.negated().holds(self._values)
        return False


def _is_rich(condition: Condition) -> bool:
    if isinstance(condition, All | Some):
        return any(map(_is_rich, condition.parts))
    return isinstance(condition, Relation)


def _size(variable: Variable) -> float:
    domain = variable.domain
    if isinstance(domain, Characters):
        return len(domain.chars)
    if isinstance(domain, Reals) or domain.lo is None or domain.hi is None:
        return math.inf
    return domain.hi - domain.lo + 1


def _values(variable: Variable, first: Value) -> list[Value]:
    """The values of a small domain, a given one first."""
    domain = variable.domain
    every: Iterable[int]
    if isinstance(domain, Characters):
        every = [code for low, high in domain.chars.spans for code in range(low, high + 1)]
    else:
        assert not isinstance(domain, Reals)
        assert domain.lo is not None
        assert domain.hi is not None
        every = range(domain.lo, domain.hi + 1)
    return [first, *[value for value in every if value != first]]
