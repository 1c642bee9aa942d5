"""What a stage puts out, leaf by leaf, as expressions over its input; and conditions of the next stage on it.

A leaf is a number, an expression, or a character that a map makes of a variable (`CharLeaf`). Channeling
conditions say that a variable of the next stage equals such a leaf (definition 3.4 of CompSLG). Here the leaf
is put in the variable's place, so that all conditions speak of the variables of the first stage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from slowpath.expr.comparison import compare, member
from slowpath.expr.condition import (
    TRUE,
    All,
    Compare,
    Condition,
    Constant,
    Member,
    Ranked,
    Relation,
    all_of,
    constant,
    some_of,
)
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, Term, apply, choose, descending
from slowpath.expr.variable import Value
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


def channeled(condition: Condition, leaves: Leaves) -> Condition:
    """A condition of a stage on the leaves that another one puts out.

    If a map gives a character in several pieces, a comparison of it holds to the piece of the traced run.
    """
    match condition:
        case Constant():
            return condition
        case Member(index=index, chars=chars):
            return within(leaves[index], chars)
        case Compare():
            return _compared(condition, leaves)
        case Ranked(left=left, op=op, right=right):
            return _related(left, op, right, leaves)
        case Relation(left=left, op=op, right=right, truth=truth):
            related = _related(left, op, right, leaves)
            return related if truth else related.negated()
    together = all_of if isinstance(condition, All) else some_of
    return together([channeled(part, leaves) for part in condition.parts])


def replaced(leaf: Leaf, leaves: Leaves) -> Leaf:
    """A leaf of a stage's output over the variables of an earlier stage."""
    if isinstance(leaf, int | float):
        return leaf
    if not isinstance(leaf, CharLeaf):
        return _expression(leaf, leaves, [])
    source = leaves[leaf.index]
    if isinstance(source, CharLeaf):
        return _joined(leaf, source)
    shift = leaf.pieces[leaf.now][0]
    return source + shift if isinstance(source, int) else apply("+", source, shift)


def _joined(outer: CharLeaf, inner: CharLeaf) -> CharLeaf:
    """The character that one map makes of what another one makes."""
    if len(outer.pieces) == 1 and not outer.pieces[0][0]:
        return inner
    pieces: list[tuple[int, CharSet]] = []
    now = 0
    for place, (first, part) in enumerate(inner.pieces):
        for other, (then, wanted) in enumerate(outer.pieces):
            left = part & moved(wanted, -first)
            if left:
                if (place, other) == (inner.now, outer.now):
                    now = len(pieces)
                pieces.append((first + then, left))
    return CharLeaf(inner.index, tuple(pieces), now)


def _compared(condition: Compare, leaves: Leaves) -> Condition:
    total: Expression = condition.constant
    guards: list[Condition] = []
    for index, factor in condition.parts:
        form, guard = formed(leaves[index])
        total = apply("+", total, apply("*", form, factor))
        guards.append(guard)
    return all_of([*guards, compare(total, condition.op, 0)])


def _related(left: Expression, op: str, right: Expression, leaves: Leaves) -> Condition:
    guards: list[Condition] = []
    sides = [_expression(side, leaves, guards) for side in (left, right)]
    return all_of([*guards, compare(sides[0], op, sides[1])])


def _expression(expression: Expression, leaves: Leaves, guards: list[Condition]) -> Expression:
    """An expression over the leaves; `guards` hears under which conditions it is this one."""

    def leaf(index: int) -> Expression:
        form, guard = formed(leaves[index])
        guards.append(guard)
        return form

    known: dict[Term, Expression] = {}

    def operand(each: Any) -> Any:
        if isinstance(each, Term):
            return known[each]
        if isinstance(each, Linear):
            total: Expression = each.constant
            for index, factor in each.parts:
                total = apply("+", total, apply("*", leaf(index), factor))
            return total
        return each if isinstance(each, int | float) else channeled(each, leaves)

    if not isinstance(expression, Term):
        made: Expression = operand(expression)
        return made
    for term in descending(expression):
        if term.operator == "real":
            index: Any = term.operands[0]
            known[term] = leaf(index)
        elif term.operator == "if":
            known[term] = choose(*map(operand, term.operands))
        else:
            known[term] = apply(term.operator, *map(operand, term.operands))
    return known[expression]
