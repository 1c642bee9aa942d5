"""Between which numbers an integer expression lies, as far as a look at its operands tells."""

from __future__ import annotations

import math
from collections.abc import Callable

from slowpath.expr.linear import Linear
from slowpath.expr.term import Operand, Term, descending, is_float
from slowpath.expr.variable import Variables, bounds_of

Interval = tuple[float, float]  # integers, or infinities where there is no bound

EVERYTHING: Interval = (-math.inf, math.inf)
# Wider numbers count as unbounded. Bounds choose the width of bit operations and show which paths are
# possible, where 64 bits are many; the products along a path would otherwise grow without limit.
MOST_BITS = 512


def interval_of(expression: Operand, variables: Variables) -> Interval:
    """The least and the largest value that an integer expression can have, or bounds outside these."""
    if not isinstance(expression, Term):
        return _leaf(expression, variables)
    known: dict[Term, Interval] = {}
    for term in descending(expression):
        if term.operator == "real" or is_float(term) or any(map(is_float, term.operands)):
            known[term] = EVERYTHING
            continue
        operands = term.operands[1:] if term.operator == "if" else term.operands
        intervals = [known[each] if isinstance(each, Term) else _leaf(each, variables) for each in operands]
        rule = _RULES.get(term.operator)
        known[term] = _capped(rule(*intervals)) if rule is not None else EVERYTHING
    return known[expression]


def _leaf(operand: Operand, variables: Variables) -> Interval:
    if isinstance(operand, int):
        return _capped((operand, operand))
    if not isinstance(operand, Linear):
        return EVERYTHING
    low: float = operand.constant
    high: float = operand.constant
    for index, factor in operand.parts:
        least, most = bounds_of(variables[index].domain)
        ends = (-math.inf if least is None else factor * least, math.inf if most is None else factor * most)
        if factor < 0:
            ends = (
                -math.inf if most is None else factor * most,
                math.inf if least is None else factor * least,
            )
        low, high = low + ends[0], high + ends[1]
    return _capped((low, high))


def _capped(interval: Interval) -> Interval:
    """Huge numbers become infinities, so that sums and products of bounds stay cheap and defined."""
    limit = 1 << MOST_BITS
    low, high = interval
    return (low if low > -limit else -math.inf), (high if high < limit else math.inf)


def _is_finite(*intervals: Interval) -> bool:
    return not any(isinstance(end, float) for interval in intervals for end in interval)


def _add(a: Interval, b: Interval) -> Interval:
    return a[0] + b[0], a[1] + b[1]


def _subtract(a: Interval, b: Interval) -> Interval:
    return a[0] - b[1], a[1] - b[0]


def _multiply(a: Interval, b: Interval) -> Interval:
    if not _is_finite(a, b):
        return EVERYTHING
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


def _divide(a: Interval, b: Interval) -> Interval:
    """A quotient is no further from zero than the dividend, but for rounding down."""
    if not _is_finite(a):
        return EVERYTHING
    largest = max(abs(a[0]), abs(a[1]))
    return -largest, largest


def _modulo(a: Interval, b: Interval) -> Interval:
    """A remainder has the sign of the divisor and is nearer to zero."""
    return min(b[0] + 1, 0), max(b[1] - 1, 0)


def _absolute(a: Interval) -> Interval:
    return (0 if a[0] <= 0 <= a[1] else min(abs(a[0]), abs(a[1]))), max(abs(a[0]), abs(a[1]))


def _bitwise(a: Interval, b: Interval) -> Interval:
    """The result fits in the bits of the wider operand, sign included."""
    if not _is_finite(a, b):
        return EVERYTHING
    bits = max(int(abs(end)).bit_length() for end in (*a, *b))
    return (0 if a[0] >= 0 and b[0] >= 0 else -(1 << bits)), (1 << bits) - 1


def _shift_left(a: Interval, b: Interval) -> Interval:
    if not _is_finite(a, b) or not 0 <= b[0] <= b[1] <= MOST_BITS:
        return EVERYTHING
    return _multiply(a, (1 << int(b[0]), 1 << int(b[1])))


def _shift_right(a: Interval, b: Interval) -> Interval:
    return min(a[0], 0), max(a[1], 0)


def _power(a: Interval, b: Interval) -> Interval:
    if not _is_finite(a, b) or not 0 <= b[0] <= b[1] <= MOST_BITS:
        return EVERYTHING
    largest = max(abs(a[0]), abs(a[1]), 1) ** b[1]
    return -largest, largest


_RULES: dict[str, Callable[..., Interval]] = {
    "+": _add,
    "-": _subtract,
    "*": _multiply,
    "//": _divide,
    "%": _modulo,
    "**": _power,
    "<<": _shift_left,
    ">>": _shift_right,
    "&": _bitwise,
    "|": _bitwise,
    "^": _bitwise,
    "neg": lambda a: (-a[1], -a[0]),
    "abs": _absolute,
    "int": lambda a: a,
    "round": lambda a: a,
    "floor": lambda a: a,
    "ceil": lambda a: a,
    "min": lambda *each: (min(low for low, _ in each), min(high for _, high in each)),
    "max": lambda *each: (max(low for low, _ in each), max(high for _, high in each)),
    "if": lambda a, b: (min(a[0], b[0]), max(a[1], b[1])),
}
