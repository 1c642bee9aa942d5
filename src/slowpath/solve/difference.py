"""Large systems of orders x - y <= c as arrays: a levelled longest path, or Bellman and Ford's algorithm.

Where all orders say "y is at least so much above x" and there is no cycle, the least values come from
one pass over the levels of the graph, in NumPy. Otherwise Bellman-Ford (rustworkx) finds values, or the
negative cycle.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Reals, Values, Variable
from slowpath.solve.atom import atoms_of
from slowpath.solve.graph import DOMAIN
from slowpath.solve.incidence import incidence
from slowpath.solve.rank import rank, ranks_of, unrank
from slowpath.solve.verdict import Model, Unknown, Unsat, Verdict

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

# Orders per variable from which levels are wide enough for NumPy. On random orders it takes a fifth of
# the loop's time then (1,000 variables; with 4 per variable and 300 variables ten times as much). Chains
# have levels of one variable.
WIDE = 32
# Floating point is exact up to 2**53, a sum of eight such numbers. Models of longer sums are checked as
# all are.
EXACT = 1 << 50


def solve_arrays(count: int, x: Array, y: Array, c: Array, least: Array | None = None) -> Array | list[int]:
    """Values v with v[x] - v[y] <= c for every row, or the rows of a negative cycle.

    `least` are values to start from: without a cycle the result is the least that is nowhere below.
    """
    import numpy as np

    if least is None:
        least = np.zeros(count, np.int64)
    if not len(c):
        return least
    if c.max() <= 0:
        values = _levelled(count, x, y, -c, least)
        if values is not None:
            return values
    return _bellman_ford(count, x, y, c)


def solve_conditions(conditions: Sequence[Condition], variables: Sequence[Variable], hint: Values) -> Verdict:
    """A model of those conditions that are orders; Unknown where numbers are too large to be exact."""
    import numpy as np

    slots = {variable.index: slot for slot, variable in enumerate(variables)}
    zero = len(slots)  # stands for the number zero: bounds are orders against it
    rows: list[tuple[int, int, int]] = []
    places: list[int] = []
    for place, condition in enumerate(conditions):
        for x, y, c in atoms_of(condition) or ():
            rows.append((slots.get(x, zero), slots.get(y, zero), c))  # type: ignore[arg-type]
            places.append(place)
    bounds = [row for slot, variable in enumerate(variables) for row in _bounds(variable, slot, zero)]
    bounded = any(zero in row[:2] for row in rows)
    if any(abs(c) > EXACT for _, _, c in rows):
        return Unknown("numbers too large for floating point")
    if not bounded:  # try without the domains: the least values from their lower bounds up
        starts = np.array([_start(variable) for variable in variables] + [0], np.int64)
        table = np.array(rows, np.int64).reshape(-1, 3)
        if len(table) and table[:, 2].max() <= 0:
            values = _levelled(zero + 1, table[:, 0], table[:, 1], -table[:, 2], starts)
            if values is not None:
                model = _model(values.tolist(), variables)
                if all(each.admits(model[each.index]) for each in variables):
                    return model
    table = np.array(rows + bounds, np.int64).reshape(-1, 3)
    found = solve_arrays(zero + 1, table[:, 0], table[:, 1], table[:, 2])
    if isinstance(found, list):
        core = {(places + [DOMAIN] * len(bounds))[row] for row in found}
        return Unsat(tuple(sorted(core - {DOMAIN})))
    return _model((found - found[zero]).tolist(), variables)


def _start(variable: Variable) -> int:
    value = variable.default()
    return rank(value) if isinstance(variable.domain, Reals) else int(value)


def _bounds(variable: Variable, slot: int, zero: int) -> list[tuple[int, int, int]]:
    low, high = ranks_of(variable.domain)
    rows = []
    if low is not None and abs(low) <= EXACT:
        rows.append((zero, slot, -low))
    if high is not None and abs(high) <= EXACT:
        rows.append((slot, zero, high))
    return rows


def _model(values: list[int], variables: Sequence[Variable]) -> Model:
    model = Model()
    for variable, value in zip(variables, values, strict=False):
        model[variable.index] = unrank(value) if isinstance(variable.domain, Reals) else value
    return model


def _levelled(count: int, lower: Array, upper: Array, gap: Array, least: Array) -> Array | None:
    """The least values with v[upper] >= v[lower] + gap, level by level; None where there is a cycle."""
    import numpy as np

    if len(gap) < WIDE * count:
        return _ordered(count, lower, upper, gap, least)
    edges = incidence(lower, count)
    upper, gap = upper[edges.order], gap[edges.order]
    waiting = np.bincount(upper, minlength=count)
    values = least.copy()
    ready = np.flatnonzero(waiting == 0)
    while len(ready):
        rows, lengths = edges.places(ready)
        heads = upper[rows]
        if not len(heads):
            break
        np.maximum.at(values, heads, np.repeat(values[ready], lengths) + gap[rows])
        if len(heads) * 8 < count:
            np.subtract.at(waiting, heads, 1)
            heads = np.unique(heads)
            ready = heads[waiting[heads] == 0]
        else:
            reached = np.bincount(heads, minlength=count)
            waiting -= reached
            ready = np.flatnonzero((waiting == 0) & (reached > 0))
    return values if not waiting.any() else None


def _ordered(count: int, lower: Array, upper: Array, gap: Array, least: Array) -> Array | None:
    """The same, node by node: faster where levels are narrow, as in a chain."""
    import numpy as np

    edges: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    waiting = [0] * count
    for low, high, distance in zip(lower.tolist(), upper.tolist(), gap.tolist(), strict=True):
        edges[low].append((high, distance))
        waiting[high] += 1
    values = least.tolist()
    ready = [node for node in range(count) if not waiting[node]]
    for node in ready:  # grows while it is read
        for high, distance in edges[node]:
            values[high] = max(values[high], values[node] + distance)
            waiting[high] -= 1
            if not waiting[high]:
                ready.append(high)
    return np.array(values, np.int64) if len(ready) == count else None


def _bellman_ford(count: int, x: Array, y: Array, c: Array) -> Array | list[int]:
    import numpy as np
    import rustworkx

    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(count + 1))
    edges = [*zip(y.tolist(), x.tolist(), c.tolist(), strict=True)]
    graph.add_edges_from(edges + [(count, node, 0) for node in range(count)])
    try:
        lengths = rustworkx.bellman_ford_shortest_path_lengths(graph, count, float)
    except rustworkx.NegativeCycle:
        return _cycle(graph, edges, count)
    return np.array([int(lengths[node]) for node in range(count)], np.int64)


def _cycle(graph: Any, edges: list[tuple[int, int, int]], source: int) -> list[int]:
    """The rows of a negative cycle: between two of its nodes the smallest c counts."""
    import rustworkx

    nodes = list(rustworkx.find_negative_cycle(graph, float))
    if nodes[0] != nodes[-1]:
        nodes.append(nodes[0])
    best: dict[tuple[int, int], tuple[int, int]] = {}
    for row, (tail, head, c) in enumerate(edges):
        known = best.get((tail, head))
        if known is None or c < known[0]:
            best[tail, head] = (c, row)
    return [best[pair][1] for pair in pairwise(nodes)]
