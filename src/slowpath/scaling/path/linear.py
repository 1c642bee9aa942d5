"""Ways to values for rows of <=: level by level, as a graph of differences, as a linear program, by Z3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slowpath.expr.comparison import at_most
from slowpath.expr.linear import Linear
from slowpath.expr.variable import Integers, Variable
from slowpath.scaling.path.census import FREE
from slowpath.scaling.path.monotone import least
from slowpath.scaling.path.rows import Table
from slowpath.scaling.path.unary import Ranges
from slowpath.solve.chain import Options, chain
from slowpath.solve.difference import EXACT, solve_arrays
from slowpath.solve.highs import LinearProgram, solve_program
from slowpath.solve.verdict import Model

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

FEW = 5_000  # rows for the chain of solvers: each becomes a condition of its own
NARROW = 1_000_000  # rows from which Bellman and Ford's algorithm takes too long


def by_levels(rows: Table, ranges: Ranges, seconds: float) -> Array | None:
    """The least values above plain ones, or above the lower bounds, in one pass over levels."""
    import numpy as np

    plain = ranges.start()
    lowest = np.where(ranges.low > -FREE, ranges.low, plain)
    for start in (plain,) if (plain == lowest).all() else (plain, lowest):
        values = _from_below(rows, start, 1)
        if values is not None and ranges.admit(values):
            return values
    highest = np.where(ranges.high < FREE, ranges.high, plain)
    return _from_below(rows, -highest, -1)


def _from_below(rows: Table, start: Array, sign: int) -> Array | None:
    """The least values of sign * variables that are not below `start`."""
    import numpy as np

    sums = rows.sums
    x, y = (rows.x, rows.y) if sign > 0 else (rows.y, rows.x)
    if not len(sums.constant) and rows.c.max() <= 0:
        found = solve_arrays(len(start), x, y, rows.c, start) if _is_small(rows) else None
        return None if found is None or isinstance(found, list) else sign * found
    factor = sign * sums.factor
    above = factor < 0
    if (np.bincount(sums.row[above], minlength=len(sums.constant)) != 1).any() or (factor[above] != -1).any():
        return None
    head = np.zeros(len(sums.constant), np.int64)
    head[sums.row[above]] = sums.variable[above]
    pairs = len(x)
    values = least(
        start,
        np.concatenate([y, head]),
        np.concatenate([-rows.c, sums.constant]),
        np.concatenate([np.arange(pairs), sums.row[~above] + pairs]),
        np.concatenate([x, sums.variable[~above]]),
        np.concatenate([np.ones(pairs, np.int64), factor[~above]]),
    )
    return None if values is None else sign * values


def _is_small(rows: Table) -> bool:
    import numpy as np

    return int(np.abs(rows.c).max(initial=0)) <= EXACT


def differences(rows: Table, ranges: Ranges, seconds: float) -> Array | None:
    """Values of a system of pairs, its bounds as pairs against a variable that is zero."""
    import numpy as np

    if len(rows.sums.constant) or len(rows) > NARROW or not _is_small(rows):
        return None
    zero = len(ranges.low)
    low = np.flatnonzero(np.abs(ranges.low) <= EXACT)
    high = np.flatnonzero(np.abs(ranges.high) <= EXACT)
    x = np.concatenate([rows.x, np.full(len(low), zero), high])
    y = np.concatenate([rows.y, low, np.full(len(high), zero)])
    c = np.concatenate([rows.c, -ranges.low[low], ranges.high[high]])
    found = solve_arrays(zero + 1, x, y, c)
    return None if isinstance(found, list) else (found - found[zero])[:zero]


def by_program(rows: Table, ranges: Ranges, seconds: float) -> Array | None:
    """A solution that HiGHS finds: of the relaxation, rounded, or of the program over whole numbers."""
    import numpy as np

    sums, pairs, count = rows.sums, len(rows.c), len(ranges.low)
    each = np.arange(pairs)
    factor = np.concatenate([np.ones(pairs), -np.ones(pairs), sums.factor])
    row = np.concatenate([each, each, sums.row + pairs])
    column = np.concatenate([rows.x, rows.y, sums.variable])
    starts, columns, factors = _summed(row, column, factor, len(rows), count)
    program = LinearProgram(
        starts=starts,
        columns=columns,
        factors=factors,
        lower=np.full(len(rows), -np.inf),
        upper=np.concatenate([rows.c, -sums.constant]).astype(float),
        low=np.where(ranges.low > -FREE, ranges.low.astype(float), -np.inf),
        high=np.where(ranges.high < FREE, ranges.high.astype(float), np.inf),
    )
    for whole in (False, True):
        outcome = solve_program(program, seconds, whole=whole)
        if outcome.values is None:
            return None
        values: Array = np.rint(outcome.values).astype(np.int64)
        if not rows.broken(values, "<=").any():
            return values
    return None


def _summed(
    row: Array, column: Array, factor: np.ndarray[Any, Any], rows: int, count: int
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Where each row begins, the columns in it and their factors: those at one place are added up."""
    import numpy as np

    places, which = np.unique(row * count + column, return_inverse=True)
    starts = np.searchsorted(places, np.arange(rows + 1) * count)
    factors = np.bincount(which, weights=factor, minlength=len(places))
    return starts.astype(np.int32), (places % count).astype(np.int32), factors


def by_chain(rows: Table, ranges: Ranges, seconds: float) -> Array | None:
    """What the chain of solvers, with Z3 at its end, finds for a small system."""
    import numpy as np

    if len(rows) > FEW:
        return None
    terms: list[dict[int, int]] = [{} for _ in range(len(rows))]
    pairs = len(rows.c)
    for row, (x, y) in enumerate(zip(rows.x.tolist(), rows.y.tolist(), strict=True)):
        if x != y:
            terms[row] = {x: 1, y: -1}
    sums = rows.sums
    for row, variable, factor in zip(
        sums.row.tolist(), sums.variable.tolist(), sums.factor.tolist(), strict=True
    ):
        terms[pairs + row][variable] = terms[pairs + row].get(variable, 0) + factor
    constants = [*(-rows.c).tolist(), *sums.constant.tolist()]
    conditions = [at_most(Linear.of(each, number)) for each, number in zip(terms, constants, strict=True)]
    bounds = zip(ranges.low.tolist(), ranges.high.tolist(), strict=True)
    variables = [
        Variable(index, f"x{index}", Integers(low if low > -FREE else None, high if high < FREE else None))
        for index, (low, high) in enumerate(bounds)
    ]
    verdict = chain(Options(milliseconds=int(1000 * seconds))).solve(conditions, variables)
    if not isinstance(verdict, Model):
        return None
    values = ranges.start()
    for index, value in verdict.items():
        values[index] = int(value)
    return np.asarray(values)
