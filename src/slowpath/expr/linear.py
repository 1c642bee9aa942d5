"""Linear forms over integer variables: 3*x - y + 7, exact and immutable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from slowpath.expr.variable import Values

Parts = tuple[tuple[int, int], ...]  # (variable index, coefficient), sorted by index, no zero coefficient


class Linear:
    """A sum of variables with integer coefficients, and a constant.

    Characters count as integers: their code points. Forms share their `parts` where only the constant
    differs, and nothing ever changes one.
    """

    __slots__ = ("constant", "parts")

    def __init__(self, parts: Parts, constant: int = 0) -> None:
        self.parts = parts
        self.constant = constant

    @classmethod
    def variable(cls, index: int) -> Linear:
        """The form that is one variable."""
        return cls(((index, 1),))

    @classmethod
    def of(cls, coefficients: Mapping[int, int], constant: int = 0) -> Linear:
        """A form from its coefficients by variable index."""
        return cls(_parts(coefficients.items()), constant)

    def __add__(self, other: Linear | int) -> Linear:
        if isinstance(other, int):
            return Linear(self.parts, self.constant + other)
        return Linear(_added(self.parts, other.parts, 1), self.constant + other.constant)

    __radd__ = __add__

    def __sub__(self, other: Linear | int) -> Linear:
        if isinstance(other, int):
            return Linear(self.parts, self.constant - other)
        return Linear(_added(self.parts, other.parts, -1), self.constant - other.constant)

    def __rsub__(self, other: int) -> Linear:
        return Linear(tuple([(index, -factor) for index, factor in self.parts]), other - self.constant)

    def __neg__(self) -> Linear:
        return Linear(tuple([(index, -factor) for index, factor in self.parts]), -self.constant)

    def __mul__(self, scale: int) -> Linear:
        if not scale:
            return Linear((), 0)
        return Linear(tuple([(index, scale * factor) for index, factor in self.parts]), scale * self.constant)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Linear) and self.constant == other.constant and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((self.parts, self.constant))

    def __repr__(self) -> str:
        return f"Linear({self.parts}, {self.constant})"

    def substitute(self, forms: Mapping[int, Linear | int]) -> Linear:
        """The form with some variables replaced by forms or numbers."""
        result = Linear(tuple([part for part in self.parts if part[0] not in forms]), self.constant)
        for index, factor in self.parts:
            if index in forms:
                result = result + forms[index] * factor
        return result

    def evaluate(self, values: Values) -> int:
        """The form's value."""
        total = self.constant
        for index, factor in self.parts:
            total += factor * values[index]  # type: ignore[assignment]  # integer variables have int values
        return total

    def variables(self) -> tuple[int, ...]:
        return tuple([index for index, _ in self.parts])


def _parts(coefficients: Iterable[tuple[int, int]]) -> Parts:
    return tuple(sorted([part for part in coefficients if part[1]]))


def _added(left: Parts, right: Parts, sign: int) -> Parts:
    """The parts of left + sign * right; one variable on each side, or the same two, need no table."""
    if not right:
        return left
    if len(left) == 1 == len(right):
        ((i, a),) = left
        ((j, b),) = right
        b *= sign
        if i < j:
            return ((i, a), (j, b))
        if j < i:
            return ((j, b), (i, a))
        return ((i, a + b),) if a + b else ()
    if len(left) == 2 == len(right):
        (i, a), (j, b) = left
        (other_i, c), (other_j, d) = right
        if i == other_i and j == other_j:
            a += sign * c
            b += sign * d
            if a and b:
                return ((i, a), (j, b))
            return ((i, a),) if a else ((j, b),) if b else ()
    coefficients = dict(left)
    for index, factor in right:
        coefficients[index] = coefficients.get(index, 0) + sign * factor
    return _parts(coefficients.items())
