"""Symbolic integers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from slowpath.expr.comparison import compare, depends
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, Term, apply
from slowpath.values.number import SymNumber, quotient_and_remainder
from slowpath.values.precedence import UNASKED, own_answer, reflected

if TYPE_CHECKING:
    from slowpath.values.trace import Trace

Form = Linear | Term


class SymInt(SymNumber, int):
    """An int that knows how it depends on the input."""

    plain = int
    __class__ = property(lambda self: int)
    form: Form

    def __new__(
        cls, value: Any = 0, form: Any = None, trace: Trace | None = None, *, base: Any = None
    ) -> Any:
        if trace is None:  # code that takes the type of a number calls it as it would call `int`
            base = form if base is None else base
            return int(value) if base is None else int(value, base)
        made = int.__new__(cls, value)
        made.form, made.trace = form, trace
        return made

    def __bool__(self) -> bool:
        return self.trace.decide(compare(self.form, "!=", 0), int.__bool__(self))

    def __neg__(self) -> Any:
        return symbolic(int.__neg__(self), apply("-", 0, self.form), self.trace)

    def __abs__(self) -> Any:
        negative = self.trace.decide(compare(self.form, "<", 0), int.__lt__(self, 0))
        return self.__neg__() if negative else self

    def __invert__(self) -> Any:
        return symbolic(int.__invert__(self), apply("-", -1, self.form), self.trace)

    __trunc__ = __floor__ = __ceil__ = __index__ = SymNumber.__pos__  # not __int__: it must be an exact int
    numerator = SymNumber.real

    def as_integer_ratio(self) -> tuple[int, Literal[1]]:
        return self, 1

    def bit_length(self) -> int:
        return len(_bits(self))

    def bit_count(self) -> Any:
        return sum(_bits(self))

    def __round__(self, digits: Any = None) -> int:
        if digits is None or digits >= 0:
            return self
        self.trace.give_up("round() to tens")
        return int.__round__(self, digits)

    def __divmod__(self, other: Any) -> Any:
        if type(other) is SymInt:
            _decide_whether_defined("%", self, other)
        answer = own_answer(self, other, "__rdivmod__")
        if answer is not UNASKED:
            return answer
        plain = int.__divmod__(int.__pos__(self), other)  # raises as divmod() does
        return quotient_and_remainder(plain, self, other)

    def __rdivmod__(self, other: Any) -> Any:
        if isinstance(other, int):
            _decide_whether_defined("%", other, self)
        return quotient_and_remainder(int.__rdivmod__(int.__pos__(self), other), other, self)

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        return _power(self, other) if modulus is None else modular_power(self, other, modulus)

    def __rpow__(self, other: Any, modulus: Any = None) -> Any:
        return _reflected_power(self, other) if modulus is None else modular_power(other, self, modulus)

    def __getnewargs__(self) -> tuple[int]:
        return (_plain(self),)

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        return int, (_plain(self),)


def symbolic(value: Any, form: Expression, trace: Trace) -> Any:
    """Return a symbolic number, or a plain one where the form does not depend on the input."""
    if not form.parts if type(form) is Linear else type(form) is not Term:
        return value
    if type(value) is int:
        return SymInt(value, form, trace)
    from slowpath.values.real import SymFloat

    if type(value) is float and isinstance(form, Term):
        return SymFloat(value, form, trace)
    trace.give_up(f"arithmetic that gives {type(value).__name__}", 3)
    return value


def as_real(number: SymInt) -> Any:
    """Return the float of a symbolic integer."""
    return symbolic(float(int.__index__(number)), apply("float", number.form), number.trace)


def form_of(value: int) -> Form | int:
    """Return the expression of an integer."""
    return value.form if type(value) is SymInt else _plain(value)


def _plain(value: int) -> int:
    return int.__index__(value) if type(value) is not int else value


def _comparison(name: str, op: str) -> Callable[[SymInt, Any], Any]:
    plain, mirrored = getattr(int, name), reflected(name)

    def method(self: SymInt, other: Any) -> Any:
        kind = type(other)
        if kind is SymInt:
            right = other.form
        elif kind is int:
            right = other
        elif (answer := own_answer(self, other, mirrored)) is not UNASKED:
            return answer
        elif isinstance(other, float):
            return _beside_float(self, name, other)
        elif isinstance(other, int):
            right = _plain(other)
        else:
            return plain(self, other)
        holds = plain(self, other)
        form, trace = self.form, self.trace
        if len(trace.taken) < trace.known and not trace.quiet and depends(form, right):
            return trace.answer(holds)
        return holds if trace.closed else trace.decide(compare(form, op, right), holds)

    return method


def _beside_float(number: SymInt, name: str, other: Any) -> bool:
    """Compare with a float, as exactly as Python does: a plain one lies between two integers."""
    if type(getattr(other, "form", None)) is Term:
        return bool(getattr(other, _MIRRORED[name])(number))
    holds = bool(getattr(float, _MIRRORED[name])(other, _plain(number)))
    if not math.isfinite(other):
        return holds
    op = _RELATIONS[name]
    if op in ("==", "!=") and not other.is_integer():
        return holds
    bound = math.ceil(other) if op in ("<", ">=") else math.floor(other)
    return number.trace.decide(compare(number.form, op, bound), holds, 3)


def _arithmetic(name: str, op: str) -> Callable[[SymInt, Any], Any]:
    """The method for `self op other`, or `other op self` where the name is that of a reflected method."""
    turned = name.startswith("__r") and name != "__rshift__"
    plain, mirrored = getattr(int, name), reflected(name)
    added = _SUMS.get(op)

    def method(self: SymInt, other: Any) -> Any:
        if added is not None and type(other) is SymInt:
            mine, theirs = self.form, other.form
            if type(mine) is Linear and type(theirs) is Linear:  # most often: the short way
                form = added(theirs, mine) if turned else added(mine, theirs)
                return SymInt(plain(self, other), form, self.trace) if form.parts else plain(self, other)
        if not turned and type(other) not in _EXACT:
            answer = own_answer(self, other, mirrored)
            if answer is not UNASKED:
                return answer
        if not isinstance(other, int):
            real = isinstance(other, float) and op not in _INTEGERS_ONLY
            return getattr(as_real(self), name)(other) if real else plain(self, other)
        left, right = (other, self) if turned else (self, other)
        if op in _PARTIAL:
            _decide_whether_defined(op, left, right)
        value = plain(self, other)
        return symbolic(value, apply(op, form_of(left), form_of(right)), self.trace)

    return method


_SUMS: dict[str, Callable[[Linear, Linear], Linear]] = {"+": Linear.__add__, "-": Linear.__sub__}
_EXACT = frozenset({int, SymInt, float, bool})
_INTEGERS_ONLY = frozenset({"<<", ">>", "&", "|", "^"})
_PARTIAL = {"/": "==", "//": "==", "%": "==", "<<": "<", ">>": "<", "**": "<"}


def _decide_whether_defined(op: str, left: Any, right: Any) -> None:
    """Decide whether Python raises, or gives a float, before it does."""
    relation = _PARTIAL[op]
    holds = int.__eq__(right, 0) if relation == "==" else int.__lt__(right, 0)
    if type(right) is SymInt:
        right.trace.decide(compare(right.form, relation, 0), holds, 3)
    if holds and op == "**" and type(left) is SymInt:
        left.trace.decide(compare(left.form, "==", 0), int.__eq__(left, 0), 3)


def modular_power(base: Any, exponent: Any, modulus: Any) -> Any:
    """`pow(base, exponent, modulus)`: told for small exponents."""
    numbers = (base, exponent, modulus)
    if not all(isinstance(each, int) for each in numbers):
        return NotImplemented
    trace: Trace = next(each.trace for each in numbers if type(each) is SymInt)
    if type(modulus) is SymInt:
        _decide_whether_defined("%", 1, modulus)
    told = type(exponent) is not SymInt and 0 <= exponent <= _LARGEST_EXPONENT
    if not told:
        trace.give_up("pow() with a modulus", 3)
    value = pow(_plain(base), _plain(exponent), _plain(modulus))
    if not told:
        return value
    power = apply("**", form_of(base), form_of(exponent))
    return symbolic(value, apply("%", power, form_of(modulus)), trace)


# The largest exponent of pow() with a modulus: the model computes the whole power, which has 64 times the
# bits of its base. Exponents in cryptography, which have hundreds of bits, are out of reach.
_LARGEST_EXPONENT = 64


def _bits(number: SymInt) -> list[Any]:
    """Return the bits of a number without its sign, the lowest first; how many there are is decided."""
    trace, form = number.trace, number.form
    value = abs(_plain(number))
    if trace.decide(compare(form, "<", 0), int.__lt__(number, 0), 3):
        form = apply("-", 0, form)  # type: ignore[assignment]

    def is_below(bits: int) -> bool:
        return trace.decide(compare(form, "<", 1 << bits), value < 1 << bits, 4)

    reach = 0
    while not is_below(reach):
        reach = 2 * reach or 1
    low, high = (reach // 2 + 1, reach) if reach > 1 else (reach, reach)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_below(middle) else (middle + 1, high)
    lower = [symbolic(value >> at & 1, digit(form, 2, at), trace) for at in range(low - 1)]
    return [*lower, 1] if low else []


def digit(form: Expression, base: int, place: int) -> Expression:
    """The digit of a number at a place, the lowest at 0; those of negative numbers as of two's complement."""
    return apply("%", apply("//", form, base**place) if place else form, base)


_RELATIONS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">=", "__eq__": "==", "__ne__": "!="}
_MIRRORED = {name: reflected(name) for name in _RELATIONS}

for _name, _op in _RELATIONS.items():
    setattr(SymInt, _name, _comparison(_name, _op))

_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%"}
_OPERATORS |= {"lshift": "<<", "rshift": ">>", "and": "&", "or": "|", "xor": "^"}

for _name, _op in _OPERATORS.items():
    setattr(SymInt, f"__{_name}__", _arithmetic(f"__{_name}__", _op))
    setattr(SymInt, f"__r{_name}__", _arithmetic(f"__r{_name}__", _op))

_power, _reflected_power = _arithmetic("__pow__", "**"), _arithmetic("__rpow__", "**")
SymInt.__name__ = SymInt.__qualname__ = "int"  # error messages name the type
