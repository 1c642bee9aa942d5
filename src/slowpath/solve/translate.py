"""Conditions as Z3 expressions with Python's semantics.

Characters are integers, real variables IEEE doubles. Where Python raises, a side condition says so: it
is conjoined with the condition, plain or negated. Some operators are translated for a part of their
operands only; `partial` then tells that a contradiction proves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from slowpath.expr import condition as conditions
from slowpath.expr.condition import EQ, LE, LT, Condition
from slowpath.expr.interval import interval_of
from slowpath.expr.linear import Linear
from slowpath.expr.term import Operand, Term, descending, is_float
from slowpath.expr.variable import Characters, Reals, Variable, Variables
from slowpath.model.charset import CharSet

# The largest exponent that becomes multiplications. Z3 finds x and y with x**4 + y**4 == c in 11 ms, with
# 16 in 255.
MOST_POWER = 16
# The largest symbolic shift that is considered: each is an alternative. Hashes and masks have 64 bits.
MOST_SHIFT = 64
# The width in which bit operations on numbers without bounds are done. Masks and hashes mostly have 32; a
# model for which that is too narrow is refused by the check, and a contradiction counts as unknown.
BITS = 32


class Untranslatable(Exception):
    """No Z3 expression stands for a condition."""


@dataclass(frozen=True, slots=True)
class _Translated:
    """A term's Z3 expression, and the condition under which Python computes it; None if it always does."""

    expression: Any
    defined: Any | None
    partial: bool


