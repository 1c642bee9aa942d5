"""The least squares of the relative error by which terms are fitted to points.

All arithmetic is relative to the largest point: every term is 1 at the largest size and every cost a share
of the largest cost. A point's weight falls from 1 at the largest size to a third at the smallest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from slowpath.model.cost import Number
from slowpath.model.growth import GrowthTerm

Points = Sequence[tuple[int, Number]]
_DEPENDENT = 1e-9  # what is left of a column, as a share of it, if the others make it up


class System:
    """The weighted points, with a column for each term. Hundreds of forms with the same lower terms are
    tried on the same points, so a column, and a basis of lower ones, is computed once."""

    def __init__(self, points: Points) -> None:
        self.points = points
        count = len(points)
        last_cost = points[-1][1]
        shares = [cost / last_cost if last_cost else 1.0 for _, cost in points]
        least = min((share for share in shares if share > 0), default=1.0)
        weights = [(1 + 2 * i / max(1, count - 1)) / 3 for i in range(count)]
        self._factors = [weight / max(share, least) for weight, share in zip(weights, shares, strict=True)]
        self._target = list(map(mul, shares, self._factors))
        self._weight = sum(map(mul, weights, weights))
        self._logs = [math.log(size) for size, _ in points]
        self._columns: dict[GrowthTerm, list[float]] = {}
        self._bases: dict[Sequence[GrowthTerm], Basis | None] = {(): Basis([], [], [], self._target)}

    def solve(self, terms: Sequence[GrowthTerm]) -> tuple[list[float], float] | None:
        """The share of each term in the largest cost, and the squares of what they miss; None if the terms
        depend on each other."""
        leading, *lower = terms
        basis = self._basis(tuple(lower))
        whole = None if basis is None else basis.extended(self._column(leading))
        if whole is None:
            return None
        *shares, first = whole.shares()
        return [first, *shares], sum(map(mul, whole.rest, whole.rest))

    def residual(self, squares: float, parameters: int) -> float:
        """The weighted relative error of so many parameters that miss by these squares."""
        count = len(self.points)
        return math.sqrt(squares / (self._weight * (count - parameters) / count))

    def _basis(self, terms: Sequence[GrowthTerm]) -> Basis | None:
        if terms not in self._bases:
            before = self._basis(terms[:-1])
            self._bases[terms] = None if before is None else before.extended(self._column(terms[-1]))
        return self._bases[terms]

    def _column(self, term: GrowthTerm) -> list[float]:
        found = self._columns.get(term)
        if found is None:
            found = self._columns[term] = list(map(mul, self._values(term), self._factors))
        return found

    def _values(self, term: GrowthTerm) -> list[float]:
        """The term at every size, as a share of what it is at the largest."""
        power = term.power
        if term.base == 1 and not term.logs and not term.factorials:  # by far the most frequent
            top = power * self._logs[-1]
            return [math.exp(power * log - top) for log in self._logs]
        top = term.log_at(self.points[-1][0])
        return [
            0.0 if term.logs and size == 1 else math.exp(term.log_at(size) - top) for size, _ in self.points
        ]


@dataclass(frozen=True, slots=True)
class Basis:
    """Columns made orthogonal by modified Gram-Schmidt, and a target as far as they make it up.

    `upper` has a list for each column: its parts along the columns before, and its own norm. The `rest` of
    the target is what the columns do not make up.
    """

    columns: list[list[float]]
    upper: list[list[float]]
    projected: list[float]
    rest: list[float]

    def extended(self, column: list[float]) -> Basis | None:
        """With one column more; None if that depends on the others."""
        size = math.sqrt(sum(map(mul, column, column)))
        parts = []
        for other in self.columns:
            dot = sum(map(mul, other, column))
            parts.append(dot)
            column = [y - dot * x for x, y in zip(other, column, strict=True)]
        norm = math.sqrt(sum(map(mul, column, column)))
        if norm <= _DEPENDENT * size:
            return None
        column = [x / norm for x in column]
        dot = sum(map(mul, column, self.rest))
        rest = [y - dot * x for x, y in zip(column, self.rest, strict=True)]
        return Basis([*self.columns, column], [*self.upper, [*parts, norm]], [*self.projected, dot], rest)

    def shares(self) -> list[float]:
        """How much of each column makes up the target best."""
        count = len(self.columns)
        result = [0.0] * count
        for j in range(count - 1, -1, -1):
            above = sum(self.upper[k][j] * result[k] for k in range(j + 1, count))
            result[j] = (self.projected[j] - above) / self.upper[j][j]
        return result


def least_squares(columns: Sequence[list[float]], target: list[float]) -> list[float] | None:
    """How much of each column makes up the target best; None if the columns depend on each other."""
    basis: Basis | None = Basis([], [], [], target)
    for column in columns:
        basis = None if basis is None else basis.extended(column)
    return None if basis is None else basis.shares()
