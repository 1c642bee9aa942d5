"""The recipe that others are made of: the plainest one for which the target returns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, islice, product

from slowpath.model.run import End
from slowpath.recipe.part import Part
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.run.counted import Meter
from slowpath.search.parts import Parts

_SIZES = (3, 8)  # at which it returns: two, since what is refused may depend on the size
_FEW = 6  # parts of a parameter that are tried, the plainest of it
_MOST = 80  # recipes: a tenth of a second for most targets
_OPS = 30_000  # of one run: a tenth of what a search spends on one


def plainest(parts: Parts, meter: Meter, is_over: Callable[[], bool] = lambda: False) -> dict[str, Part]:
    """Return a part for each parameter that is needed.

    These are the plainest ones if the target returns for them; otherwise all but one of those that have a
    default keep it, or one or two parts are replaced, so that two nodes differ, or a list is not empty. If
    nothing helps, they are the plainest.
    """
    for changed in islice(_changes(parts), _MOST):
        made = {name: part for name, part in {**parts.plain, **changed}.items() if part is not None}
        if is_over():
            break
        if all(_returns(meter, recipe(made), size) for size in _SIZES):
            return made
    return dict(parts.plain)


def _changes(parts: Parts) -> Iterator[Mapping[str, Part | None]]:
    """Parts in the place of the plainest; None for a parameter that keeps its default."""
    yield {}
    if len(parts.spare) > 1:
        yield from ({other: None for other in parts.spare if other != name} for name in parts.spare)
    starts = {name: list(parts.genes[name].starts()[1:_FEW]) for name in parts.plain}
    for name, others in reversed(starts.items()):
        yield from ({name: part} for part in others)
    for one, other in combinations(starts, 2):
        pairs = product(starts[one][: _FEW // 2], starts[other][: _FEW // 2])
        yield from ({one: first, other: second} for first, second in pairs)


def _returns(meter: Meter, made: Recipe, size: int) -> bool:
    return meter.run(made.values(size), _OPS).end is End.RETURNED
