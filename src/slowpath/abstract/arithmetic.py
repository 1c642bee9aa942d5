"""Operators on what the abstraction knows."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from slowpath.abstract.heap import Instance, Listed
from slowpath.abstract.kind import as_form, from_form, is_number, kind_of, whole
from slowpath.abstract.step import AbstractStep, Raising, applied, joined
from slowpath.abstract.truth import not_
from slowpath.abstract.value import KnownValue, Ref, Top, Tup, Value
from slowpath.expr.linear import Linear
from slowpath.expr.term import BINARY

LARGEST_BITS = 256  # constants beyond are not followed: `2 ** 10**9` would take all memory

_BINARY: dict[str, Callable[[Any, Any], Any]] = {**BINARY, "@": operator.matmul}
_UNARY: dict[str, Callable[[Any], Any]] = {"~": operator.invert, "-": operator.neg, "+": operator.pos}
_DIVISIONS = ("/", "//", "%")
_SHIFTS = ("<<", ">>")


def binary(step: AbstractStep, op: str, left: Value, right: Value, site: int | None) -> Value:
    """`left op right`"""
    if is_number(left) and is_number(right):
        return _arithmetic(step, op, left, right)
    lists = [step.cell(each) for each in (left, right)]
    match op, lists:
        case "+", [Listed() as first, Listed() as second]:
            step.charge("add", left, right)
            return _concatenated(step, first, second)
        case "*", [Listed() as cell, None] if is_number(right):
            return _repeated(step, cell, left, right)
        case "*", [None, Listed() as cell] if is_number(left):
            return _repeated(step, cell, right, left)
    if isinstance(left, Tup) and isinstance(right, Tup) and op == "+":
        step.charge("add", left, right)
        return Tup(left.items + right.items)
    for each in (left, right):
        if isinstance(each, Ref) and isinstance(step.cell(each), Instance):
            raise step.refuse(f"the operator {op} of an object")
    if isinstance(left, KnownValue) and isinstance(right, KnownValue):
        return _folded(step, op, left, right)
    if site is not None:
        step.unpriced(f"the operator {op}")
    return Top(kind_of(left) if kind_of(left) in ("str", "bytes", "list", "set") else "any")


def grown(step: AbstractStep, old: Value, added: Value) -> Value:
    """What `old += added` adds, which is charged here."""
    if not (is_number(old) and is_number(added)):
        if isinstance(step.cell(old), Listed):
            raise step.refuse("a list that grows in place")
        step.unpriced("a concatenation in place")
    return added


def _arithmetic(step: AbstractStep, op: str, left: Value, right: Value) -> Value:
    if op in _DIVISIONS:
        _check_divisor(step, right)
    elif op in _SHIFTS:
        _check_shift(step, right)
    elif op == "**":
        _check_power(step, left, right)
    if isinstance(left, KnownValue) and isinstance(right, KnownValue):
        return _folded(step, op, left, right)
    one, other = as_form(left), as_form(right)
    if one is not None and other is not None:
        if op == "+":
            return from_form(one + other)
        if op == "-":
            return from_form(one - other)
        if op == "*" and not (one.parts and other.parts):
            return from_form(one * other.constant if not other.parts else other * one.constant)
    floats = "float" in (kind_of(left), kind_of(right)) or op == "/"
    return Top("float" if floats else "any" if op == "**" else "int")


def _check_divisor(step: AbstractStep, divisor: Value) -> None:
    _check(step, divisor, "==", ZeroDivisionError)


def _check_shift(step: AbstractStep, count: Value) -> None:
    """A negative count raises."""
    _check(step, count, "<", ValueError)


def _check(step: AbstractStep, operand: Value, relation: str, error: type[Exception]) -> None:
    """An operand that is in this relation to zero raises."""
    step.note_check()
    form = as_form(operand)
    if form is not None:
        if step.holds((form, relation)):
            raise Raising(error)
    elif not isinstance(operand, KnownValue):
        step.may_raise(error)
    elif relation == "==" and not operand.value:
        raise Raising(error)


def _check_power(step: AbstractStep, base: Value, exponent: Value) -> None:
    """A negative power of zero raises."""
    step.note_several()  # is the exponent negative, is the base zero
    if isinstance(base, KnownValue) and isinstance(exponent, KnownValue):
        return
    power, form = as_form(exponent), as_form(base)
    negative = step.choose(2) == 1 if power is None else step.holds((power, "<"))
    if negative and (step.choose(2) == 1 if form is None else step.holds((form, "=="))):
        raise Raising(ZeroDivisionError)


def _folded(step: AbstractStep, op: str, left: KnownValue, right: KnownValue) -> Value:
    if op in ("**", "<<") and isinstance(right.value, int) and right.value > LARGEST_BITS:
        return Top(left.kind)
    value = applied(_BINARY[op], left, right)
    constant = whole(value)
    return Top("int") if constant is not None and constant.bit_length() > LARGEST_BITS else value


def _concatenated(step: AbstractStep, first: Listed, second: Listed) -> Value:
    length = _arithmetic(step, "+", first.length, second.length)
    step.allocate("list", length)
    if first.items is not None and second.items is not None:
        return step.work.new(Listed(length, first.items + second.items))
    return step.work.new(Listed(length, None, joined([first.item, second.item])))


def _repeated(step: AbstractStep, cell: Listed, ref: Value, times: Value) -> Value:
    """A list some times over; a negative number is none."""
    form = as_form(times)
    if form is not None and not step.holds((form, ">=")):
        form = Linear((), 0)
    times = times if form is None else from_form(form)
    length = _arithmetic(step, "*", cell.length, times)
    step.allocate("list", length)
    if step.setting.weighing.native:
        size = as_form(length)
        if size is not None and size.parts:
            step.owe(*step.setting.weighing.repeating, length, "")
        else:
            step.charge("mul", ref, times)
    items = cell.items
    if items is not None and form is not None and not form.parts:
        return step.work.new(Listed(length, items * form.constant))
    return step.work.new(Listed(length, None, joined(items) if items else cell.item))


def unary(step: AbstractStep, op: str, operand: Value) -> Value:
    """`op operand`"""
    if op == "not":
        return not_(step, operand)
    form = as_form(operand)
    if form is not None and op in "+-":
        return from_form(form if op == "+" else -form)
    if isinstance(operand, KnownValue):
        return applied(_UNARY[op], operand)
    return Top(kind_of(operand) if is_number(operand) else "any")
