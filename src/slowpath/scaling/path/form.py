"""Exact formulas for whole numbers: the simplest one that explains every observed value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from slowpath.scaling.path.factor import Columns, Product, bases, text_of, values_of

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

DENOMINATORS = (1, 2, 3, 4, 6, 8, 12, 24)  # divisors of 4!: binomials up to the fourth degree have no others
INDEPENDENT = 1e-9  # what is left of a column, relative to it, beside the columns before it
CLOSE = 1e-6  # a coefficient this near to a fraction may be that fraction; the exact check decides


@dataclass(frozen=True, slots=True)
class PathForm:
    """A sum of products with whole coefficients, divided by a whole number; always a whole number."""

    terms: tuple[tuple[int, Product], ...]
    denominator: int = 1

    def at(self, columns: Columns) -> Any:
        """The values, one per row of the columns."""
        import numpy as np

        total: Any = None
        for coefficient, product in self.terms:
            part = values_of(product, columns)
            part = part if coefficient == 1 else coefficient * part
            total = part if total is None else total + part
        if total is None:
            return np.int64(0)
        return total if self.denominator == 1 else total // self.denominator

    def names(self) -> frozenset[str]:
        """The columns that the form depends on."""
        return frozenset(factor.name for _, product in self.terms for factor in product)

    def text(self) -> str:
        """The form as a Python expression."""
        parts: list[str] = []
        for coefficient, product in sorted(self.terms, key=lambda term: -len(term[1])):
            sign = "-" if coefficient < 0 else "+"
            size = abs(coefficient)
            shown = text_of(product) if product else ""
            body = shown if shown and size == 1 else f"{size}*{shown}" if shown else str(size)
            parts.append(f"{sign} {body}" if parts else body if sign == "+" else f"-{body}")
        inside = " ".join(parts) or "0"
        return inside if self.denominator == 1 else f"({inside})//{self.denominator}"

    def coefficients(self) -> dict[Product, Fraction]:
        return {product: Fraction(number, self.denominator) for number, product in self.terms}


def constant(number: int) -> PathForm:
    """The form that is one number."""
    return PathForm(((number, ()),) if number else ())


def combined(coefficients: Mapping[Product, Fraction]) -> PathForm:
    """The form with given coefficients."""
    kept = {product: factor for product, factor in coefficients.items() if factor}
    denominator = _common(factor.denominator for factor in kept.values())
    return PathForm(
        tuple((int(factor * denominator), product) for product, factor in kept.items()), denominator
    )


def _common(denominators: Iterable[int]) -> int:
    import math

    return math.lcm(1, *denominators)


def fit(columns: Mapping[str, Array], values: Array) -> PathForm | None:
    """The simplest form of the columns that has the given values at every row, or None.

    The lowest degree comes first, as in the paper. A form counts only if it explains more distinct
    rows than it has terms: so it does not change when the last of them is left out.
    """
    import numpy as np

    names = [name for name, column in columns.items() if len(column) and (column != column[0]).any()]
    if not len(values) or (values == values[0]).all():
        return constant(int(values[0])) if len(values) else constant(0)
    if not names:
        return None
    table = np.unique(np.stack([*(columns[name] for name in names), values], axis=1), axis=0)
    if len(np.unique(table[:, :-1], axis=0)) < len(table):
        return None  # one place, two values
    rows = {name: table[:, place] for place, name in enumerate(names)}
    seen: set[tuple[Product, ...]] = set()
    for basis, spare in bases(names):
        if tuple(basis) not in seen:
            seen.add(tuple(basis))
            form = _fitted(basis, rows, table[:, -1], spare)
            if form is not None:
                return form
    return None


def _fitted(basis: list[Product], rows: Mapping[str, Array], values: Array, spare: int) -> PathForm | None:
    import numpy as np

    matrix = np.stack([np.broadcast_to(values_of(each, rows), values.shape) for each in basis], axis=1)
    chosen = _independent(matrix.astype(float), len(values) - spare)
    if chosen is None:
        return None
    solution, *_ = np.linalg.lstsq(matrix[:, chosen].astype(float), values.astype(float), rcond=None)
    for denominator in DENOMINATORS:
        scaled = solution * denominator
        whole = np.rint(scaled)
        if np.abs(scaled - whole).max(initial=0) > CLOSE * denominator:
            continue
        numbers = whole.astype(np.int64)
        if (matrix[:, chosen] @ numbers == values * denominator).all():
            pairs = zip(numbers.tolist(), chosen, strict=True)
            return PathForm(tuple((number, basis[place]) for number, place in pairs if number), denominator)
    return None


def _independent(matrix: Any, most: int) -> list[int] | None:
    """The first columns that are independent of those before them; None where they are more than `most`."""
    import numpy as np

    chosen: list[int] = []
    directions = np.zeros((matrix.shape[0], 0))
    for place in range(matrix.shape[1]):
        column = matrix[:, place]
        rest = column - directions @ (directions.T @ column)
        rest -= directions @ (directions.T @ rest)
        length, left = np.linalg.norm(column), np.linalg.norm(rest)
        if left > INDEPENDENT * max(1.0, float(length)):
            if len(chosen) == most:
                return None
            chosen.append(place)
            directions = np.hstack([directions, (rest / left)[:, None]])
    return chosen
