"""How far a run is from a goal: 0 reaches it, 1 comes nowhere near. Algorithms 4 to 8 of WhiteSyn.

What differs: nests may have any depth, not just 1 or 2. Executions are compared by the iterations that are
wanted, so one that iterates the inner loop far too often does not hide another one that reaches the goal. A
nest that iterates as wanted reaches the goal, whatever the path: a call that the graph does not know may lead
there.
"""

from __future__ import annotations

from collections.abc import Iterable

from slowpath.model.loops import Execution, Goal, Iterations, Nest, SiteKey

PATH_WEIGHT = 0.25  # of the path fitness, the rest is that of the iterations: the paper's value


def fitness(goal: Goal, execution: Execution) -> float:
    """Return how far a run is from a goal (Algorithm 8)."""
    missing = iteration_fitness(best_iterations(goal, execution), goal.wanted)
    if not missing:
        return 0.0
    path = path_fitness(goal.path, execution.blocks)
    return PATH_WEIGHT * path + (1 - PATH_WEIGHT) * missing


def path_fitness(path: tuple[SiteKey, ...], blocks: frozenset[SiteKey]) -> float:
    """Return the share of the blocks of a path that were not executed (Algorithm 4)."""
    return sum(block not in blocks for block in path) / len(path) if path else 0.0


def iteration_fitness(iterations: Iterations, wanted: int) -> float:
    """Return the share of the wanted iterations that are missing (Algorithm 7).

    An iteration of a loop weighs `wanted` times as much as one of the loop around it.
    """
    weight, reached, total = 1, 0, 0
    for each in iterations:
        reached += weight * min(each, wanted)
        total += weight * wanted
        weight *= wanted
    return (total - reached) / total


def best_iterations(goal: Goal, execution: Execution) -> Iterations:
    """Return the best iterations of a nest that ends in the goal's loop (Algorithms 5 and 6)."""
    none = (0,) * goal.depth
    seen = execution.nests.get(goal.loop.key, {})
    whole = (reached for nest, reached in seen.items() if len(nest) == goal.depth)
    begun = (part for nest in goal.nests for part in _begun(nest, execution))
    return max((none, *whole, *begun), key=lambda each: _rank(each, goal.wanted))


def guaranteed(goal: Goal, execution: Execution) -> int:
    """Return the iterations that every loop of the best nest has."""
    return min(best_iterations(goal, execution))


def is_reached(goal: Goal, execution: Execution) -> bool:
    """Tell whether a nest that ends in the goal's loop iterates as often as wanted."""
    return guaranteed(goal, execution) >= goal.wanted


def _begun(nest: Nest, execution: Execution) -> Iterable[Iterations]:
    """Yield the iterations of the outer loops of a nest whose inner ones have none."""
    for length in range(1, len(nest)):
        outer = nest[:length]
        if reached := execution.nests.get(outer[-1], {}).get(outer):
            yield reached + (0,) * (len(nest) - length)


def _rank(iterations: Iterations, wanted: int) -> Iterations:
    """What says which iterations are better: those of the innermost loop count first."""
    return tuple(min(each, wanted) for each in reversed(iterations))
