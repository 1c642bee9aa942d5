"""Comparisons of a cost with a number, put in terms of the variables where integer arithmetic allows."""

from __future__ import annotations

import math

from slowpath.expr.comparison import compare
from slowpath.expr.condition import Condition
from slowpath.expr.term import Expression, Term
from slowpath.model.cost import Number


def limited(cost: Expression, op: str, limit: Number) -> Condition:
    """The condition `cost op limit`: `160 + 280*n // 1000 > 215` is `n >= 200`."""
    if isinstance(cost, Term) and not cost.floating:
        match op:
            case ">" | ">=":
                least = math.floor(limit) + 1 if op == ">" else math.ceil(limit)
                return compare(*_isolated(cost, ">=", least))
            case "<" | "<=":
                most = math.ceil(limit) - 1 if op == "<" else math.floor(limit)
                return compare(*_isolated(cost, "<=", most))
    return compare(cost, op, limit)


def _isolated(cost: Expression, op: str, limit: int) -> tuple[Expression, str, int]:
    """What `cost >= limit` or `cost <= limit` comes to: the numbers in the cost are moved to the limit."""
    least = op == ">="
    while (part := _part(cost)) is not None:
        cost, operator, number = part
        match operator:
            case "+":
                limit -= number
            case "*":
                limit = -(-limit // number) if least else limit // number
            case "//":
                limit = limit * number + (0 if least else number - 1)
    return cost, op, limit


def _part(cost: Expression) -> tuple[Expression, str, int] | None:
    """A sum, a product or a quotient as what depends on the input, the operator and a number."""
    if not isinstance(cost, Term) or cost.floating or len(cost.operands) != 2:
        return None
    left, right = cost.operands
    if cost.operator in ("+", "*") and type(left) is int:
        left, right = right, left
    if type(right) is not int or isinstance(left, Condition):
        return None
    grows = cost.operator == "+" or (cost.operator in ("*", "//") and right > 0)
    return (left, cost.operator, right) if grows else None
