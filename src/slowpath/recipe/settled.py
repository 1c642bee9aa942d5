"""Recipes whose length is that of their input: what is used again in each of N calls does not grow."""

from __future__ import annotations

from slowpath.recipe.part import Fixed, Part
from slowpath.recipe.recipe import Recipe, recipe, source_at
from slowpath.run.inputs import BEFORE, BEFORE_EACH, EACH, THEN, filled_by


def settled(candidate: Recipe) -> Recipe:
    """Return a recipe with what would be multiplied by the number of calls at its smallest size.

    N calls with an argument of length N, or on an object of size N, cost N times N whatever the target does:
    that is no growth to report.
    """
    names = [name for name, _ in candidate.parts]
    repeated = any(name.startswith(EACH) for name in names)
    filled = {filled_by(name)[0] for name in names if name.startswith(BEFORE_EACH)}
    if not repeated and not filled:
        return candidate
    return recipe(
        {
            name: _smallest(part) if _is_multiplied(name, repeated, filled) else part
            for name, part in candidate.parts
        }
    )


def _is_multiplied(name: str, repeated: bool, filled: set[str]) -> bool:
    if name.startswith((EACH, THEN)):
        return False
    if name.startswith(BEFORE) and not name.startswith(BEFORE_EACH) and filled_by(name)[0] in filled:
        return True
    return repeated


def _smallest(part: Part) -> Part:
    return part if part.length(2) == part.length(1) else Fixed(source_at(part, 1))
