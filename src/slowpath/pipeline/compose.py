"""One test of a pipeline from one path of each stage (Algorithm 1 of CompSLG, lines 4 to 6).

Every condition is written over the variables of the first stage: channeling conditions are not solved, they
are put in. Solving starts from the inputs that the paths were found on: those of the heaviest stage, then of
the others as far as the outputs of the stages before can be like them. What contradicts is relaxed, and the
values of the input follow.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.expr.condition import Condition, Constant
from slowpath.expr.variable import Value, Values
from slowpath.pipeline.channeling import channeled, replaced
from slowpath.pipeline.leaf import Leaves, source_of
from slowpath.pipeline.relax import Clock, Demand, Relaxed, relax
from slowpath.pipeline.summary import StagePath


@dataclass(frozen=True, slots=True)
class Composed:
    """The values of the first stage's variables, and what was relaxed for them."""

    values: Values
    relaxed: Relaxed


def compose(
    paths: Sequence[StagePath],
    sources: Sequence[int | None],
    weights: Sequence[float],
    only: int | None = None,
    seconds: float | None = None,
    clock: Clock = time.monotonic,
) -> Composed:
    """Return an input of the pipeline on which each stage takes its path, as far as they go together.

    `sources` says whose output each stage takes. With `only`, the conditions of one stage alone count.
    """
    read = {source for source in sources if source is not None}
    outputs: dict[int, Leaves] = {}
    demands: list[Demand] = []
    for place, (path, source, weight) in enumerate(zip(paths, sources, weights, strict=True)):
        leaves = None if source is None else outputs[source]
        conditions, costs = _over(path, leaves) if only in (None, place) else ((), ())
        demands.append(Demand(conditions, costs, weight))
        if place in read:
            outputs[place] = (
                path.leaves if leaves is None else tuple([replaced(leaf, leaves) for leaf in path.leaves])
            )
    given = [None if source is None else outputs[source] for source in sources]
    hint = _pulled_back(paths, given, _order(paths, weights, only))
    relaxed = relax(demands, paths[0].variables, hint, seconds, clock)
    return Composed(relaxed.values, relaxed)


def _order(paths: Sequence[StagePath], weights: Sequence[float], only: int | None) -> list[int]:
    """The stages whose inputs count, the most important last: those of bare paths, which nothing but their
    values keeps, then the heavier ones."""
    places = range(len(paths)) if only is None else sorted({0, only})
    return sorted(places, key=lambda at: (at == only, paths[at].bare, weights[at] if paths[at].bare else at))


def _pulled_back(
    paths: Sequence[StagePath], leaves: Sequence[Leaves | None], order: Sequence[int]
) -> dict[int, Value]:
    """Values of the first stage's variables under which stages are given the inputs of their paths; if two
    want different values of a variable, the later one in `order` has it."""
    first = paths[0].variables
    found = {each.index: value for each, value in zip(first, paths[0].values, strict=True)}
    for place in order:
        path, before = paths[place], leaves[place]
        for variable, value in zip(path.variables, path.values, strict=True):
            if before is None:
                found[variable.index] = value
                continue
            source = source_of(before[variable.index], value)
            if source is not None and first[source[0]].admits(source[1]):
                found[source[0]] = source[1]
    return found


def _over(path: StagePath, leaves: Leaves | None) -> tuple[Sequence[Condition], Sequence[int]]:
    """The conditions of a path over the input of the pipeline, and their costs."""
    if leaves is None:
        return path.conditions, path.costs
    conditions: list[Condition] = []
    costs: list[int] = []
    for condition, cost in zip(path.conditions, path.costs, strict=True):
        made = channeled(condition, leaves)
        if not isinstance(made, Constant) or not made.truth:
            conditions.append(made)
            costs.append(cost)
    return conditions, costs
