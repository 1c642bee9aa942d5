"""Functions of `operator` on symbolic numbers, and what `is` says of them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.condition import all_of
from slowpath.values.elements import Perform
from slowpath.values.integer import SymInt, form_of
from slowpath.values.items import times
from slowpath.values.sides import ARITHMETIC, RELATIONS, answering, compared

Operation = Callable[..., Any]

SMALLEST, LARGEST = -5, 256  # _PY_NSMALLNEGINTS and _PY_NSMALLPOSINTS of CPython


def same(left: Any, right: Any) -> bool:
    """`left is right`: there is one object for each small int."""
    if left is right or SymInt not in (type(left), type(right)):
        return left is right
    if not {type(left), type(right)} <= {int, SymInt}:
        return False
    number, other = (left, right) if type(left) is SymInt else (right, left)
    equal = compare(number.form, "==", form_of(other))
    small = (compare(number.form, ">=", SMALLEST), compare(number.form, "<=", LARGEST))
    value = int.__index__(number)
    return bool(
        number.trace.decide(
            all_of([equal, *small]), value == int.__index__(other) and SMALLEST <= value <= LARGEST
        )
    )


def _computing(function: Any, method: str) -> Operation:
    def operation(perform: Perform, /, *operands: Any) -> Any:
        if len(operands) == 2 and SymInt in map(type, operands):
            left, right = operands
            if isinstance(left, _SEQUENCES) or isinstance(right, _SEQUENCES):
                operands = times(left), times(right)
            elif type(right) is SymInt and type(left) is not SymInt:
                operands = answering(method, left, right)
        return perform(function, *operands)

    return operation


_SEQUENCES = (str, bytes, bytearray, list, tuple)


def _comparing(function: Any, name: str) -> Operation:
    def operation(perform: Perform, /, *operands: Any) -> Any:
        if len(operands) == 2 and type(operands[1]) is SymInt and type(operands[0]) is not SymInt:
            return compared(name, *operands)
        return perform(function, *operands)

    return operation


def _is(perform: Perform, /, *operands: Any) -> Any:
    return same(*operands) if len(operands) == 2 else perform(operator.is_, *operands)


def _is_not(perform: Perform, /, *operands: Any) -> Any:
    return not same(*operands) if len(operands) == 2 else perform(operator.is_not, *operands)


FUNCTIONS: Mapping[Any, Operation] = {
    **{getattr(operator, name): _comparing(getattr(operator, name), name) for name in RELATIONS},
    **{function: _computing(function, method) for method, function in ARITHMETIC.items()},
    operator.is_: _is,
    operator.is_not: _is_not,
}
