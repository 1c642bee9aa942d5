"""Recipes whose length is that of their input: what is used again in each of N calls does not grow."""

from __future__ import annotations

from slowpath.model.slot import Slot, SlotRole
from slowpath.recipe.part import Fixed, Part
from slowpath.recipe.recipe import Recipe, recipe, source_at


def settled(candidate: Recipe) -> Recipe:
    """Return a recipe with what would be multiplied by the number of calls at its smallest size.

    N calls with an argument of length N, or on an object of size N, cost N times N whatever the target does:
    that is no growth to report.
    """
    slots = [Slot.parse(name) for name, _ in candidate.parts]
    repeated = any(slot.is_for_each for slot in slots)
    filled = {slot.method for slot in slots if slot.is_filling and slot.is_repeated}
    if not repeated and not filled:
        return candidate
    return recipe(
        {
            name: _smallest(part) if _is_multiplied(Slot.parse(name), repeated, filled) else part
            for name, part in candidate.parts
        }
    )


def _is_multiplied(slot: Slot, repeated: bool, filled: set[str]) -> bool:
    if slot.is_for_each or slot.is_last:
        return False
    if slot.role is SlotRole.BEFORE and slot.method in filled:
        return True
    return repeated


def _smallest(part: Part) -> Part:
    return part if part.length(2) == part.length(1) else Fixed(source_at(part, 1))
