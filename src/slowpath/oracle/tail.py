"""Growth that ends at larger sizes: where the target begins to raise, or beyond a number of the recipe.

A limit on iterations bounds it, for example, or an option: with `k=64`, each of N nodes may have all others
as neighbours as long as N is at most 64.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Sequence

from slowpath.model.cost import Number
from slowpath.model.find import Inputs
from slowpath.model.run import End
from slowpath.oracle.verdict import SUPERLINEAR
from slowpath.run.client import Worker
from slowpath.run.messages import OPS

_FURTHER = 2  # times the size of the last run that raised: less would not show how the cost goes on
_MOST_TIMES = 8  # the cost of that run: twice the size costs four times as much if the growth went on

_LEAST_BOUND = 8  # the least number that may bound the growth: series begin with smaller sizes
# Sizes at which the growth is looked at, in multiples of a number: beyond it, but hardly larger than others.
_BEYOND = (2, 4)
_NEAR = 4  # a number that is less than the largest size by this factor bounds nothing that was seen
_LEAST_SECONDS = 3.0  # of such a run: without it a wrong finding would stand
_STEEPEST = 60  # times the cost of the largest size at eight times it: more is the power 1.97 at least

Points = Sequence[tuple[int, Number]]


def levels_off(recipe: Inputs, worker: Worker, points: Points, tail: Points, seconds: float) -> bool:
    """Whether the cost goes on in the runs beyond the `points`, which raise, but no longer grows too fast.

    The `tail` are these runs. If the target refuses larger inputs early, they cost less than the points, and
    tell nothing about the growth.
    """
    if not tail or not points or tail[0][1] < points[-1][1]:
        return False
    known = list(tail)
    if len(known) == 1 or _FURTHER * known[0][0] > known[-1][0]:
        size, cost = known[-1]
        run = worker.run(recipe, _FURTHER * size, int(_MOST_TIMES * cost), seconds)
        if run.end is not End.RAISED or OPS not in run.costs:
            return False
        known.append((_FURTHER * size, run.costs[OPS]))
    return _is_flat(known[0], known[-1])


def is_bounded(
    sources: Iterable[str],
    recipe: Inputs,
    worker: Worker,
    points: Points,
    seconds: float,
    swelling: float = 1.0,
) -> bool:
    """Whether a cost that grows too fast at the `points` no longer does beyond a number that the recipe has.

    The `sources` are all code of the recipe, and its input grows as the power `swelling` of N. Numbers much
    larger than the sizes are not looked at: so large inputs take too long, or do not exist.
    """
    if not points:
        return False
    largest, cost = points[-1]
    numbers = [each for each in _numbers(sources) if each <= 2 * largest]
    bound = max(numbers, default=0)
    if bound < _LEAST_BOUND or _NEAR * bound <= largest:
        return False
    known: list[tuple[int, Number]] = []
    for size in (times * bound for times in _BEYOND):
        run = worker.run(recipe, size, int(_STEEPEST * cost), max(_LEAST_SECONDS, seconds))
        if run.end is not End.RETURNED or OPS not in run.costs:
            return False
        known.append((size, run.costs[OPS]))
    return _is_flat(known[0], known[-1], swelling)


def _numbers(sources: Iterable[str]) -> set[int]:
    """The whole numbers that are spelled in code."""
    return {
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and type(node.value) is int
    }


def _is_flat(one: tuple[int, Number], other: tuple[int, Number], swelling: float = 1.0) -> bool:
    (first, least), (last, most) = one, other
    return math.log(most / least) / math.log(last / first) < SUPERLINEAR * swelling
