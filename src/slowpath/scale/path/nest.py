"""Sequences with loop brackets, and the generators that make them at any size.

A sequence is observed as rows, each with its coordinates: which iteration of each loop around it. Equal
beginnings of coordinates are one bracket. Inside its bracket a row, or a bracket, has a *position*, counted
from 0. A generator says how many there are in each bracket, and which value stands where, as forms of the
size and the positions. This is the paper's grammar of const and incre with two restrictions lifted: a stride
need not be a constant, and a sequence need not be linear in its position. `described` writes a generator in
the paper's words where it is one of those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from slowpath.scale.path.factor import SIZE, Factor, Product, Step
from slowpath.scale.path.form import Form, combined, constant, fit

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

    counts: tuple[Form, ...]

    def unfold(self, size: int, columns: Mapping[str, Any] | None = None, level: int = 0) -> dict[str, Any]:
        """The positions of all rows at a size, as one array per level, in order."""
        import numpy as np

        made: dict[str, Any] = dict(columns) if columns else {SIZE: np.int64(size)}
        length = next((len(column) for column in made.values() if np.ndim(column)), 1)
        for number, form in enumerate(self.counts, level):
            inside = np.broadcast_to(np.maximum(form.at(made), 0), (length,))
            ends = np.cumsum(inside)
            length = int(ends[-1]) if len(ends) else 0
            for name, column in made.items():
                if np.ndim(column):
                    made[name] = np.repeat(column, inside)
            made[position(number)] = np.arange(length) - np.repeat(ends - inside, inside)
        if not self.counts and length == 1 and not columns:
            made[position(0)] = np.zeros(1, np.int64)
        return made


def position(level: int) -> str:
    """The name of the position at a level."""
    return f"p{level}"


def bracketed(observed: Mapping[int, Sequence[Coordinates]]) -> Brackets:
    """The brackets of rows given by their coordinates, by size, in the order of execution.

    Levels at which no bracket ever has more than one part tell nothing and are left out.
    """
    import numpy as np

    depth = max((len(row) for rows in observed.values() for row in rows), default=0)
    paths = {size: _positions(rows, depth) for size, rows in observed.items()}
    kept = [level for level in range(depth + 1) if any(row[level] for rows in paths.values() for row in rows)]
    levels = []
    for place in range(len(kept)):
        inside: dict[tuple[int, ...], int] = {}
        for size, rows in paths.items():
            for row in rows:
                outer = (size, *[row[level] for level in kept[:place]])
                inside[outer] = max(inside.get(outer, 0), row[kept[place]] + 1)
        table = np.array(list(inside), np.int64).reshape(len(inside), place + 1)
        levels.append((_columns(table), np.array(list(inside.values()), np.int64)))
    flat = [(size, *[row[level] for level in kept]) for size, rows in paths.items() for row in rows]
    return Brackets(tuple(levels), _columns(np.array(flat, np.int64).reshape(len(flat), len(kept) + 1)))


def infer(brackets: Brackets) -> Nest | None:
    """The generator of the brackets, or None where some count follows no form."""
    counts: list[Form] = []
    for columns, inside in brackets.levels:
        form = fit(columns, inside)
        if form is None:
            return None
        counts.append(form)
    return Nest(tuple(counts))


def _columns(table: Array) -> dict[str, Array]:
    names = [SIZE, *[position(level) for level in range(table.shape[1] - 1)]]
    return {name: table[:, place] for place, name in enumerate(names)}


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


def described(nest: Nest, value: Form) -> str:
    """The sequence of a value in the grammar of const and incre, or as a formula where it is none of them."""
    return _sequence(nest.counts, value) or f"{value.text()} for {_ranges(nest)}"


def _ranges(nest: Nest) -> str:
    parts = [f"{position(level)} < {form.text()}" for level, form in enumerate(nest.counts)]
    return ", ".join(parts) or "one row"


def _sequence(counts: Sequence[Form], value: Form) -> str | None:
    if not counts:
        return value.text() if value.names() <= {SIZE} else None
    inner = Factor(Step.SAME, position(len(counts) - 1))
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


ONE_ROW = Nest(())
ONE = constant(1)
