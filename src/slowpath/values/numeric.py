"""Functions of numbers: `pow`, and those of `math` and `operator` that tell how they depend on the input."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.condition import Condition
from slowpath.expr.term import Expression, apply
from slowpath.values.elements import Perform
from slowpath.values.integer import SymInt, as_real, modular_power, symbolic
from slowpath.values.items import settled
from slowpath.values.real import SymFloat
from slowpath.values.sides import is_mixed, operands

Operation = Callable[..., Any]


def power(perform: Perform, /, base: Any, exp: Any, mod: Any = None) -> Any:
    """`pow(base, exp, mod)`; C code does not ask the exponent or the modulus."""
    if mod is None:
        return perform(pow, *_sides(base, exp))
    if SymInt not in (type(base), type(exp), type(mod)):
        return perform(pow, base, exp, mod)
    result = modular_power(base, exp, mod)
    plain = perform(pow, *map(_concrete, (base, exp, mod)))  # raises where other types do not do
    return plain if result is NotImplemented else result


def quotient(perform: Perform, /, *arguments: Any) -> Any:
    """`divmod(x, y)`"""
    return perform(divmod, *(_sides(*arguments) if len(arguments) == 2 else arguments))


def _sides(left: Any, right: Any) -> tuple[Any, Any]:
    """Operands of which a symbolic right one is asked."""
    turned = type(left) is not SymInt and is_mixed((left, right)) and type(right) is SymInt
    builtin = type(left) in (float, bool)
    return operands(left, right) if turned and builtin else (left, right)


def rounded(perform: Perform, /, *arguments: Any, **options: Any) -> Any:
    """`round(x, digits)`; a symbolic number rounds itself."""
    given = (*arguments[:1], *map(settled, arguments[1:]))
    return perform(round, *given, **{name: settled(value) for name, value in options.items()})


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


def common_divisor(perform: Perform, /, *numbers: Any) -> Any:
    """`math.gcd(...)`, by Euclid's algorithm."""
    plain = perform(math.gcd, *map(_concrete, numbers))  # raises where one is no integer
    return reduce(_euclid, numbers, 0) if SymInt in map(type, numbers) else plain


def _euclid(left: Any, right: Any) -> Any:
    while right:
        left, right = right, left % right
    return abs(left)


def integer_root(perform: Perform, /, *arguments: Any) -> Any:
    """`math.isqrt(n)`: between which squares it lies is decided, by doubling and halving."""
    number = arguments[0] if len(arguments) == 1 else None
    if type(number) is not SymInt:
        return perform(math.isqrt, *arguments)
    negative = number < 0
    found = perform(math.isqrt, int.__index__(number))  # raises where it is negative
    reach = 1
    while not negative and number >= reach * reach:
        reach *= 2
    low, high = reach // 2, reach - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (low, middle - 1) if number < middle * middle else (middle, high)
    return found


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
    divmod: quotient,
    round: rounded,
    math.sqrt: root,
    math.fabs: magnitude,
    math.gcd: common_divisor,
    math.isqrt: integer_root,
    math.isinf: question(math.isinf, _is_infinite),
    math.isnan: question(math.isnan, _is_undefined),
    math.isfinite: question(math.isfinite, _is_finite),
    operator.index: index,
}
