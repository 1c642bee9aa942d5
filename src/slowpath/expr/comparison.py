"""Conditions from comparisons, in their normal form."""

from __future__ import annotations

import math

from slowpath.expr.condition import (
    COMPARE,
    EQ,
    FALSE,
    LE,
    NE,
    OPS,
    TRUE,
    Compare,
    Condition,
    Member,
    Ranked,
    Relation,
    constant,
)
from slowpath.expr.linear import Linear, Parts
from slowpath.expr.term import Expression, Term, is_float
from slowpath.model.charset import CharSet


def compare(left: Expression, op: str, right: Expression) -> Condition:
    """The condition `left op right`; op is any of Python's six comparisons."""
    if op in (">", ">="):
        left, op, right = right, _MIRRORED[op], left
    if type(left) is Linear:
        if type(right) is Linear:
            form = left - right
        elif isinstance(right, int):
            form = Linear(left.parts, left.constant - right)
        else:
            return _relation(left, op, right)
    elif type(right) is Linear and isinstance(left, int):
        form = left - right
    else:
        return _relation(left, op, right)
    if op in ("<", "<="):
        return _at_most(form.parts, form.constant + (op == "<"))
    return equal(form) if op == "==" else differ(form)


_MIRRORED = {">": "<", ">=": "<="}


def depends(left: Expression, right: Expression) -> bool:
    """Tell whether no comparison of two expressions can be constant; some that depend are not told.

    A comparison of different sums with the same constant depends, whatever their common divisor is; that
    of a term does, unless it may be the same float on both sides.
    """
    if type(left) is Term:
        return left.operator != "real"
    if type(left) is not Linear:
        return False
    parts = left.parts
    if type(right) is Linear:
        others = right.parts
        if left.constant == right.constant:
            return parts != others
        return _is_single(parts) and _is_single(others) and parts[0][0] != others[0][0]
    return type(right) is int and (_is_single(parts) or (left.constant == right and parts != ()))


def _is_single(parts: Parts) -> bool:
    """Whether this is one variable, or what is opposite to it."""
    return len(parts) == 1 and parts[0][1] in (1, -1)


def at_most(form: Linear) -> Condition:
    """`form <= 0`"""
    return _at_most(form.parts, form.constant)


def _at_most(parts: Parts, number: int) -> Condition:
    if not parts:
        return constant(number <= 0)
    if parts[0][1] in (1, -1):
        return Compare(parts, number, LE)
    divisor = math.gcd(*[factor for _, factor in parts])
    return Compare(_divided(parts, divisor), -(-number // divisor), LE)


def equal(form: Linear) -> Condition:
    """`form == 0`"""
    parts = form.parts
    if not parts:
        return constant(form.constant == 0)
    divisor = math.gcd(*[factor for _, factor in parts])
    if form.constant % divisor:
        return FALSE
    if parts[0][1] < 0:
        divisor = -divisor
    return Compare(_divided(parts, divisor), form.constant // divisor, EQ)


def differ(form: Linear) -> Condition:
    """`form != 0`"""
    return equal(form).negated()


def member(index: int, chars: CharSet) -> Condition:
    """The character variable `index` is in `chars`."""
    if not chars:
        return FALSE
    return TRUE if chars == CharSet.everything() else Member(index, chars)


def _relation(left: Expression, op: str, right: Expression) -> Condition:
    if isinstance(left, int | float) and isinstance(right, int | float):
        return constant(COMPARE[op](left, right))
    op = OPS[op]
    left, right = _beside(right, left), _beside(left, right)
    if _rankable(left) and _rankable(right):
        if left is right:
            return constant(op in (LE, EQ))
        return Ranked(left, op, right)  # type: ignore[arg-type]
    return Relation(left, EQ, right, False) if op is NE else Relation(left, op, right)


def _rankable(side: Expression) -> bool:
    if isinstance(side, Term):
        return side.operator == "real"
    return isinstance(side, float) and not math.isnan(side)


def _beside(other: Expression, side: Expression) -> Expression:
    """An integer that is compared with a float, as a float if it is one: Python compares both alike."""
    if isinstance(side, int) and is_float(other) and abs(side) <= 1 << 53:
        return float(side)
    return side


def _divided(parts: Parts, divisor: int) -> Parts:
    return parts if divisor == 1 else tuple([(index, factor // divisor) for index, factor in parts])
