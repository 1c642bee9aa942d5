"""Numbers that depend on the size: `N`, `N//2`, `2*N + 1`, `7`, `-0.5`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from slowpath.errors import ShapeError

Number = int | float

SIZE = "N"
# Powers with larger results are refused at once: N**N**N would take forever. No length or bound needs
# 30,000 decimals.
_MOST_BITS = 100_000
_OPERATORS: dict[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Div: ("/", operator.truediv),
    ast.Mod: ("%", operator.mod),
    ast.Pow: ("**", operator.pow),
}
_Operator = Callable[["SizeFormula", "SizeFormula | Number"], "SizeFormula"]
_FUNCTIONS: dict[str, Callable[..., Any]] = {"min": min, "max": max}


def _operators(sign: str) -> tuple[_Operator, _Operator]:
    """The methods that join a formula with what stands behind it, and with what stands before it."""
    return (lambda left, right: _joined(left, sign, right)), (lambda right, left: _joined(left, sign, right))


@dataclass(frozen=True, slots=True)
class SizeFormula:
    """A number, given the size. `text` is its source in the form that `ast.unparse` writes.

    Formulas combine by arithmetic: `2 * N + 1` is a formula.
    """

    text: str

    def at(self, size: int) -> Number:
        """The number at a size."""
        return _number(self.text, size)

    def count(self, size: int, name: str = "") -> int:
        """The number at a size, which must be a whole one that is not negative."""
        number = self.at(size)
        if not isinstance(number, int) or number < 0:
            what = f"the length of {name}" if name else "a length"
            when = "" if self.constant is not None else f", is {number} where N is {size}"
            raise ShapeError(
                f"{what} cannot be {self.text}{when}",
                "A length is a whole number from 0 up: N, N//2, 7"
                + (f", max(0, {self.text})." if when else "."),
            )
        return number

    @property
    def grows(self) -> bool:
        """Whether the number depends on the size."""
        tree = ast.parse(self.text, mode="eval").body
        return any(isinstance(node, ast.Name) and node.id == SIZE for node in ast.walk(tree))

    @property
    def constant(self) -> Number | None:
        """The number, where it does not depend on the size."""
        return None if self.grows else _number(self.text, 0)

    def __str__(self) -> str:
        return self.text

    __add__, __radd__ = _operators("+")
    __sub__, __rsub__ = _operators("-")
    __mul__, __rmul__ = _operators("*")
    __floordiv__, __rfloordiv__ = _operators("//")
    __truediv__, __rtruediv__ = _operators("/")
    __mod__, __rmod__ = _operators("%")
    __pow__, __rpow__ = _operators("**")

    def __neg__(self) -> SizeFormula:
        return parse_formula(f"-({self.text})")


def parse_formula(text: str) -> SizeFormula:
    """Return the formula that a text spells."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ShapeError(f"{text!r} is not a number", HINT) from None
    return formula_of_tree(tree)


def formula_of_tree(tree: ast.expr) -> SizeFormula:
    """Return the formula that a syntax tree spells."""
    text = ast.unparse(tree)
    _check(tree, text)
    return SizeFormula(text)


def as_formula(number: SizeFormula | Number | str) -> SizeFormula:
    """Return a number, a text or a formula as a formula."""
    if isinstance(number, SizeFormula):
        return number
    if isinstance(number, bool) or not isinstance(number, int | float | str):
        raise ShapeError(f"{number!r} is not a number", HINT)
    return parse_formula(number if isinstance(number, str) else repr(number))


N = SizeFormula(SIZE)
HINT = "A size or a bound is a number or an expression in N: 7, N, N//2, 2*N + 1, min(N, 100)."


def _joined(left: SizeFormula | Number, sign: str, right: SizeFormula | Number) -> SizeFormula:
    return parse_formula(f"({as_formula(left).text}) {sign} ({as_formula(right).text})")


def _check(tree: ast.expr, text: str) -> None:
    match tree:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            if number == number and abs(number) != float("inf"):
                return None
        case ast.Name(id="N"):
            return None
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            return _check(operand, text)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            _check(left, text)
            return _check(right, text)
        case ast.Call(func=ast.Name(id="min" | "max"), args=[_, _, *_] as numbers, keywords=[]):
            for each in numbers:
                _check(each, text)
            return None
        case ast.Name(id=name):
            raise ShapeError(f"{name!r} stands for no number in {text!r}; the size is N", HINT)
    raise ShapeError(f"{text!r} is not a number", HINT)


@lru_cache(maxsize=4096)
def _number(text: str, size: int) -> Number:
    number: Number = _evaluated(ast.parse(text, mode="eval").body, size, text)
    return number


def _evaluated(tree: ast.expr, size: int, text: str) -> Any:
    match tree:
        case ast.Constant(value=value):
            return value
        case ast.Name():
            return size
        case ast.UnaryOp(op=op, operand=operand):
            value = _evaluated(operand, size, text)
            return -value if isinstance(op, ast.USub) else value
        case ast.BinOp(left=left, op=op, right=right):
            return _applied(type(op), _evaluated(left, size, text), _evaluated(right, size, text), size, text)
        case ast.Call(func=ast.Name(id=name), args=numbers):
            return _FUNCTIONS[name](_evaluated(each, size, text) for each in numbers)
    raise AssertionError(text)


def _applied(kind: type[ast.operator], left: Number, right: Number, size: int, text: str) -> Number:
    try:
        if kind is ast.Pow:
            if isinstance(left, int) and right * left.bit_length() > _MOST_BITS:
                raise OverflowError("the number is too large")
            result = left**right
            if isinstance(result, complex):
                raise ValueError("the root of a negative number")
        else:
            result = _OPERATORS[kind][1](left, right)
    except (ArithmeticError, ValueError) as error:
        raise ShapeError(f"{text!r} makes no number where N is {size}: {error}", HINT) from None
    number: Number = result
    return number
