"""Symbolic floats.

Their terms are evaluated by Python's own float operators, so a model holds exactly or is not used.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from slowpath.expr.comparison import compare
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, Term, apply
from slowpath.values.integer import SymInt, symbolic
from slowpath.values.number import SymNumber, quotient_and_remainder
from slowpath.values.precedence import UNASKED, own_answer, reflected

if TYPE_CHECKING:
    from slowpath.values.trace import Trace


class SymFloat(SymNumber, float):
    """A float that knows how it depends on the input."""

    plain = float
    __class__ = property(lambda self: float)
    form: Term

    def __new__(cls, value: Any = 0.0, form: Any = None, trace: Trace | None = None) -> Any:
        if trace is None:  # code that takes the type of a number calls it as it would call `float`
            return float(value)
        made = float.__new__(cls, value)
        made.form, made.trace = form, trace
        return made

    def __bool__(self) -> bool:
        return self.trace.decide(compare(self.form, "!=", 0.0), float.__bool__(self))

    def as_integer_ratio(self) -> tuple[int, int]:
        self.trace.give_up("as_integer_ratio()")
        return float.as_integer_ratio(self)

    def hex(self) -> str:
        self.trace.give_up("text of a number")
        return float.hex(self)

    def __neg__(self) -> Any:
        return symbolic(float.__neg__(self), apply("neg", self.form), self.trace)

    def __abs__(self) -> Any:
        return symbolic(float.__abs__(self), apply("abs", self.form), self.trace)

    def __trunc__(self) -> Any:
        return self._integer("int", float.__trunc__(self))

    def __floor__(self) -> Any:
        return self._integer("floor", float.__floor__(self))

    def __ceil__(self) -> Any:
        return self._integer("ceil", float.__ceil__(self))

    def __round__(self, digits: Any = None) -> Any:
        if digits is not None:
            self.trace.give_up("round() to digits")
            return float.__round__(self, digits)
        return self._integer("round", float.__round__(self))

    def _integer(self, operator: str, value: int) -> Any:
        return symbolic(value, apply(operator, self.form), self.trace)

    def is_integer(self) -> bool:
        whole = compare(apply("floor", self.form), "==", self.form)
        return (
            self.trace.decide(whole, float.is_integer(self))
            if math.isfinite(self)
            else float.is_integer(self)
        )

    def __divmod__(self, other: Any) -> Any:
        answer = own_answer(self, other, "__rdivmod__")
        if answer is not UNASKED:
            return answer
        _decide_whether_zero(other, self.trace)
        plain = float.__divmod__(float.__pos__(self), other)  # raises as divmod() does
        return quotient_and_remainder(plain, self, other)

    def __rdivmod__(self, other: Any) -> Any:
        if isinstance(other, int | float):
            _decide_whether_zero(self, self.trace)
        return quotient_and_remainder(float.__rdivmod__(float.__pos__(self), other), other, self)

    def __reduce__(self) -> tuple[type[float], tuple[float]]:
        return float, (float.__add__(self, 0.0),)


def form_of(value: float) -> Expression:
    """Return the expression of a number."""
    if type(value) is SymFloat or type(value) is SymInt:
        return value.form
    return _plain(value)


def _plain(value: float) -> float:
    return int.__index__(value) if isinstance(value, int) else float.__pos__(value)


def _floating(form: Expression) -> Expression:
    """An operand of float arithmetic: an integer form is converted first, as Python does."""
    return (
        apply("float", form)
        if isinstance(form, Linear) or (isinstance(form, Term) and not form.floating)
        else form
    )


def _decide_whether_zero(divisor: Any, trace: Trace) -> None:
    if type(divisor) is SymFloat or type(divisor) is SymInt:
        trace.decide(compare(divisor.form, "==", 0), _plain(divisor) == 0, 3)


def _comparison(name: str, op: str) -> Callable[[SymFloat, Any], Any]:
    plain, mirrored = getattr(float, name), reflected(name)

    def method(self: SymFloat, other: Any) -> Any:
        if type(other) not in _EXACT:
            answer = own_answer(self, other, mirrored)
            if answer is not UNASKED:
                return answer
        holds = plain(self, other)
        if holds is NotImplemented:
            return holds
        return self.trace.decide(compare(self.form, op, form_of(other)), holds)

    return method


def _arithmetic(name: str, op: str) -> Callable[[SymFloat, Any], Any]:
    turned = name.startswith("__r")
    plain, mirrored = getattr(float, name), reflected(name)

    def method(self: SymFloat, other: Any) -> Any:
        if not turned and type(other) not in _EXACT:
            answer = own_answer(self, other, mirrored)
            if answer is not UNASKED:
                return answer
        if not isinstance(other, int | float):
            return plain(self, other)
        left, right = (other, self) if turned else (self, other)
        if op in _DIVISIONS:
            _decide_whether_zero(right, self.trace)
        value = plain(self, other)
        return symbolic(value, apply(op, _floating(form_of(left)), _floating(form_of(right))), self.trace)

    return method


_EXACT = frozenset({int, float, SymInt, SymFloat})
_DIVISIONS = frozenset({"/", "//", "%"})

for _name, _op in {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}.items():
    setattr(SymFloat, f"__{_name}__", _comparison(f"__{_name}__", _op))

for _name, _op in {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
}.items():
    setattr(SymFloat, f"__{_name}__", _arithmetic(f"__{_name}__", _op))
    setattr(SymFloat, f"__r{_name}__", _arithmetic(f"__r{_name}__", _op))

SymFloat.__name__ = SymFloat.__qualname__ = "float"
