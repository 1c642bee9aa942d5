"""Index formulas that give the numbers of observed inputs: of N and the position, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from typing import Any

from slowpath.scaling.path.form import fit

LARGEST = 1 << 40  # of a number to fit: times a denominator (up to 24) and indices it stays exact in 64 bits

Leaves = dict[str, Any]  # an input: numbers, lists and lists of lists of them, by parameter


def formula(values: Mapping[int, Any]) -> str | None:
    """The formula of a number, by size."""
    return _fitted([(size,) for size in values], list(values.values()), ("N",))


def item_formula(values: Mapping[int, Sequence[int]]) -> str | None:
    """The formula of the items of lists, by size."""
    rows = [((size, i), item) for size, items in values.items() for i, item in enumerate(items)]
    return _fitted([place for place, _ in rows], [item for _, item in rows], ("N", "i"))


def cell_formula(values: Mapping[int, Sequence[Sequence[int]]]) -> str | None:
    """The formula of the cells of matrices, by size."""
    rows = [
        ((size, i, j), cell)
        for size, matrix in values.items()
        for i, row in enumerate(matrix)
        for j, cell in enumerate(row)
    ]
    return _fitted([place for place, _ in rows], [cell for _, cell in rows], ("N", "i", "j"))


def common_step(items: Sequence[int]) -> int:
    """The largest number that divides the difference of any two items; 0 if all are the same."""
    return gcd(*(item - items[0] for item in items[1:]))


def ranked(inputs: Leaves, least: int = 0, *, jointly: bool = True) -> Leaves:
    """The input with its numbers replaced by their ranks: among all of them, or of each parameter alone.

    What an input makes a program do mostly depends on the order of its numbers, and solvers leave gaps.
    """
    if not jointly:
        return {name: ranked({name: value}, least)[name] for name, value in inputs.items()}
    numbers = sorted({number for value in inputs.values() for number in _numbers(value)})
    ranks = {number: rank for rank, number in enumerate(numbers, least)}
    return {name: _mapped(value, ranks) for name, value in inputs.items()}


def _numbers(value: Any) -> Iterable[int]:
    if isinstance(value, int):
        return [value]
    if isinstance(value, list):
        return [number for part in value for number in _numbers(part)]
    return []


def _mapped(value: Any, ranks: Mapping[int, int]) -> Any:
    if isinstance(value, int):
        return ranks[value]
    return [_mapped(part, ranks) for part in value] if isinstance(value, list) else value


def _fitted(places: Sequence[tuple[int, ...]], values: Sequence[int], names: Sequence[str]) -> str | None:
    import numpy as np

    if not values or max(map(abs, values)) >= LARGEST:
        return None
    columns = {name: np.array([place[k] for place in places], np.int64) for k, name in enumerate(names)}
    form = fit(columns, np.array(values, np.int64))
    return None if form is None else form.text()
