"""Where a part of a recipe goes, if that is no argument of one call of the target.

A search may do more with the receiver of a method than call the target on it once: methods are called first
that fill it, the target is called for each item of a list, and another method ends the sequence. Slots are
the keys of such parts. They stay within a search: what leaves it is a program (`recipe.spelling`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple


class SlotRole(StrEnum):
    """Which call a part is an argument of."""

    EACH = "each"  # the target, once for each item of a list
    FEED = "feed"  # a method that is called before each call of the target, once for each item of a list
    CLOSING = "closing"  # a method that is called at the end; it has no arguments
    FILLING = "filling"  # a method that is called first
    FILLING_EACH = "filling each"  # the same, once for each item of a list


class Slot(NamedTuple):
    """A parameter of a call. `method` is empty for EACH, `parameter` is empty for FEED and CLOSING."""

    role: SlotRole
    method: str = ""
    parameter: str = ""


PartKey = str | Slot  # the label of a parameter, or a slot
RunValues = Mapping[Any, Any]  # what a run is given, by the label of a parameter or by slot


def for_each(parameter: str) -> Slot:
    """Return the slot of a list with an argument for each of many calls of the target."""
    return Slot(SlotRole.EACH, parameter=parameter)


def fed_by(method: str) -> Slot:
    """Return the slot of a list that a method is given, one item before each call of the target."""
    return Slot(SlotRole.FEED, method)


def closed_by(method: str) -> Slot:
    """Return the slot that stands for a method which is called at the end."""
    return Slot(SlotRole.CLOSING, method)


def filled_by(method: str, parameter: str) -> Slot:
    """Return the slot of an argument of a method that is called first."""
    return Slot(SlotRole.FILLING, method, parameter)


def filled_by_each(method: str, parameter: str) -> Slot:
    """Return the slot of a list with an argument for each of many calls of a method that is called first."""
    return Slot(SlotRole.FILLING_EACH, method, parameter)


def is_for_each(key: PartKey) -> bool:
    """Whether its part is a list with an argument for each of many calls of the target."""
    return isinstance(key, Slot) and key.role is SlotRole.EACH


def is_filling(key: PartKey) -> bool:
    """Whether a method takes it that is called before the target."""
    return isinstance(key, Slot) and key.role in (SlotRole.FILLING, SlotRole.FILLING_EACH)


def is_repeated(key: PartKey) -> bool:
    """Whether its part is a list with an argument for each of many calls, of whichever method."""
    return isinstance(key, Slot) and key.role in (SlotRole.EACH, SlotRole.FILLING_EACH)


def parameter_of(key: PartKey) -> str:
    """Return the name of the parameter that takes it; empty for a method that is called at the end."""
    return key.parameter if isinstance(key, Slot) else key.rpartition(".")[2]
