"""The least squares of the relative error by which terms are fitted to points.

All arithmetic is relative to the largest point: every term is 1 at the largest size and every cost a share
of the largest cost. A point's weight falls from 1 at the largest size to a third at the smallest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

from slowpath.model.cost import Number
from slowpath.model.growth import GrowthTerm

Points = Sequence[tuple[int, Number]]
_DEPENDENT = 1e-9  # what is left of a column, as a share of it, if the others make it up


class System:
    """The weighted points, with a column for each term. Hundreds of forms with the same lower terms are
    tried on the same points, so a column is computed once."""

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

    def solve(self, terms: Sequence[GrowthTerm]) -> list[float] | None:
        """The share of each term in the largest cost; None if the terms depend on each other."""
        return least_squares([self._column(term) for term in terms], self._target)

    def residual(self, terms: Sequence[GrowthTerm], shares: Sequence[float], parameters: int) -> float:
        """The weighted relative error of terms with their shares."""
        sums = [0.0] * len(self.points)
        for term, share in zip(terms, shares, strict=True):
            sums = [sofar + share * value for sofar, value in zip(sums, self._column(term), strict=True)]
        misses = [wanted - given for wanted, given in zip(self._target, sums, strict=True)]
        count = len(self.points)
        return math.sqrt(sum(map(mul, misses, misses)) / (self._weight * (count - parameters) / count))

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


def least_squares(columns: Sequence[list[float]], target: list[float]) -> list[float] | None:
    """Solve by modified Gram-Schmidt; None if the columns depend on each other."""
    count = len(columns)
    basis: list[list[float]] = []
    upper = [[0.0] * count for _ in range(count)]
    projected = []
    rest = target
    for j, column in enumerate(columns):
        size = math.sqrt(sum(map(mul, column, column)))
        for i, other in enumerate(basis):
            dot = upper[i][j] = sum(map(mul, other, column))
            column = [y - dot * x for x, y in zip(other, column, strict=True)]
        norm = math.sqrt(sum(map(mul, column, column)))
        if norm <= _DEPENDENT * size:
            return None
        upper[j][j] = norm
        column = [x / norm for x in column]
        basis.append(column)
        dot = sum(map(mul, column, rest))
        projected.append(dot)
        rest = [y - dot * x for x, y in zip(column, rest, strict=True)]
    result = [0.0] * count
    for j in range(count - 1, -1, -1):
        result[j] = (projected[j] - sum(upper[j][k] * result[k] for k in range(j + 1, count))) / upper[j][j]
    return result
