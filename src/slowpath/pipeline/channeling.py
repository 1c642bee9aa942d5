"""Conditions and leaves of a stage, written over the variables of the stage before.

Channeling conditions say that a variable of a stage equals a leaf that the stage before puts out (definition
3.4 of CompSLG). Here the leaf is put in the variable's place, so that all conditions speak of the variables
of the first stage.
"""

from __future__ import annotations

from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.condition import (
    All,
    Compare,
    Condition,
    Constant,
    Member,
    Ranked,
    Relation,
    all_of,
    some_of,
)
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, Term, apply, choose, descending
from slowpath.model.charset import CharSet
from slowpath.pipeline.leaf import CharLeaf, Leaf, Leaves, formed, moved, within


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
