"""Symbolic integers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from slowpath.expr.comparison import compare, depends
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, Term, apply

if TYPE_CHECKING:
    from slowpath.values.trace import Trace

Form = Linear | Term


class SymInt(int):
    """An int that knows how it depends on the input."""

    form: Form
    trace: Trace

    def __new__(cls, value: int, form: Form, trace: Trace) -> SymInt:
        made = int.__new__(cls, value)
        made.form = form
        made.trace = trace
        return made

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return int

    def __bool__(self) -> bool:
        return self.trace.decide(compare(self.form, "!=", 0), int.__bool__(self))

    def __hash__(self) -> int:
        return int.__hash__(self)

    def __neg__(self) -> Any:
        return symbolic(int.__neg__(self), apply("-", 0, self.form), self.trace)

    def __pos__(self) -> int:
        return self

    def __abs__(self) -> Any:
        negative = self.trace.decide(compare(self.form, "<", 0), int.__lt__(self, 0))
        return self.__neg__() if negative else self

    def __invert__(self) -> Any:
        return symbolic(int.__invert__(self), apply("-", -1, self.form), self.trace)

    __trunc__ = __floor__ = __ceil__ = conjugate = __pos__  # not __int__, which must give an exact int

    def __round__(self, digits: Any = None) -> int:
        if digits is None or digits >= 0:
            return self
        self.trace.give_up("round() to tens")
        return int.__round__(self, digits)

    def __divmod__(self, other: Any) -> Any:
        plain = int.__divmod__(int.__pos__(self), other)  # raises as divmod() does
        return plain if plain is NotImplemented else (self // other, self % other)

    def __rdivmod__(self, other: Any) -> Any:
        plain = int.__rdivmod__(int.__pos__(self), other)
        return plain if plain is NotImplemented else (other // self, other % self)

    def __getnewargs__(self) -> tuple[int]:
        return (_plain(self),)

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        return int, (_plain(self),)

    def __repr__(self) -> str:
        self.trace.give_up("text of a number")
        return int.__repr__(self)

    __str__ = __repr__

    def __format__(self, specification: str) -> str:
        self.trace.give_up("text of a number")
        return int.__format__(self, specification)


def symbolic(value: Any, form: Expression, trace: Trace) -> Any:
    """Return a symbolic number, or a plain one where the form does not depend on the input."""
    if isinstance(form, int | float) or (type(form) is Linear and not form.parts):
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
    plain = getattr(int, name)

    def method(self: SymInt, other: Any) -> Any:
        kind = type(other)
        if kind is SymInt:
            right = other.form
        elif kind is int:
            right = other
        elif isinstance(other, float):
            return getattr(as_real(self), name)(other)
        elif isinstance(other, int):
            right = _plain(other)
        else:
            return plain(self, other)
        holds = plain(self, other)
        form, trace = self.form, self.trace
        if len(trace.taken) < trace.known and not trace.quiet and depends(form, right):
            return trace.answer(holds)
        return trace.decide(compare(form, op, right), holds)

    return method


def _arithmetic(name: str, op: str) -> Callable[[SymInt, Any], Any]:
    """The method for `self op other`, or `other op self` where the name is that of a reflected method."""
    reflected = name.startswith("__r") and name != "__rshift__"
    plain = getattr(int, name)

    def method(self: SymInt, other: Any) -> Any:
        if not isinstance(other, int):
            real = isinstance(other, float) and op not in _INTEGERS_ONLY
            return getattr(as_real(self), name)(other) if real else plain(self, other)
        left, right = (other, self) if reflected else (self, other)
        if type(right) is SymInt and op in _PARTIAL:
            _decide_whether_defined(op, right)
        value = plain(self, other)
        return symbolic(value, apply(op, form_of(left), form_of(right)), self.trace)

    return method


_INTEGERS_ONLY = frozenset({"<<", ">>", "&", "|", "^"})
_PARTIAL = {"/": "==", "//": "==", "%": "==", "<<": "<", ">>": "<", "**": "<"}


def _decide_whether_defined(op: str, right: SymInt) -> None:
    """Decide whether Python raises, or gives a float, before it does."""
    relation = _PARTIAL[op]
    holds = int.__eq__(right, 0) if relation == "==" else int.__lt__(right, 0)
    right.trace.decide(compare(right.form, relation, 0), holds, 3)


for _name, _op in {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}.items():
    setattr(SymInt, f"__{_name}__", _comparison(f"__{_name}__", _op))

_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**"}
_OPERATORS |= {"lshift": "<<", "rshift": ">>", "and": "&", "or": "|", "xor": "^"}

for _name, _op in _OPERATORS.items():
    setattr(SymInt, f"__{_name}__", _arithmetic(f"__{_name}__", _op))
    setattr(SymInt, f"__r{_name}__", _arithmetic(f"__r{_name}__", _op))

SymInt.__name__ = SymInt.__qualname__ = "int"  # error messages name the type
