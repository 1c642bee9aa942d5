"""Recipes whose length is that of their input: what is used again in each of N calls does not grow."""

from __future__ import annotations

from slowpath.model.slot import PartKey, Slot, SlotRole, is_for_each
from slowpath.recipe.part import Fixed, Part
from slowpath.recipe.recipe import Recipe, recipe, source_at


def settled(candidate: Recipe) -> Recipe:
    """Return a recipe with what would be multiplied by the number of calls at its smallest size.

    N calls with an argument of length N, or on an object of size N, cost N times N whatever the target does:
    that is no growth to report.
    """
    slots = [key for key, _ in candidate.parts if isinstance(key, Slot)]
    repeated = any(map(is_for_each, slots))
    filled = {slot.method for slot in slots if slot.role is SlotRole.FILLING_EACH}
    if not repeated and not filled:
        return candidate
    return recipe(
        {
            key: _smallest(part) if _is_multiplied(key, repeated, filled) else part
            for key, part in candidate.parts
        }
    )


def _is_multiplied(key: PartKey, repeated: bool, filled: set[str]) -> bool:
    if isinstance(key, Slot):
        if key.role in (SlotRole.EACH, SlotRole.CLOSING):
            return False
        if key.role is SlotRole.FILLING and key.method in filled:
            return True
    return repeated


def _smallest(part: Part) -> Part:
    return part if part.length(2) == part.length(1) else Fixed(source_at(part, 1))
