"""The inputs that take one path: the conditions that held, in few words, and questions about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from slowpath.expr.comparison import at_most, compare, equal
from slowpath.expr.condition import EQ, LE, NE, TRUE, Compare, Condition, Constant, Member, all_of
from slowpath.expr.interval import Interval, interval_of
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, evaluate
from slowpath.expr.text import shown
from slowpath.expr.variable import Characters, Integers, Values, Variable, Variables, bounds_of
from slowpath.model.charset import LAST, CharSet
from slowpath.solve.chain import chain
from slowpath.solve.verdict import Model, Solver, Unsat

MOST_EXCEPTIONS = 64  # values that a variable is kept from and that are passed one by one, at each question


class Truth(StrEnum):
    """Whether a condition holds on the inputs of a path."""

    ALWAYS = "always"
    NEVER = "never"
    SOMETIMES = "under a condition"
    UNKNOWN = "unknown"  # it holds on some inputs or on none: the solver cannot tell


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether a condition holds, and values of the variables under which it does, if any are known."""

    truth: Truth
    values: Values | None = None

    @property
    def possible(self) -> bool:
        """Whether some input is known for which the condition holds."""
        return self.values is not None


@dataclass(frozen=True, slots=True)
class Region:
    """The inputs of one path: `held` are the conditions, `values` one input that meets them."""

    variables: tuple[Variable, ...]
    held: tuple[Condition, ...]
    values: Values

    def narrowed(self) -> tuple[Variable, ...]:
        """The variables in the domains that conditions on one of them alone leave."""
        bounds = _Bounds(self.variables)
        for condition in self.held:
            bounds.learn(condition)
        return bounds.variables()

    def simplified(self) -> list[Condition]:
        """The conditions: those on one variable put together, each where the variable is first mentioned."""
        bounds = _Bounds(self.variables)
        places: list[int | Condition] = []
        for condition in self.held:
            index = bounds.learn(condition)
            place: int | Condition = condition if index is None else index
            if place not in places and not isinstance(place, Constant):
                places.append(place)
        found: list[Condition] = []
        for place in places:
            found += bounds.conditions(place) if isinstance(place, int) else [place]
        return found

    def text(self) -> str:
        """The conditions as a Python expression; "True" where there are none."""
        return shown(all_of(self.simplified()), self.variables)

    def fixed(self) -> dict[int, int]:
        """The values of the integers that the conditions leave no choice."""
        found = {}
        for variable in self.narrowed():
            domain = variable.domain
            if isinstance(domain, Integers) and domain.lo is not None and domain.lo == domain.hi:
                found[variable.index] = domain.lo
        return found

    def reduced(self, expression: Expression, solver: Solver | None = None) -> Expression:
        """An expression in as few variables as the region allows: a number where it has one value only."""
        if isinstance(expression, int | float):
            return expression
        if isinstance(expression, Linear):
            expression = expression.substitute(dict(self.fixed()))
            if not expression.parts:
                return expression.constant
        value = evaluate(expression, self.values)
        if (
            isinstance(value, int)
            and self.rule(compare(expression, "==", value), solver).truth is Truth.ALWAYS
        ):
            return value
        return expression

    def interval(self, expression: Expression) -> Interval:
        """Between which numbers an expression lies, as far as bounds on single variables tell."""
        if isinstance(expression, int | float):
            return (expression, expression)
        return interval_of(expression, self.narrowed())

    def rule(self, condition: Condition, solver: Solver | None = None) -> Ruling:
        """Decide whether a condition holds on all, some or none of the inputs."""
        if isinstance(condition, Constant):
            return Ruling(Truth.ALWAYS, self.values) if condition.truth else Ruling(Truth.NEVER)
        holds = condition.holds(self.values)
        asked = condition.negated() if holds else condition
        verdict = (solver or chain()).solve([*self.held, asked], self.variables, self.values)
        if isinstance(verdict, Unsat):
            return Ruling(Truth.ALWAYS, self.values) if holds else Ruling(Truth.NEVER)
        if holds:
            return Ruling(Truth.SOMETIMES if isinstance(verdict, Model) else Truth.UNKNOWN, self.values)
        if isinstance(verdict, Model):
            return Ruling(Truth.SOMETIMES, {**self.values, **verdict})
        return Ruling(Truth.UNKNOWN)

    def where(self, condition: Condition, values: Values) -> Region:
        """The part of the region where a condition holds, as it does for the values."""
        held = self.held if condition == TRUE else (*self.held, condition)
        return replace(self, held=held, values=values)


