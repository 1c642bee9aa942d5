"""Functions of numbers: `pow`, and those of `math` and `operator` that tell how they depend on the input."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.condition import Condition
from slowpath.expr.term import Expression, apply
from slowpath.values.elements import Perform
from slowpath.values.integer import SymInt, as_real, modular_power, symbolic
from slowpath.values.real import SymFloat

Operation = Callable[..., Any]


def power(perform: Perform, /, base: Any, exp: Any, mod: Any = None) -> Any:
    """`pow(base, exp, mod)`; C code does not ask the exponent or the modulus."""
    if mod is None:
        return perform(pow, base, exp)
    if SymInt not in (type(base), type(exp), type(mod)):
        return perform(pow, base, exp, mod)
    result = modular_power(base, exp, mod)
    plain = perform(pow, *map(_concrete, (base, exp, mod)))  # raises where other types do not do
    return plain if result is NotImplemented else result


def _concrete(value: Any) -> Any:
    if type(value) is SymInt:
        return int.__index__(value)
    return float.__pos__(value) if type(value) is SymFloat else value


def _real(value: Any) -> Any:
    """The symbolic float that a function of `math` takes; None where the argument is none."""
    if type(value) is SymFloat:
        return value
    return as_real(value) if type(value) is SymInt else None


def root(perform: Perform, /, *arguments: Any) -> Any:
    """`math.sqrt(x)`"""
    number = _real(arguments[0]) if len(arguments) == 1 else None
    if number is None:
        return perform(math.sqrt, *arguments)
    bool(number < 0)
    value = perform(math.sqrt, float.__pos__(number))  # raises where it is negative
    return symbolic(value, apply("sqrt", number.form), number.trace)


def magnitude(perform: Perform, /, *arguments: Any) -> Any:
    """`math.fabs(x)`"""
    number = _real(arguments[0]) if len(arguments) == 1 else None
    return perform(math.fabs, *arguments) if number is None else abs(number)


def _is_infinite(form: Expression) -> Condition:
    return compare(apply("abs", form), "==", math.inf)


def _is_undefined(form: Expression) -> Condition:
    return compare(form, "!=", form)


def _is_finite(form: Expression) -> Condition:
    return compare(apply("abs", form), "<", math.inf)


def question(builtin: Any, condition: Callable[[Expression], Condition]) -> Operation:
    """A function of `math` that asks something of a float; of an int it knows the answer."""

    def operation(perform: Perform, /, *arguments: Any) -> Any:
        holds = perform(builtin, *arguments)
        if type(arguments[0]) is not SymFloat:
            return holds
        number = arguments[0]
        return number.trace.decide(condition(number.form), holds)

    return operation


def index(perform: Perform, /, *arguments: Any) -> Any:
    """`operator.index(x)` of a symbolic integer is itself."""
    if len(arguments) == 1 and type(arguments[0]) is SymInt:
        return arguments[0]
    return perform(operator.index, *arguments)


def conversion(function: Any) -> Operation | None:
    """The operation for `number.__int__()` or `number.__float__()`, which C code does not let overrule."""
    number = function.__self__
    convert = _CONVERSIONS.get(function.__name__) if type(number) is SymInt else None
    return None if convert is None else lambda perform, *arguments: convert(number, *arguments)


_CONVERSIONS: Mapping[str, Callable[..., Any]] = {"__int__": SymInt.__pos__, "__float__": as_real}

FUNCTIONS: Mapping[Any, Operation] = {
    pow: power,
    math.sqrt: root,
    math.fabs: magnitude,
    math.isinf: question(math.isinf, _is_infinite),
    math.isnan: question(math.isnan, _is_undefined),
    math.isfinite: question(math.isfinite, _is_finite),
    operator.index: index,
}
