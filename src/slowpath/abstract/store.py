"""What a trace has decided about the input so far: a range for each variable, less some values.

Conditions over two variables and more are not kept: the abstraction has more traces then, never fewer.
"""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.expr.linear import Linear

MOST_HOLES = 8  # values that a variable is known not to have: each set of them makes states of its own

Range = tuple[int | None, int | None, frozenset[int]]  # least, largest, values left out
_ALL: Range = (None, None, frozenset())

NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


@dataclass(frozen=True, slots=True)
class Store:
    """The ranges by variable index, sorted."""

    ranges: tuple[tuple[int, Range], ...] = ()

    def of(self, index: int) -> Range:
        for place, bounds in self.ranges:
            if place == index:
                return bounds
        return _ALL

    def with_range(self, index: int, bounds: Range) -> Store:
        others = [each for each in self.ranges if each[0] != index]
        return Store(tuple(sorted([*others, (index, bounds)])))

    def assume(self, form: Linear, op: str) -> Store | None:
        """The store where `form op 0` holds as well; None where that contradicts it."""
        if len(form.parts) != 1:
            low, high = self.span(form)
            return None if _excluded(low, high, op) else self
        ((index, factor),) = form.parts
        bounds = _narrowed(self.of(index), factor, form.constant, op)
        return None if bounds is None else self.with_range(index, bounds)

    def span(self, form: Linear) -> tuple[int | None, int | None]:
        """The least and the largest value of a form; None is no bound."""
        low: int | None = form.constant
        high: int | None = form.constant
        for index, factor in form.parts:
            least, largest, _ = self.of(index)
            if factor < 0:
                least, largest = largest, least
            low = None if low is None or least is None else low + factor * least
            high = None if high is None or largest is None else high + factor * largest
        return low, high

    def value(self, form: Linear) -> int | None:
        """The one value that a form can have, if there is only one."""
        low, high = self.span(form)
        return low if low is not None and low == high else None


def _excluded(low: int | None, high: int | None, op: str) -> bool:
    """Whether no number from `low` to `high` compares so with zero."""
    match op:
        case "<":
            return low is not None and low >= 0
        case "<=":
            return low is not None and low > 0
        case ">":
            return high is not None and high <= 0
        case ">=":
            return high is not None and high < 0
        case "==":
            return (low is not None and low > 0) or (high is not None and high < 0)
    return low == 0 == high


def _narrowed(bounds: Range, factor: int, constant: int, op: str) -> Range | None:
    """The values x of a range for which `factor * x + constant op 0`."""
    low, high, holes = bounds
    if factor < 0:
        factor, constant, op = -factor, -constant, MIRRORED[op]
    quotient, rest = divmod(-constant, factor)  # x op -constant / factor
    match op:
        case "<":
            high = _least(high, quotient if rest else quotient - 1)
        case "<=":
            high = _least(high, quotient)
        case ">":
            low = _largest(low, quotient + 1)
        case ">=":
            low = _largest(low, quotient + 1 if rest else quotient)
        case "==":
            if rest or quotient in holes:
                return None
            low, high = _largest(low, quotient), _least(high, quotient)
        case "!=":
            if not rest and len(holes) < MOST_HOLES:
                holes |= {quotient}
    return _tightened(low, high, holes)


def _tightened(low: int | None, high: int | None, holes: frozenset[int]) -> Range | None:
    """A range whose bounds are no holes, with the holes between them; None if it is empty."""
    while low is not None and low in holes:
        holes, low = holes - {low}, low + 1
    while high is not None and high in holes:
        holes, high = holes - {high}, high - 1
    if low is not None and high is not None and low > high:
        return None
    inside = [hole for hole in holes if (low is None or hole >= low) and (high is None or hole <= high)]
    return low, high, frozenset(inside)


def _least(one: int | None, other: int) -> int:
    return other if one is None else min(one, other)


def _largest(one: int | None, other: int) -> int:
    return other if one is None else max(one, other)
