"""Integers and floats that are no linear forms: products, quotients, bit operations, float arithmetic.

A term is an operator and its operands. Terms are hash-consed: equal terms are the same object, so that
comparing and hashing them costs nothing however deep they are. A value is computed by Python's own
operators, so floor division, negative modulo and IEEE rounding are exact. Where Python would raise
(division by zero, a negative shift), a term is *undefined*.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Container, Iterator
from typing import TYPE_CHECKING, Any, Union
from weakref import WeakValueDictionary

from slowpath.expr.linear import Linear
from slowpath.expr.variable import Value, Values

if TYPE_CHECKING:
    from slowpath.expr.condition import Condition

Expression = Union["Term", Linear, int, float]
Operand = Union["Term", Linear, int, float, "Condition"]

# A power or shift with a larger result counts as undefined. A number of a million bits takes milliseconds
# to compute; without a limit, one model such as 9**9**9 would hang the search.
MOST_BITS = 1 << 20


class Undefined(ArithmeticError):
    """A term has no value: Python raises where the model leads."""


class Term:
    """An operator applied to operands; made by `apply` and `real` only."""

    __slots__ = ("__weakref__", "flat", "floating", "indices", "operands", "operator")

    operator: str
    operands: tuple[Operand, ...]
    floating: bool  # whether the value is a float
    flat: bool  # whether it applies an operator to forms and numbers only
    indices: frozenset[int] | None  # of its variables, once somebody has asked

    def __new__(cls, operator: str, operands: tuple[Operand, ...]) -> Term:
        key = (operator, tuple([(type(each), each) for each in operands]))  # 1 == 1.0, but not as operands
        known = _TERMS.get(key)
        if known is None:
            known = object.__new__(cls)
            known.operator = operator
            known.operands = operands
            known.floating = operator in _FLOATING or (
                operator in _EITHER and any(is_float(each) for each in operands)
            )
            known.flat = operator in OPERATORS and not any(isinstance(each, Term) for each in operands)
            known.indices = None
            _TERMS[key] = known
        return known

    def __reduce__(self) -> tuple[type[Term], tuple[str, tuple[Operand, ...]]]:
        return Term, (self.operator, self.operands)

    def __repr__(self) -> str:
        return f"Term({self.operator!r}, {self.operands!r})"


# Equal terms are one object while it lives: a memo, whose content nobody can observe.
_TERMS: WeakValueDictionary[tuple[object, ...], Term] = WeakValueDictionary()


def real(index: int) -> Term:
    """The value of a float variable."""
    return Term("real", (index,))


def choose(condition: Condition, then: Expression, otherwise: Expression) -> Expression:
    """`then if condition else otherwise`."""
    return Term("if", (condition, then, otherwise))


def apply(operator: str, *operands: Expression) -> Expression:
    """The value of `operator` (a key of OPERATORS) on operands: a number or a linear form where it is one."""
    if operator in _LINEAR:
        left, right = operands
        if isinstance(left, _INTEGRAL) and isinstance(right, _INTEGRAL):
            if operator == "+":
                return left + right
            if operator == "-":
                return left - right
            if isinstance(left, int) or isinstance(right, int):
                return left * right  # type: ignore[operator]
    for each in operands:
        if not isinstance(each, _NUMBERS):
            return Term(operator, operands)
    try:
        return compute(operator, operands)
    except Undefined:
        return Term(operator, operands)


def is_float(expression: Operand) -> bool:
    """Whether the value of an expression is a float."""
    return isinstance(expression, float) or (isinstance(expression, Term) and expression.floating)


def evaluate(expression: Expression, values: Values, known: dict[Term, Value] | None = None) -> Value:
    """The value of an expression; raises Undefined where Python raises.

    Expressions of a path share terms: `known` keeps those that were evaluated with the same values before.
    """
    if isinstance(expression, Linear):
        return expression.evaluate(values)
    if not isinstance(expression, Term):
        return expression
    if expression.flat:
        return compute(
            expression.operator, tuple([_value(each, values, _NONE) for each in expression.operands])
        )
    known = {} if known is None else known
    for term in descending(expression, known):
        if term.operator == "real":
            known[term] = values[term.operands[0]]  # type: ignore[index]
        elif term.operator == "if":
            condition, then, otherwise = term.operands
            chosen = then if condition.holds(values) else otherwise  # type: ignore[union-attr]
            known[term] = _value(chosen, values, known)
        else:
            known[term] = compute(
                term.operator, tuple([_value(each, values, known) for each in term.operands])
            )
    return known[expression]


def compute(operator: str, operands: tuple[Operand, ...]) -> Value:
    """The value of an operator on numbers; raises Undefined where Python raises."""
    if operator in ("**", "<<") and _is_huge(operator, *operands):  # type: ignore[arg-type]
        raise Undefined(f"{operator} makes a number of more than {MOST_BITS} bits")
    try:
        value = OPERATORS[operator](*operands)
    except (ArithmeticError, ValueError, TypeError) as error:
        raise Undefined(str(error)) from None
    if isinstance(value, complex):
        raise Undefined("a power is complex")
    return value


def descending(root: Term, known: Container[Term] = ()) -> Iterator[Term]:
    """The terms below `root` and itself, operands first, each once; no recursion, however deep.

    Terms that are `known` are left out, with all below them. Both branches of a choice count as operands, its
    condition does not.
    """
    seen: set[Term] = set()
    stack = [root]
    while stack:
        term = stack[-1]
        if term in seen or term in known:
            stack.pop()
            continue
        missing = [
            each
            for each in term.operands
            if isinstance(each, Term) and each not in seen and each not in known
        ]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            seen.add(term)
            yield term


def variables_of(expression: Expression) -> frozenset[int]:
    """The indices of the variables an expression mentions."""
    if isinstance(expression, Linear):
        return frozenset(expression.variables())
    if not isinstance(expression, Term):
        return frozenset()
    for term in descending(expression, _INDEXED):
        term.indices = _indices(term)
    assert expression.indices is not None
    return expression.indices


class _Indexed:
    """The terms whose variables somebody has asked for."""

    def __contains__(self, term: object) -> bool:
        return isinstance(term, Term) and term.indices is not None


_INDEXED = _Indexed()


def _indices(term: Term) -> frozenset[int]:
    """The variables of a term whose operands have theirs."""
    if term.operator == "real":
        return frozenset(term.operands[:1])  # type: ignore[arg-type]
    found: frozenset[int] = frozenset()
    for operand in term.operands:
        if isinstance(operand, Term):
            found |= operand.indices or frozenset()
        elif not isinstance(operand, int | float):
            found |= frozenset(operand.variables())
    return found


def _value(operand: Operand, values: Values, known: dict[Term, Value]) -> Value:
    if isinstance(operand, Term):
        return known[operand]
    if isinstance(operand, Linear):
        return operand.evaluate(values)
    return operand  # type: ignore[return-value]  # conditions are operands of "if" only


def _is_huge(operator: str, left: Value, right: Value) -> bool:
    if isinstance(left, float) or isinstance(right, float):
        return False
    bits = abs(left).bit_length()
    return right > 0 and bits > 1 and (bits * right if operator == "**" else bits + right) > MOST_BITS


BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
OPERATORS: dict[str, Callable[..., Value]] = {
    **BINARY,
    "neg": operator.neg,
    "abs": abs,
    "min": min,
    "max": max,
    "int": int,
    "float": float,
    "round": round,
    "floor": math.floor,
    "ceil": math.ceil,
    "sqrt": math.sqrt,
}

_INTEGRAL = (Linear, int)
_NUMBERS = (int, float)
_NONE: dict[Term, Value] = {}
_LINEAR = frozenset({"+", "-", "*"})
_FLOATING = frozenset({"real", "float", "/", "sqrt"})
_EITHER = frozenset({"+", "-", "*", "//", "%", "**", "neg", "abs", "min", "max", "if"})
