"""The recipe that others are made of: the plainest one for which the target returns, not at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, islice, product
from typing import Any

from slowpath.model.run import End
from slowpath.model.slot import Slot
from slowpath.recipe.part import Part
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.run.counted import Meter
from slowpath.search.recipes.parts import Parts

_SIZES = (3, 8)  # at which it returns: two, since what is refused may depend on the size
_FEW = 6  # parts of a parameter that are tried, the plainest of it
_MOST_OPTIONS, _VALUES = (
    8,
    2,
)  # options that are given in turn, and values of each: a fifth of all that is tried
_MOST = 80  # recipes: a tenth of a second for most targets
_FURTHER = 2  # times as many blocks that another value must reach: a branch or two is no reason to change it
_OPS = 30_000  # of one run: a tenth of what a search spends on one


def plainest(parts: Parts, meter: Meter, is_over: Callable[[], bool] = lambda: False) -> dict[Any, Part]:
    """Return a part for each parameter that is needed.

    These are the plainest ones if the target returns for them; otherwise all but one of those that have a
    default keep it, or an option is given whose default does not do, or one or two parts are replaced, so
    that two nodes differ, or a list is not empty. If nothing helps, they are the plainest. If another value
    of a parameter that does not grow makes the target do far more, as a width that is not zero, it is taken.
    """
    for changed in islice(_changes(parts), _MOST):
        made = {name: part for name, part in {**parts.plain, **changed}.items() if part is not None}
        if is_over():
            break
        reached = _reached(meter, recipe(made))
        if reached:
            return _furthest(parts, meter, made, reached, is_over)
    return dict(parts.plain)


def _furthest(
    parts: Parts, meter: Meter, made: dict[Any, Part], reached: int, is_over: Callable[[], bool]
) -> dict[Any, Part]:
    """The parts with one value in the place of another for which the target returns at once."""
    best = made
    for name, part in made.items():
        fixed = [each for each in parts.genes[name].starts()[:_FEW] if each.length(2) == each.length(1)]
        for other in fixed if part in fixed and not is_over() else ():
            more = _reached(meter, recipe({**made, name: other}))
            if more >= _FURTHER * reached:
                best, reached = {**made, name: other}, more
    return best


def _changes(parts: Parts) -> Iterator[Mapping[Any, Part | None]]:
    """Parts in the place of the plainest; None for a parameter that keeps its default."""
    yield {}
    if len(parts.spare) > 1:
        yield from ({other: None for other in parts.spare if other != name} for name in parts.spare)
    options = [name for name in parts.genes if name not in parts.plain and not isinstance(name, Slot)]
    for name in options[:_MOST_OPTIONS]:
        yield from ({name: part} for part in parts.genes[name].starts()[:_VALUES])
    starts = {name: list(parts.genes[name].starts()[1:_FEW]) for name in parts.plain}
    for name, others in reversed(starts.items()):
        yield from ({name: part} for part in others)
    for one, other in combinations(starts, 2):
        pairs = product(starts[one][: _FEW // 2], starts[other][: _FEW // 2])
        yield from ({one: first, other: second} for first, second in pairs)


def _reached(meter: Meter, made: Recipe) -> int:
    """How many blocks are executed by a run for which the target returns; 0 if it does not at some size."""
    blocks: set[int] = set()
    for size in _SIZES:
        sample = meter.run(made.values(size), _OPS, size)
        if sample.end is not End.RETURNED:
            return 0
        blocks.update(sample.executed)
    return len(blocks)
