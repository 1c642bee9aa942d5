"""What a stage puts out, leaf by leaf, as expressions over its input.

A leaf is a number, an expression, or a character that a map makes of a variable (`CharLeaf`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.expr.comparison import compare, member
from slowpath.expr.condition import (
    TRUE,
    Condition,
    all_of,
    constant,
    some_of,
)
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, Term, evaluate
from slowpath.expr.variable import Value, Values
from slowpath.model.charset import LAST, CharSet

Pieces = tuple[tuple[int, CharSet], ...]  # what is added, and the values of the variable to which


@dataclass(frozen=True, slots=True)
class CharLeaf:
    """A character that depends on one variable: in each piece of the variable's values it is the value and a
    number. `now` is the piece of the traced run."""

    index: int
    pieces: Pieces
    now: int = 0

    def reach(self, values: CharSet) -> CharSet:
        """The characters that it can be if its variable is one of some values."""
        reached = CharSet()
        for shift, part in self.pieces:
            reached = reached | moved(part & values, shift)
        return reached


Leaf = int | float | Linear | Term | CharLeaf
Leaves = Sequence[Leaf]  # by the index of the variable that is replaced


def moved(chars: CharSet, shift: int) -> CharSet:
    """The set whose members are larger by a number; those beyond the last character are left out."""
    if not shift:
        return chars
    spans = ((max(low + shift, 0), min(high + shift, LAST)) for low, high in chars.spans)
    return CharSet((low, high) for low, high in spans if low <= high)


def within(leaf: Leaf, chars: CharSet) -> Condition:
    """The condition that a leaf is a character of a set."""
    if isinstance(leaf, CharLeaf):
        wanted = CharSet()
        for shift, part in leaf.pieces:
            wanted = wanted | (part & moved(chars, -shift))
        return member(leaf.index, wanted)
    if isinstance(leaf, int | float):
        return constant(leaf in chars)
    return some_of(all_of([compare(leaf, ">=", low), compare(leaf, "<=", high)]) for low, high in chars.spans)


def formed(leaf: Leaf) -> tuple[Expression, Condition]:
    """A leaf as an expression, and the condition under which it is this one."""
    if not isinstance(leaf, CharLeaf):
        return leaf, TRUE
    shift, part = leaf.pieces[leaf.now]
    return Linear(((leaf.index, 1),), shift), member(leaf.index, part) if len(leaf.pieces) > 1 else TRUE


def value_of(leaf: Leaf, values: Values) -> Value:
    """The value of a leaf for an input. Raises Undefined where Python raises."""
    if not isinstance(leaf, CharLeaf):
        return evaluate(leaf, values)
    value = values[leaf.index]
    return value + next((shift for shift, part in leaf.pieces if value in part), 0)


def source_of(leaf: Leaf, value: Value) -> tuple[int, Value] | None:
    """The variable that a leaf depends on, and the value with which the leaf has a given one; None if it is
    constant, has several variables, or cannot have it."""
    if isinstance(leaf, CharLeaf):
        shifts = [leaf.pieces[leaf.now], *leaf.pieces]  # the piece of the traced run first
        return next(((leaf.index, value - shift) for shift, part in shifts if value - shift in part), None)
    if not isinstance(leaf, Linear) or len(leaf.parts) != 1:
        return None
    (index, factor), rest = leaf.parts[0], value - leaf.constant
    return (index, rest // factor) if rest % factor == 0 else None
