"""Costs that follow from those of smaller inputs: what recursive programs have, and no polynomial tells.

Beyond the paper. The recurrences that are tried:

    c(n) = c(n//2) + c(n - n//2) + a*n + b        two halves: merge sort
    c(n) = c(n//2) + a                            one half: binary search
    c(n) = (n + a) * (c(n-1) + 1)                 n choices, then n - 1: permutations, round trips
    c(n) = a*c(n-1) + b                           a choices each time: subsets
    c(n) = a*c(n-1) + b*c(n-2) + d                Fibonacci and its like
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

SPARE = 2  # equations more than a recurrence has coefficients

Cost = Callable[[int], int]  # the cost of a smaller size; KeyError where it is not known
Column = Callable[[int, Cost], int]


@dataclass(frozen=True, slots=True)
class RecurrenceKind:
    """What a recurrence is made of: a part that is there as it is, and parts with a coefficient each."""

    text: str
    fixed: Column
    free: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A kind with its coefficients, and the costs it begins with."""

    kind: RecurrenceKind
    coefficients: tuple[int, ...]
    costs: Mapping[int, int]

    def at(self, size: int) -> int | None:
        """The cost at a size; None where it leads back to a size that is not known."""
        known = dict(self.costs)

        def cost(n: int) -> int:
            if n not in known:
                if n < min(self.costs):
                    raise KeyError(n)
                known[n] = _value(self.kind, self.coefficients, n, cost)
            return known[n]

        try:
            if _steps_back(self.kind):  # one size after the other: recursion would be deep
                for n in range(max(known) + 1, size):
                    cost(n)
            return cost(size)
        except KeyError:
            return None


def _half(n: int, cost: Cost) -> int:
    return cost(n // 2)


def _halves(n: int, cost: Cost) -> int:
    return cost(n // 2) + cost(n - n // 2)


def _before(n: int, cost: Cost) -> int:
    return cost(n - 1)


def _two_before(n: int, cost: Cost) -> int:
    return cost(n - 2)


def _one(n: int, cost: Cost) -> int:
    return 1


def _size(n: int, cost: Cost) -> int:
    return n


def _zero(n: int, cost: Cost) -> int:
    return 0


KINDS = (
    RecurrenceKind("c(n//2) + c(n - n//2) + a*n + b", _halves, (_size, _one)),
    RecurrenceKind("c(n//2) + a", _half, (_one,)),
    RecurrenceKind(
        "(n + a) * (c(n-1) + 1)", lambda n, cost: n * (cost(n - 1) + 1), (lambda n, cost: cost(n - 1) + 1,)
    ),
    RecurrenceKind("a*c(n-1) + b", _zero, (_before, _one)),
    RecurrenceKind("a*c(n-1) + b*c(n-2) + d", _zero, (_before, _two_before, _one)),
)


def recurrence(costs: Mapping[int, int]) -> Recurrence | None:
    """The first recurrence that all costs follow, with at least two equations more than coefficients."""
    for kind in KINDS:
        found = _fitted(kind, costs)
        if found is not None:
            return found
    return None


def _fitted(kind: RecurrenceKind, costs: Mapping[int, int]) -> Recurrence | None:
    import numpy as np

    rows: list[list[int]] = []
    values: list[int] = []
    sizes: list[int] = []
    for size in sorted(costs):
        try:
            rows.append([column(size, costs.__getitem__) for column in kind.free])
            values.append(costs[size] - kind.fixed(size, costs.__getitem__))
        except KeyError:
            del rows[len(values) :]
            continue
        sizes.append(size)
    if len(values) < len(kind.free) + SPARE or max(map(abs, values)) >= 1 << 40:
        return None
    solution, _, rank, _ = np.linalg.lstsq(np.array(rows, float), np.array(values, float), rcond=None)
    if rank < len(kind.free):
        return None
    whole = tuple([int(number) for number in np.rint(solution)])
    if all(_value(kind, whole, size, costs.__getitem__) == costs[size] for size in sizes):
        return Recurrence(kind, whole, costs)
    return None


def _value(kind: RecurrenceKind, coefficients: Sequence[int], n: int, cost: Cost) -> int:
    parts = zip(coefficients, kind.free, strict=True)
    return kind.fixed(n, cost) + sum(number * column(n, cost) for number, column in parts)


def _steps_back(kind: RecurrenceKind) -> bool:
    return kind.fixed not in (_half, _halves)
