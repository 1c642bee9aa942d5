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
from slowpath.expr.term import Expression, Term
from slowpath.model.charset import CharSet


def compare(left: Expression, op: str, right: Expression) -> Condition:
    """The condition `left op right`; op is any of Python's six comparisons."""
    if op in (">", ">="):
        left, op, right = right, op.replace(">", "<"), left
    if (
        isinstance(left, Term)
        or isinstance(right, Term)
        or isinstance(left, float)
        or isinstance(right, float)
    ):
        return _relation(left, op, right)
    form = left - right
    if isinstance(form, int):
        return constant(COMPARE[op](form, 0))
    if op == "<":
        return at_most(form + 1)
    return at_most(form) if op == "<=" else equal(form) if op == "==" else differ(form)


def at_most(form: Linear) -> Condition:
    """form <= 0"""
    parts = form.parts
    if not parts:
        return constant(form.constant <= 0)
    if parts[0][1] in (1, -1):
        return Compare(parts, form.constant, LE)
    divisor = math.gcd(*[factor for _, factor in parts])
    return Compare(_divided(parts, divisor), -(-form.constant // divisor), LE)


def equal(form: Linear) -> Condition:
    """form == 0"""
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
    """form != 0"""
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
    if _rankable(left) and _rankable(right):
        if left is right:
            return constant(op in (LE, EQ))
        return Ranked(left, op, right)  # type: ignore[arg-type]
    return Relation(left, EQ, right, False) if op is NE else Relation(left, op, right)


def _rankable(side: Expression) -> bool:
    if isinstance(side, Term):
        return side.operator == "real"
    return isinstance(side, float) and not math.isnan(side)


def _divided(parts: Parts, divisor: int) -> Parts:
    return parts if divisor == 1 else tuple([(index, factor // divisor) for index, factor in parts])
