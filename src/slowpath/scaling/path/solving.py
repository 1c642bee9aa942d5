"""Values for a system of blocks, by the fast stages: sets and bounds, equalities, orders, linear rows.

    single variables      bounds and sets, intersected
    x == y                one variable
    x % m == r            x = m * q + r, solved for q (remainder)
    x - y <= c            a levelled longest path, or Bellman and Ford's algorithm (solve.difference)
    longer rows           the least solution level by level (monotone), or HiGHS; Z3 last
    !=                    checked afterwards; what fails becomes an order, and the orders are solved again

Every solution is evaluated exactly, in whole numbers, before it is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slowpath.expr.condition import EQ, LE, LT, NE
from slowpath.scaling.path.auxiliary import shortened
from slowpath.scaling.path.census import Domains
from slowpath.scaling.path.linear import by_chain, by_levels, by_program, differences
from slowpath.scaling.path.remainder import Remainders, remainders
from slowpath.scaling.path.rows import Table, gathered
from slowpath.scaling.path.system import Block
from slowpath.scaling.path.unary import Ranges, grouped, narrowed

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

ROUNDS = 8  # in which differences become orders, each those that the last values violate


@dataclass(frozen=True, slots=True)
class Unsolved:
    """No values were found; `why` says which stage could not."""

    why: str


def solve(blocks: Sequence[Block], domains: Domains, seconds: float = 30.0) -> Array | Unsolved:
    """Values for the variables that satisfy every block."""
    if any(_is_outside(block, len(domains)) for block in blocks):
        return Unsolved("the rows mention variables that the input does not have")
    own = len(domains)
    blocks, count = shortened([_whole(block) for block in blocks], own)
    if count > own:
        domains = domains.extended(count)
    group = grouped(blocks, len(domains))
    ranges = narrowed(blocks, domains, group)
    rest = remainders(blocks, group)
    if rest is None or (rest.modulus > 1 and len(ranges.sets) > 1):
        return Unsolved("no remainders that all rows admit")
    ranges = rest.ranges(ranges)
    several = [block for block in blocks if len(block.columns) > 1 or block.ragged]
    alone = [block for block in blocks if block.op == NE and len(block.columns) == 1 and not block.ragged]
    rows = rest.orders(gathered([block for block in several if block.op in (LE, EQ)], group))
    apart = rest.differences(gathered([block for block in several if block.op == NE], group))
    for _ in range(ROUNDS):
        if ranges.empty():
            return Unsolved("the bounds or sets of one variable contradict each other")
        values = _ordered(rows, ranges, seconds)
        if values is None:
            return Unsolved("no stage solves the linear rows")
        if _moved(alone, values, rest, ranges, group):
            continue
        broken = apart.broken(values, NE)
        if not broken.any():
            return rest.whole(values)[group[:own]]
        below = rows.joined(apart.chosen(broken, 1))
        if _ordered(below, ranges, seconds) is None:
            below = rows.joined(apart.chosen(broken, -1))
        rows = below
    return Unsolved("too many rounds of differences")


def _is_outside(block: Block, count: int) -> bool:
    columns = (*block.columns, *[ragged.variable for ragged in block.ragged])
    return any(len(each) > 0 and (each.min() < 0 or each.max() >= count) for each in columns)


def _whole(block: Block) -> Block:
    """Floats take part by their ranks, so their orders are orders of whole numbers."""
    op = block.op.removeprefix("float ")
    if op == block.op:
        return block
    constant = block.constant + 1 if op == LT else block.constant
    return Block(LE if op in (LE, LT) else op, block.factors, block.columns, constant)


def _ordered(rows: Table, ranges: Ranges, seconds: float) -> Array | None:
    """Values within the bounds that satisfy rows of <= and ==."""
    import numpy as np

    start = ranges.start()
    if not len(rows):
        return start
    mentioned = rows.involved(len(start))
    for way in (by_levels, differences, by_program, by_chain):
        values = way(rows, ranges, seconds)
        if values is not None:
            values = np.where(mentioned, values, start)
            if ranges.admit(values) and not rows.broken(values, LE).any():
                return values
    return None


def _moved(alone: Sequence[Block], values: Array, rest: Remainders, ranges: Ranges, group: Array) -> bool:
    """Move the bounds of variables that have a value they must not have; tell whether there were any."""
    import numpy as np

    moved = False
    whole = rest.whole(values)
    for block in alone:
        variables = group[block.columns[0]]
        broken = block.factors[0] * whole[variables] + block.constant == 0
        if broken.any():
            where = np.unique(variables[broken])
            up = ranges.high[where] > values[where]
            ranges.low[where[up]] = values[where[up]] + 1
            ranges.high[where[~up]] = values[where[~up]] - 1
            moved = True
    return moved
