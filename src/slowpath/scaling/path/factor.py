"""What the numbers of a worst path are made of: products of the size, of positions, and of steps of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

Columns = Mapping[str, Any]  # name -> an array, or a number that stands for an array of equal ones

SIZE = "N"
POSITION, REST = "p", "q"  # counted from the first, and from the last, of a bracket
MOST = 40  # products of which a form is made, at most: more need more points than small sizes have
PERIODS = (2, 3, 4)  # halves, thirds and quarters: a longer period does not show twice in small sizes


class FactorKind(StrEnum):
    """How a factor follows from a column."""

    SAME = "same"
    FLOOR = "floor"  # divided by a small number, rounded down
    FIRST = "first"  # 1 at the first position, or the last, else 0
    HALVED = "halved"  # the size, halved as often as the position says and once more or not
    BITS = "bits"  # the number of binary digits


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor: a column, or a step function of it."""

    step: FactorKind
    name: str
    number: int = 0

    def values(self, columns: Columns) -> Any:
        import numpy as np

        column = columns[self.name]
        match self.step:
            case FactorKind.SAME:
                return column
            case FactorKind.FLOOR:
                return column // self.number
            case FactorKind.FIRST:
                return np.equal(column, self.number).astype(np.int64)
            case FactorKind.HALVED:
                return np.right_shift(columns[SIZE], np.minimum(column + self.number, 62))
            case FactorKind.BITS:
                return np.frexp(np.asarray(column + self.number, float))[1].astype(np.int64)

    def text(self) -> str:
        name, number = self.name, self.number
        moved = f"{name} + {number}" if number else name
        texts = {
            FactorKind.SAME: name,
            FactorKind.FLOOR: f"({name}//{number})",
            FactorKind.FIRST: f"({name} == {number})",
            FactorKind.HALVED: f"({SIZE} >> {moved})",
            FactorKind.BITS: f"({moved}).bit_length()" if number else f"{name}.bit_length()",
        }
        return texts[self.step]


Product = tuple[Factor, ...]  # () is 1


def values_of(product: Product, columns: Columns) -> Any:
    """The values of a product of factors."""
    import numpy as np

    result: Any = None
    for factor in product:
        values = factor.values(columns)
        result = values if result is None else result * values
    return np.int64(1) if result is None else result


def text_of(product: Product) -> str:
    """The source of a product of factors."""
    return "*".join(factor.text() for factor in product)


def bases(names: Sequence[str]) -> Iterator[tuple[list[Product], int]]:
    """Yield what a form may be made of, simplest first, and how many points it must explain beyond those
    that determine it.

    First polynomials of growing degree, as in the paper; then halvings and logarithms, quasi-polynomials of a
    small period, and forms in which the first or the last position is an exception.
    """
    rests = [name for name in names if name.startswith(REST)]
    names = [name for name in names if name not in rests]
    same = [Factor(FactorKind.SAME, name) for name in names]
    positions = [name for name in names if name != SIZE]
    for degree in (0, 1, 2, 3):
        yield products(same, degree), 1
    first = [Factor(FactorKind.FIRST, name) for name in (*positions, *rests)]
    bits = [Factor(FactorKind.BITS, name, more) for name in names for more in (0, 1)]
    halving = positions if SIZE in names else []  # of one size, nothing tells its halves from numbers
    halved = [Factor(FactorKind.HALVED, name, more) for name in halving for more in (0, 1)]
    floors = [Factor(FactorKind.FLOOR, name, period) for period in PERIODS for name in names]
    steps = (*bits, *halved, *floors, *first)
    for step in steps:
        yield [(), (step,)], 2
    for step in steps:
        yield [*products(same, 1), (step,)], 2
    yield [*products(same, 1), *[(step,) for step in first]], 2
    yield [*products(same, 1), *[(step,) for step in (*bits, *halved)]], 2
    for period in PERIODS:
        yield products([*same, *[Factor(FactorKind.FLOOR, name, period) for name in names]], 1), 2
    yield [*products(same, 2), *[(step, other) for step in first for other in (*same, step)]], 3
    for period in PERIODS[:2]:
        yield products([*same, *[Factor(FactorKind.FLOOR, name, period) for name in names]], 2), 3


def products(factors: Sequence[Factor], degree: int) -> list[Product]:
    """All products of up to so many factors, the shortest first; cut where they would be too many."""
    made: list[Product] = [()]
    for length in range(1, degree + 1):
        made += combinations_with_replacement(factors, length)
    return made[:MOST]
