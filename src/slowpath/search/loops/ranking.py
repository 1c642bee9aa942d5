"""Which things to keep if each is good for another goal: preference, Pareto fronts and crowding.

This is the preference sorting of MOSA (Panichella, Kifetew and Tonella, 2015).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from slowpath.search.loops.algorithm import Rated, Thing


def fronts(rated: Sequence[Rated[Thing]], goals: Sequence[int]) -> list[list[Rated[Thing]]]:
    """Return things in fronts, the best first. The first has the best thing for each goal, the smaller one
    if two are equal; of the others, a front has what nothing behind it dominates."""
    if not rated:
        return []
    first = {id(each): each for each in (min(rated, key=lambda one: one.key(goal)) for goal in goals)}
    left = [each for each in rated if id(each) not in first]
    found = [list(first.values())] if first else []
    while left:
        front = [each for each in left if not any(dominates(other, each, goals) for other in left)]
        found.append(front)
        chosen = set(map(id, front))
        left = [each for each in left if id(each) not in chosen]
    return found


def dominates(one: Rated[Thing], other: Rated[Thing], goals: Iterable[int]) -> bool:
    """Whether a thing is better than another for one of the goals, and for none of them worse."""
    better = False
    for goal in goals:
        if one.fitness[goal] > other.fitness[goal]:
            return False
        better = better or one.fitness[goal] < other.fitness[goal]
    return better


def crowding(front: Sequence[Rated[Thing]], goals: Iterable[int]) -> list[float]:
    """Return for each thing of a front how far it is from its neighbours; infinite for those at an end."""
    distances = [0.0] * len(front)
    for goal in goals:
        order = sorted(range(len(front)), key=lambda place: front[place].fitness[goal])
        least, most = front[order[0]].fitness[goal], front[order[-1]].fitness[goal]
        if most == least:
            continue
        distances[order[0]] = distances[order[-1]] = float("inf")
        for before, place, after in zip(order, order[1:], order[2:], strict=False):
            gap = front[after].fitness[goal] - front[before].fitness[goal]
            distances[place] += gap / (most - least)
    return distances


def survivors(rated: Sequence[Rated[Thing]], goals: Sequence[int], size: int) -> list[Rated[Thing]]:
    """Return the things to keep, the best first: whole fronts, and of the last the least crowded."""
    kept: list[Rated[Thing]] = []
    for front in fronts(rated, goals):
        distances = crowding(front, goals)
        order = sorted(range(len(front)), key=lambda place: (-distances[place], front[place].weight))
        kept += [front[place] for place in order]
        if len(kept) >= size:
            break
    return kept[:size]