def renamed(expression: Expression, source: Variables, target: Variables) -> Expression | None:
    """An expression over other variables of the same names; None where one is missing, or it is a term."""
    if isinstance(expression, int | float):
        return expression
    if not isinstance(expression, Linear):
        return None
    indices = {variable.name: variable.index for variable in target}
    names = [source[index].name for index in expression.variables()]
    if any(name not in indices for name in names):
        return None
    parts = {indices[source[index].name]: factor for index, factor in expression.parts}
    return Linear.of(parts, expression.constant)


class _Bounds:
    """What conditions on single variables leave of these."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self._all = variables
        self._bounds: dict[int, list[int | None]] = {}
        self._but: dict[int, set[int]] = {}
        self._chars: dict[int, CharSet] = {}

    def learn(self, condition: Condition) -> int | None:
        """Take a condition in; return the variable it is about, or None if it is about more than one."""
        if isinstance(condition, Member):
            self._chars[condition.index] = self._charset(condition.index) & condition.chars
            return condition.index
        if not isinstance(condition, Compare) or len(condition.parts) != 1:
            return None
        ((index, factor),) = condition.parts
        if abs(factor) != 1:
            return None
        if isinstance(self._all[index].domain, Characters):
            return self._learn_character(condition, index, factor)
        bounds = self._bounds.setdefault(index, list(bounds_of(self._all[index].domain)))
        limit = -condition.constant * factor
        if condition.op == LE and factor > 0:
            bounds[1] = limit if bounds[1] is None else min(bounds[1], limit)
        elif condition.op == LE:
            bounds[0] = limit if bounds[0] is None else max(bounds[0], limit)
        elif condition.op == EQ:
            bounds[:] = [limit, limit]
        else:
            self._but.setdefault(index, set()).add(limit)
        return index

    def _learn_character(self, condition: Compare, index: int, factor: int) -> int:
        """A comparison of a character with a code point says which set it is of."""
        limit = -condition.constant * factor
        if condition.op == LE:
            met = CharSet.between(0, limit) if factor > 0 else CharSet.between(limit, LAST)
        else:
            met = CharSet.between(limit, limit)
        self._chars[index] = self._charset(index) & (~met if condition.op == NE else met)
        return index

    def _charset(self, index: int) -> CharSet:
        domain = self._all[index].domain
        assert isinstance(domain, Characters)
        return self._chars.get(index, domain.chars)

    def _interval(self, index: int) -> tuple[int | None, int | None]:
        low, high = self._bounds[index]
        but = self._but.get(index, set())
        if len(but) <= MOST_EXCEPTIONS:
            while low is not None and low in but and low != high:
                low += 1
            while high is not None and high in but and low != high:
                high -= 1
        return low, high

    def variables(self) -> tuple[Variable, ...]:
        narrowed = list(self._all)
        for index in self._bounds:
            narrowed[index] = replace(narrowed[index], domain=Integers(*self._interval(index)))
        return tuple(narrowed)

    def conditions(self, index: int) -> list[Condition]:
        """What is known of a variable, in few conditions."""
        if index in self._chars:
            return [Member(index, self._chars[index])]
        low, high = self._interval(index)
        form = Linear.variable(index)
        if low is not None and low == high:
            return [equal(form - low)]
        least, most = bounds_of(self._all[index].domain)
        found: list[Condition] = []
        if low is not None and low != least:
            found.append(at_most(low - form))
        if high is not None and high != most:
            found.append(at_most(form - high))
        for value in sorted(self._but.get(index, ())):
            if (low is None or value > low) and (high is None or value < high):
                found.append(equal(form - value).negated())
        return found
