"""Systems in which every row says that one variable is at least a sum of others: the least solution.

Orders are such rows with one term; `w[a][c] >= w[a][b] + w[b][c] + 1`, which shortest paths ask, is another.
Where no variable depends on itself, one pass over the levels of the dependencies gives the least values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slowpath.solve.incidence import incidence

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

LARGEST = 1 << 60  # sums beyond it are not trusted to fit


def least(
    start: Array, head: Array, constant: Array, row: Array, variable: Array, factor: Array
) -> Array | None:
    """The least values, nowhere below `start`, with v[head] >= sum of factor * v[variable] + constant.

    `row` tells for each term the row it is in; factors are positive. None where there is a cycle, or where
    values grow too large.
    """
    import numpy as np

    count, rows = len(start), len(head)
    terms = incidence(variable, count)
    row, factor = row[terms.order], factor[terms.order]
    terms_left = np.bincount(row, minlength=rows)
    rows_left = np.bincount(head, minlength=count)
    values, sums = start.copy(), constant.copy()
    _close(np.flatnonzero(terms_left == 0), head, sums, values, rows_left)
    ready = np.flatnonzero(rows_left == 0)
    while len(ready):
        places, lengths = terms.places(ready)
        reached = row[places]
        np.add.at(sums, reached, factor[places] * np.repeat(values[ready], lengths))
        np.subtract.at(terms_left, reached, 1)
        closed = np.unique(reached)
        heads = _close(closed[terms_left[closed] == 0], head, sums, values, rows_left)
        if len(heads) and np.abs(values[heads]).max() > LARGEST:
            return None
        ready = heads[rows_left[heads] == 0]
    return None if rows_left.any() else values


def _close(rows: Array, head: Array, sums: Array, values: Array, rows_left: Array) -> Array:
    """Let the heads of rows whose sum is complete be at least that; return the heads."""
    import numpy as np

    heads = head[rows]
    np.maximum.at(values, heads, sums[rows])
    np.subtract.at(rows_left, heads, 1)
    return np.unique(heads)
