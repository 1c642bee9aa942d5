"""Rows of several variables as arrays: orders of two variables apart from longer sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from slowpath.expr.condition import EQ, NE
from slowpath.scaling.path.system import Block

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

_PAIRS = ((1, -1), (-1, 1))


@dataclass(frozen=True, slots=True)
class Sums:
    """sum of factor * variable + constant, against 0; `row` tells for each term the row it is in."""

    row: Array
    variable: Array
    factor: Array
    constant: Array

    def totals(self, values: Array) -> Array:
        import numpy as np

        result = self.constant.copy()
        np.add.at(result, self.row, self.factor * values[self.variable])
        return result

    def only(self, which: Any) -> Sums:
        """The sums of some rows, numbered anew."""
        import numpy as np

        kept = which[self.row]
        number = np.cumsum(which) - 1
        return Sums(number[self.row[kept]], self.variable[kept], self.factor[kept], self.constant[which])


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one kind: pairs x - y - c, and sums, all compared with 0 in the same way."""

    x: Array
    y: Array
    c: Array
    sums: Sums

    def __len__(self) -> int:
        return len(self.c) + len(self.sums.constant)

    def broken(self, values: Array, op: str) -> Any:
        """Which rows do not hold, pairs first; `op` is <= or !=."""
        import numpy as np

        totals = np.concatenate([values[self.x] - values[self.y] - self.c, self.sums.totals(values)])
        return totals == 0 if op == NE else totals > 0

    def involved(self, count: int) -> Any:
        """Which of `count` variables the rows mention."""
        import numpy as np

        mentioned = np.zeros(count, bool)
        for variables in (self.x, self.y, self.sums.variable):
            mentioned[variables] = True
        return mentioned

    def chosen(self, which: Any, sign: int) -> Table:
        """Rows that say sign * row < 0, for some of these."""
        pairs, long = which[: len(self.c)], which[len(self.c) :]
        x, y, c = self.x[pairs], self.y[pairs], self.c[pairs]
        sums = self.sums.only(long)
        longer = replace(sums, factor=sign * sums.factor, constant=sign * sums.constant + 1)
        return Table(x, y, c - 1, longer) if sign > 0 else Table(y, x, -c - 1, longer)

    def joined(self, other: Table) -> Table:
        """The rows of both."""
        import numpy as np

        mine, theirs = self.sums, other.sums
        return Table(
            np.concatenate([self.x, other.x]),
            np.concatenate([self.y, other.y]),
            np.concatenate([self.c, other.c]),
            Sums(
                np.concatenate([mine.row, theirs.row + len(mine.constant)]),
                np.concatenate([mine.variable, theirs.variable]),
                np.concatenate([mine.factor, theirs.factor]),
                np.concatenate([mine.constant, theirs.constant]),
            ),
        )


def gathered(blocks: Sequence[Block], group: Array) -> Table:
    """The rows of blocks over groups of equal variables. An equation is two rows."""
    import numpy as np

    none = np.zeros(0, np.int64)
    x, y, c = [none], [none], [none]
    row, variable, factor, constant = [none], [none], [none], [none]
    count = 0
    for block in blocks:
        for sign in (1, -1) if block.op == EQ else (1,):
            factors = tuple([sign * each for each in block.factors])
            if factors in _PAIRS and not block.ragged:
                first, second = block.columns if factors[0] > 0 else reversed(block.columns)
                x.append(group[first])
                y.append(group[second])
                c.append(-sign * block.constant)
                continue
            length = len(block)
            for each, column in zip(factors, block.columns, strict=True):
                row.append(np.arange(count, count + length))
                variable.append(group[column])
                factor.append(np.full(length, each))
            for ragged in block.ragged:
                row.append(ragged.row + count)
                variable.append(group[ragged.variable])
                factor.append(np.full(len(ragged.row), sign * ragged.factor))
            constant.append(sign * block.constant)
            count += length
    sums = Sums(*map(_together, (row, variable, factor, constant)))
    return Table(_together(x), _together(y), _together(c), sums)


def _together(arrays: Sequence[Array]) -> Array:
    """The arrays one behind the other; a single one, however large, is not copied."""
    import numpy as np

    filled = [each for each in arrays if len(each)]
    return filled[0] if len(filled) == 1 else np.concatenate(arrays)
