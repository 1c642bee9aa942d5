"""Comparisons and truth on what the abstraction knows."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from slowpath.abstract.code import Instruction
from slowpath.abstract.heap import Instance, Listed, Ongoing
from slowpath.abstract.iteration import RangeValue
from slowpath.abstract.kind import as_form, is_number, kind_of, known
from slowpath.abstract.step import AbstractStep, applied
from slowpath.abstract.store import NEGATED
from slowpath.abstract.value import (
    FALSE,
    NONE,
    TRUE,
    Asking,
    KnownValue,
    Method,
    Ref,
    Thing,
    Thrown,
    Top,
    Tup,
    Value,
)
from slowpath.expr.linear import Linear

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def not_(step: AbstractStep, operand: Value) -> Value:
    """`not operand`, as a truth that may still have to be decided."""
    asked = truth(step, operand)
    if isinstance(asked, Asking):
        return Asking(asked.form, NEGATED[asked.op])
    return asked if isinstance(asked, Top) else known(not asked.value)  # type: ignore[union-attr]


def compare(step: AbstractStep, op: str, left: Value, right: Value, instruction: Instruction) -> Value:
    """`left op right`, as a truth that may still have to be decided."""
    if op in ("is", "is not"):
        same = _same(left, right)
        return Top("bool") if same is None else known(same is (op == "is"))
    numbers = is_number(left) or is_number(right)
    if not instruction.guard:  # the links of a chain all stand in one place
        step.note_several()
    step.note_guard(instruction, numbers)
    one, other = as_form(left), as_form(right)
    if one is not None and other is not None:
        form = one - other
        return Asking(form, op) if form.parts else known(_COMPARISONS[op](form.constant, 0))
    if isinstance(left, KnownValue) and isinstance(right, KnownValue):
        return applied(_COMPARISONS[op], left, right)
    for each in (left, right):
        if isinstance(each, Ref) and _overrides(step, each, "__eq__" if op in ("==", "!=") else "__lt__"):
            raise step.refuse(f"the comparison {op} of an object")
    if not numbers:
        step.unpriced(f"the comparison {op}")
    return Top("bool")


def _overrides(step: AbstractStep, value: Ref, name: str) -> bool:
    cell = step.cell(value)
    return isinstance(cell, Instance) and getattr(cell.kind, name) is not getattr(object, name)


def _same(left: Value, right: Value) -> bool | None:
    """Whether two values are one object, None if that is not known."""
    for value, other in ((left, right), (right, left)):
        if isinstance(value, Top | Linear | Asking) and other == NONE:
            return None if kind_of(value) == "any" else False
    if isinstance(left, Ref | Thing | Method | Thrown) or left in (NONE, TRUE, FALSE):
        return left == right
    if isinstance(right, Ref | Thing | Method | Thrown) or right in (NONE, TRUE, FALSE):
        return left == right if not isinstance(left, Top | Linear | Asking) else None
    return None


def truth(step: AbstractStep, value: Value) -> Value:
    """The truth of a value: known, a condition, or unknown."""
    match value:
        case Asking() | Top(kind="bool"):
            return value
        case KnownValue(value=constant):
            return known(bool(constant))
        case Linear():
            return Asking(value, "!=")
        case Tup(items=items):
            return known(bool(items))
        case Ref():
            cell = step.cell(value)
            if isinstance(cell, Listed):
                return truth(step, cell.length)
            if isinstance(cell, Ongoing):
                return TRUE
            assert isinstance(cell, Instance)
            if hasattr(cell.kind, "__bool__") or hasattr(cell.kind, "__len__"):
                raise step.refuse("the truth of an object that defines it")
            return TRUE
        case Top():
            return Top("bool")
        case RangeValue():
            raise step.refuse("the truth of a range")
    return TRUE


def decide(step: AbstractStep, value: Value) -> bool:
    """The truth of a value, chosen where it is not known."""
    asked = truth(step, value)
    match asked:
        case Asking(form=form, op=op):
            return step.holds((form, op))
        case KnownValue(value=constant):
            return bool(constant)
    return step.choose(2) == 0
