"""Numbers that depend on another argument: its length, and its first and last index.

A list of size N has N items, so that they are formulas in N.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from slowpath.knowledge.catalogue import Knowledge
from slowpath.knowledge.entry import Meaning
from slowpath.shape import library as lib
from slowpath.shape.base import Shape
from slowpath.shape.calls import LengthOf, Seen
from slowpath.shape.formula import SizeFormula


def bound_in_calls(name: str, seen: Sequence[Seen]) -> tuple[Shape, Seen] | None:
    """Return what a parameter is in calls such as `sort(xs, 0, len(xs) - 1)`, and the call; or None."""
    own = [each for each in seen if each.parameter == name]
    for each in own:
        if isinstance(each.value, LengthOf):
            return _exactly(each.value.formula), each
    if own and type(own[0].value) is int and any(isinstance(each.value, LengthOf) for each in seen):
        return lib.const(own[0].value), own[0]
    return None


def bound_by_name(name: str, others: Collection[str], knowledge: Knowledge) -> Shape | None:
    """Return the first or the last index, by the name of a parameter if there is one for either end."""
    ends = {knowledge.bound(each) for each in others}
    if not {Meaning.FIRST, Meaning.LAST} <= ends:
        return None
    match knowledge.bound(name):
        case Meaning.FIRST:
            return lib.const(0)
        case Meaning.LAST:
            return _exactly("N - 1")
    return None


def _exactly(formula: str) -> Shape:
    return lib.integer(SizeFormula(formula), SizeFormula(formula))