class Translator:
    """Translates conditions and their terms, each once: conditions of a path share deep terms."""

    def __init__(self, z3: Any, variables: Variables) -> None:
        self._z3 = z3
        self._variables = variables
        self._double = z3.Float64()
        self._nearest = z3.RNE()
        self._unknowns: dict[int, Any] = {}
        self._done: dict[Condition, tuple[Any, bool]] = {}
        self._terms: dict[Term, _Translated] = {}
        self._defined: list[Any] = []
        self._partial = False

    def condition(self, condition: Condition) -> tuple[Any, bool]:
        """A condition's expression, and whether it is `partial`."""
        known = self._done.get(condition)
        if known is None:
            self._partial = False
            expression = self._translated(condition)
            known = self._done[condition] = (expression, self._partial)
        return known

    def unknown(self, index: int) -> Any:
        """The Z3 constant of a variable."""
        known = self._unknowns.get(index)
        if known is None:
            z3, name = self._z3, f"v{index}"
            if isinstance(self._variables[index].domain, Reals):
                known = z3.FP(name, self._double)
            else:
                known = z3.Int(name)
            self._unknowns[index] = known
        return known

    def domain(self, variable: Variable) -> list[Any]:
        """What a variable's domain says."""
        unknown, domain = self.unknown(variable.index), variable.domain
        if isinstance(domain, Characters):
            return [self._within(unknown, domain.chars)]
        if isinstance(domain, Reals):
            z3 = self._z3
            return [z3.fpLEQ(self._number(domain.lo), unknown), z3.fpLEQ(unknown, self._number(domain.hi))]
        bounds = [] if domain.lo is None else [unknown >= domain.lo]
        return bounds if domain.hi is None else [*bounds, unknown <= domain.hi]

    def _translated(self, condition: Condition) -> Any:
        z3 = self._z3
        if isinstance(condition, conditions.Constant):
            return z3.BoolVal(condition.truth)
        if isinstance(condition, conditions.Compare):
            total = self._linear(Linear(condition.parts, condition.constant))
            return total <= 0 if condition.op is LE else total == 0 if condition.op is EQ else total != 0
        if isinstance(condition, conditions.Member):
            return self._within(self.unknown(condition.index), condition.chars)
        if isinstance(condition, conditions.All):
            return z3.And([self._translated(part) for part in condition.parts])
        if isinstance(condition, conditions.Some):
            return z3.Or([self._translated(part) for part in condition.parts])
        outer, self._defined = self._defined, []
        expression = self._compared(condition)
        if isinstance(condition, conditions.Relation) and not condition.truth:
            expression = z3.Not(expression)
        expression = z3.And([*self._defined, expression])
        self._defined = outer
        return expression

    def _compared(self, condition: conditions.Ranked | conditions.Relation) -> Any:
        z3, op = self._z3, condition.op
        left, right = self._expression(condition.left), self._expression(condition.right)
        if is_float(condition.left) and is_float(condition.right):
            compare = {LE: z3.fpLEQ, LT: z3.fpLT, EQ: z3.fpEQ}.get(op, z3.fpNEQ)
            return compare(left, right)
        if is_float(condition.left) or is_float(condition.right):
            self._partial = True  # an infinity has no place among the reals
            left, right = self._as_real(left), self._as_real(right)
        return left <= right if op is LE else left < right if op is LT else left == right

    def _expression(self, root: Operand) -> Any:
        if not isinstance(root, Term):
            return self._leaf(root)
        for term in descending(root, self._terms):
            self._terms[term] = self._term(term)
        known = self._terms[root]
        if known.defined is not None:
            self._defined.append(known.defined)
        self._partial = self._partial or known.partial
        return known.expression

    def _term(self, term: Term) -> _Translated:
        """A term whose operands are translated already."""
        below = [self._terms[each] for each in term.operands if isinstance(each, Term)]
        outer = self._defined, self._partial
        self._defined = [each.defined for each in below if each.defined is not None]
        self._partial = any(each.partial for each in below)
        try:
            expression = self._made(term)
            defined = self._z3.And(self._defined) if self._defined else None
            return _Translated(expression, defined, self._partial)
        finally:
            self._defined, self._partial = outer

    def _made(self, term: Term) -> Any:
        if term.operator == "real":
            return self.unknown(term.operands[0])  # type: ignore[arg-type]
        if term.operator == "if":
            condition, then, otherwise = term.operands
            chosen = self._condition_of(condition)
            return self._z3.If(chosen, *[self._operand(each, term.floating) for each in (then, otherwise)])
        return self._applied(term, [self._operand(each, term.floating) for each in term.operands])

    def _condition_of(self, operand: Operand) -> Any:
        if isinstance(operand, Term | Linear | int | float):
            raise Untranslatable("a choice needs a condition")
        return self._translated(operand)

    def _operand(self, operand: Operand, floating: bool) -> Any:
        expression = self._terms[operand].expression if isinstance(operand, Term) else self._leaf(operand)
        if floating and not is_float(operand):
            return self._z3.fpToFP(self._nearest, self._z3.ToReal(expression), self._double)
        return expression

    def _leaf(self, operand: Operand) -> Any:
        if isinstance(operand, float):
            return self._number(operand)
        if isinstance(operand, int):
            return self._z3.IntVal(int(operand))
        if isinstance(operand, Linear):
            return self._linear(operand)
        raise Untranslatable(f"{operand!r} is no number")

    def _linear(self, form: Linear) -> Any:
        total = self._z3.IntVal(form.constant)
        for index, factor in form.parts:
            total = total + factor * self.unknown(index)
        return total

    def _number(self, number: float) -> Any:
        if math.isnan(number):
            return self._z3.fpNaN(self._double)
        if math.isinf(number):
            return self._z3.fpInfinity(self._double, number < 0)
        return self._z3.FPVal(number, self._double)

    def _within(self, unknown: Any, chars: CharSet) -> Any:
        z3 = self._z3
        return z3.Or(
            [z3.BoolVal(False)]
            + [
                unknown == low if low == high else z3.And(low <= unknown, unknown <= high)
                for low, high in chars.spans
            ]
        )

    def _applied(self, term: Term, operands: list[Any]) -> Any:
        name = term.operator
        if term.floating:
            return self._floating(name, operands)
        if any(is_float(each) for each in term.operands):
            return self._whole(name, operands)
        if name in ("min", "max"):
            return self._extreme(operands, lambda a, b: a <= b if name == "min" else a >= b)
        if name == "abs":
            return self._z3.If(operands[0] >= 0, operands[0], -operands[0])
        if name == "neg":
            return -operands[0]
        if name in ("int", "round", "floor", "ceil") and len(operands) == 1:
            return operands[0]
        if len(operands) != 2:
            raise Untranslatable(name)
        return self._integer(term, operands[0], operands[1])

    def _integer(self, term: Term, left: Any, right: Any) -> Any:
        name, (first, second) = term.operator, term.operands
        if name == "+":
            return left + right
        if name == "-":
            return left - right
        if name == "*":
            return left * right
        if name == "//":
            return self._quotient(left, right, second)
        if name == "%":
            return left - right * self._quotient(left, right, second)
        if name == "**":
            return self._power(left, second)
        if name == "<<":
            return left * self._two_to(right, second)
        if name == ">>":
            return left / self._two_to(right, second)
        if name == "&" and isinstance(second, int) and second > 0 and not second & (second + 1):
            return left % (second + 1)  # Z3's remainder has the sign of no operand: what a mask leaves
        if name in ("&", "|", "^"):
            return self._bitwise(name, left, right, max(self._width(first), self._width(second)))
        raise Untranslatable(name)

    def _bitwise(self, name: str, left: Any, right: Any, width: int) -> Any:
        """Bit by bit, in two's complement: faster than Z3's conversions to bit vectors and back."""
        z3 = self._z3
        if width > BITS:
            width = BITS
            self._partial = True
            for each in (left, right):
                self._defined.append(z3.And(each >= -(1 << width - 1), each < 1 << width - 1))
        combined = {"&": z3.And, "|": z3.Or, "^": z3.Xor}[name]
        total = z3.IntVal(0)
        for bit in range(width):
            weight = 1 << bit
            is_set = combined((left / weight) % 2 == 1, (right / weight) % 2 == 1)
            total = total + z3.If(is_set, weight if bit < width - 1 else -weight, 0)
        return total

    def _width(self, operand: Operand) -> int:
        """How many bits an integer needs, its sign included; more than BITS where there is no limit."""
        largest = max(map(abs, interval_of(operand, self._variables)))
        return BITS + 1 if math.isinf(largest) else int(largest).bit_length() + 1

    def _quotient(self, left: Any, right: Any, given: Operand) -> Any:
        """Z3 rounds a quotient towards the side that leaves a positive rest; Python rounds down."""
        if isinstance(given, int) and given > 0:
            return left / right
        self._defined.append(right != 0)
        return self._z3.If(right > 0, left / right, (-left) / (-right))

    def _power(self, base: Any, exponent: Operand) -> Any:
        if not isinstance(exponent, int) or not 0 <= exponent <= MOST_POWER:
            raise Untranslatable("a power with a symbolic or large exponent")
        result = self._z3.IntVal(1)
        for _ in range(exponent):
            result = result * base
        return result

    def _two_to(self, exponent: Any, given: Operand) -> Any:
        if isinstance(given, int):
            if not 0 <= given <= 1024:
                raise Untranslatable("a negative or huge shift")
            return self._z3.IntVal(1 << given)
        self._partial = True
        self._defined.append(self._z3.And(exponent >= 0, exponent <= MOST_SHIFT))
        result = self._z3.IntVal(1)
        for shift in range(1, MOST_SHIFT + 1):
            result = self._z3.If(exponent == shift, self._z3.IntVal(1 << shift), result)
        return result

    def _floating(self, name: str, operands: list[Any]) -> Any:
        z3 = self._z3
        if name == "float":
            return operands[0]
        if name in ("min", "max"):
            return self._extreme(operands, z3.fpLEQ if name == "min" else z3.fpGEQ)
        if name == "sqrt":
            self._defined.append(z3.Or(z3.fpGEQ(operands[0], self._number(0.0)), z3.fpIsNaN(operands[0])))
            return z3.fpSqrt(self._nearest, operands[0])
        if name == "/":
            self._defined.append(z3.Not(z3.fpIsZero(operands[1])))
        unary = {"neg": z3.fpNeg, "abs": z3.fpAbs}.get(name)
        if unary is not None:
            return unary(operands[0])
        binary = {"+": z3.fpAdd, "-": z3.fpSub, "*": z3.fpMul, "/": z3.fpDiv}.get(name)
        if binary is None:
            raise Untranslatable(f"{name} on floats")
        return binary(self._nearest, *operands)

    def _whole(self, name: str, operands: list[Any]) -> Any:
        """The integer that a float is rounded to."""
        z3 = self._z3
        if len(operands) != 1 or name not in ("int", "floor", "ceil", "round"):
            raise Untranslatable(f"{name} on floats")
        (operand,) = operands
        self._defined.append(z3.Not(z3.Or(z3.fpIsInf(operand), z3.fpIsNaN(operand))))
        mode = {"int": z3.RTZ, "floor": z3.RTN, "ceil": z3.RTP, "round": z3.RNE}[name]()
        return z3.ToInt(z3.fpToReal(z3.fpRoundToIntegral(mode, operand)))

    def _as_real(self, expression: Any) -> Any:
        return self._z3.fpToReal(expression) if self._z3.is_fp(expression) else self._z3.ToReal(expression)

    def _extreme(self, operands: list[Any], prefer: Callable[[Any, Any], Any]) -> Any:
        result = operands[0]
        for each in operands[1:]:
            result = self._z3.If(prefer(result, each), result, each)
        return result
