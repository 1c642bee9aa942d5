"""Costs that a polynomial reproduces exactly.

Counted costs have no noise, so a polynomial that gives the cost at many more sizes than it has coefficients
is no fit but a proof for these sizes: a cost whose square term is small is quadratic all the same. At equally
spaced sizes the differences of a polynomial of degree k are the same from order k on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from slowpath.model.cost import Number
from slowpath.model.growth import GrowthTerm

FEWEST = 8  # sizes: four more than the coefficients of the highest degree
DEGREES = range(1, 4)  # a cost of a higher degree needs no proof: it shows at once


@dataclass(frozen=True, slots=True)
class Polynomial:
    """A polynomial by its coefficients, that of the constant first. The last one is positive."""

    coefficients: tuple[Fraction, ...]

    @property
    def degree(self) -> int:
        """The highest power."""
        return len(self.coefficients) - 1

    @property
    def terms(self) -> tuple[GrowthTerm, ...]:
        """The terms of a growth, the leading one first."""
        named = [GrowthTerm(float(each), power=power) for power, each in enumerate(self.coefficients) if each]
        return tuple(reversed(named))

    def at(self, size: int) -> Fraction:
        """The value at a size."""
        return sum(
            (each * Fraction(size) ** power for power, each in enumerate(self.coefficients)), Fraction()
        )

    def leading(self, size: int) -> Fraction:
        """The value of the leading term alone."""
        return self.coefficients[-1] * Fraction(size) ** self.degree

    def leads_from(self, share: Fraction) -> int:
        """Return the least power of two at which the leading term is this share of the value."""
        size = 1
        while self.leading(size) < share * self.at(size):
            size *= 2
        return size


def polynomial(points: Sequence[tuple[int, Number]]) -> Polynomial | None:
    """Return the polynomial that all points lie on, to the op, or None.

    The sizes are equally spaced. A cost is a whole number of ops below the true one by less than one, so a
    difference of order k is off by less than 2**k.
    """
    if len(points) < FEWEST:
        return None
    (first, _), (second, _) = points[:2]
    step = second - first
    assert step > 0
    assert all(after - before == step for (before, _), (after, _) in pairwise(points))
    rows = [[Fraction(cost) for _, cost in points]]
    for degree in DEGREES:
        rows.append(_differences(rows[-1]))
        next_row = _differences(rows[-1])
        if all(abs(each) < 2 ** (degree + 1) for each in next_row):
            if min(rows[-1]) <= 2**degree:
                return None
            return _through(points, degree)
    return None


def _differences(row: Sequence[Fraction]) -> list[Fraction]:
    return [after - before for before, after in pairwise(row)]


def _through(points: Sequence[tuple[int, Number]], degree: int) -> Polynomial | None:
    """The polynomial through points that are as far apart as possible, if it goes by all others."""
    last = len(points) - 1
    chosen = [points[place * last // degree] for place in range(degree + 1)]
    coefficients = [Fraction()] * (degree + 1)
    for size, cost in chosen:
        others = [other for other, _ in chosen if other != size]
        basis = [Fraction(cost)]
        for other in others:  # times (n - other) / (size - other)
            shifted = [Fraction(), *basis]
            lowered = [*(each * -other for each in basis), Fraction()]
            basis = [(up + down) / (size - other) for up, down in zip(shifted, lowered, strict=True)]
        coefficients = [sum_ + each for sum_, each in zip(coefficients, basis, strict=True)]
    found = Polynomial(tuple(coefficients))
    # Rounding moves the chosen points by less than one op, and the curve between them by little more.
    if found.coefficients[-1] <= 0 or any(abs(found.at(size) - cost) > degree + 1 for size, cost in points):
        return None
    return found
