"""Sequences with loop brackets, and the generators that make them at any size.

A sequence is observed as rows, each with its coordinates: which iteration of each loop around it. Equal
beginnings of coordinates are one bracket. Inside its bracket a row, or a bracket, has a *position*, counted
from 0. A generator says how many there are in each bracket, and which value stands where, as forms of the
size and the positions. This is the paper's grammar of const and incre with two restrictions lifted: a stride
need not be a constant, and a sequence need not be linear in its position. `described` writes a generator in
the paper's words where it is one of those.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from slowpath.scaling.path.factor import POSITION, REST, SIZE, Factor, FactorKind, Product
from slowpath.scaling.path.form import PathForm, combined, fit

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

Coordinates = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Brackets:
    """Where the rows of one sequence stand, at several sizes.

    `levels[k]` are the brackets of level k: their size, their positions and how many there are inside.
    """

    levels: tuple[tuple[dict[str, Array], Array], ...]
    rows: dict[str, Array]  # the size and the positions of every row


@dataclass(frozen=True, slots=True)
class Nest:
    """How many rows there are: for each level, how many brackets (or rows) a bracket has inside."""

    counts: tuple[PathForm, ...]

    def unfold(
        self,
        size: int,
        needed: Container[str],
        columns: Mapping[str, Any] | None = None,
        level: int = 0,
    ) -> dict[str, Any]:
        """The positions of the rows at a size, as one array per level, in order.

        Rows that differ in no position of those `needed` are equal; one of them stands for all.
        """
        import numpy as np

        made: dict[str, Any] = dict(columns) if columns else {SIZE: np.int64(size)}
        length = next((len(column) for column in made.values() if np.ndim(column)), 1)
        for number, form in enumerate(self.counts, level):
            front, back = position(number), rest(number)
            inside = np.broadcast_to(np.maximum(form.at(made), 0), (length,))
            if front not in needed and back not in needed:
                inside = np.minimum(inside, 1)
            ends = np.cumsum(inside)
            length = int(ends[-1]) if len(ends) else 0
            for name, column in made.items():
                if np.ndim(column):
                    made[name] = np.repeat(column, inside)
            made[front] = np.arange(length)
            made[front] -= np.repeat(ends - inside, inside)
            if back in needed:
                made[back] = np.repeat(ends, inside) - np.arange(1, length + 1)
        return made

    def total(self, size: int) -> int:
        """How many rows there are at a size, equal ones included."""
        import numpy as np

        if not self.counts:
            return 1
        outer = Nest(self.counts[:-1])
        columns = outer.unfold(size, _EVERY)
        length = next((len(column) for column in columns.values() if np.ndim(column)), 1)
        return int(np.broadcast_to(np.maximum(self.counts[-1].at(columns), 0), (length,)).sum())


class _Every:
    """Contains everything."""

    def __contains__(self, name: object) -> bool:
        return True


_EVERY = _Every()


def position(level: int) -> str:
    """The name of the position at a level."""
    return f"{POSITION}{level}"


def rest(level: int) -> str:
    """The name of the position at a level, counted from the last."""
    return f"{REST}{level}"


def bracketed(observed: Mapping[int, Sequence[Coordinates]]) -> Brackets:
    """The brackets of rows given by their coordinates, by size, in the order of execution.

    Levels at which no bracket ever has more than one part tell nothing and are left out.
    """
    depth = max((len(row) for rows in observed.values() for row in rows), default=0)
    paths = {size: _positions(rows, depth) for size, rows in observed.items()}
    kept = [level for level in range(depth + 1) if any(row[level] for rows in paths.values() for row in rows)]
    inside: list[dict[tuple[int, ...], int]] = [{} for _ in kept]
    for size, rows in paths.items():
        for row in rows:
            outer = (size, *[row[level] for level in kept])
            for place, counts in enumerate(inside):
                key = outer[: place + 1]
                counts[key] = max(counts.get(key, 0), outer[place + 1] + 1)
    levels = [(_columns(list(counts), inside), _array(list(counts.values()))) for counts in inside]
    flat = [(size, *[row[level] for level in kept]) for size, rows in paths.items() for row in rows]
    return Brackets(tuple(levels), _columns(flat, inside))


def infer(brackets: Brackets) -> Nest | None:
    """The generator of the brackets, or None where some count follows no form."""
    counts: list[PathForm] = []
    for columns, inside in brackets.levels:
        form = fit(columns, inside)
        if form is None:
            return None
        counts.append(form)
    return Nest(tuple(counts))


def _columns(
    rows: Sequence[tuple[int, ...]], inside: Sequence[Mapping[tuple[int, ...], int]]
) -> dict[str, Array]:
    """The size of each row, its positions, and these counted from the last."""
    depth = len(rows[0]) - 1
    columns = {SIZE: _array([row[0] for row in rows])}
    for level in range(depth):
        columns[position(level)] = _array([row[level + 1] for row in rows])
    for level in range(depth):
        counts = inside[level]
        columns[rest(level)] = _array([counts[row[: level + 1]] - 1 - row[level + 1] for row in rows])
    return columns


def _array(numbers: Sequence[int]) -> Array:
    import numpy as np

    return np.array(numbers, np.int64)


def _positions(rows: Sequence[Coordinates], depth: int) -> list[tuple[int, ...]]:
    """Each row's position in the brackets around it, and among the rows of the same coordinates."""
    inside: dict[Coordinates, dict[int, int]] = {}
    seen: dict[Coordinates, int] = {}
    result = []
    for row in rows:
        full = row + (0,) * (depth - len(row))
        path = []
        for level in range(depth):
            parts = inside.setdefault(full[:level], {})
            path.append(parts.setdefault(full[level], len(parts)))
        seen[full] = repeat = seen.get(full, -1) + 1
        result.append((*path, repeat))
    return result


# -- the paper's notation ----------------------------------------------------------------------


def described(nest: Nest, value: PathForm) -> str:
    """The sequence of a value in the grammar of const and incre, or as a formula where it is none of them."""
    return _sequence(nest.counts, value) or f"{value.text()} for {_ranges(nest)}"


def _ranges(nest: Nest) -> str:
    parts = [f"{position(level)} < {form.text()}" for level, form in enumerate(nest.counts)]
    return ", ".join(parts) or "one row"


def _sequence(counts: Sequence[PathForm], value: PathForm) -> str | None:
    if not counts:
        return value.text() if value.names() <= {SIZE} else None
    inner = Factor(FactorKind.SAME, position(len(counts) - 1))
    start: dict[Product, Fraction] = {}
    stride = Fraction(0)
    for product, coefficient in value.coefficients().items():
        if product == (inner,):
            stride = coefficient
        elif all(factor.name != inner.name for factor in product):
            start[product] = coefficient
        else:
            return None
    outer, count = counts[:-1], counts[-1]
    first = _sequence(outer, combined(start))
    if not stride:
        times = _sequence(outer, count)
        return None if first is None or times is None else f"const({first}, {times})"
    end = dict(start)
    for product, coefficient in count.coefficients().items():
        end[product] = end.get(product, Fraction(0)) + stride * coefficient
    end[()] = end.get((), Fraction(0)) - stride
    last = _sequence(outer, combined(end))
    return None if first is None or last is None else f"incre({first}, {last}, {stride})"
