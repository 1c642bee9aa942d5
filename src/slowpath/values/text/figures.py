"""Text from whole numbers: digits of a base, signs, prefixes, grouping and padding.

The digits of a number are quotients and remainders of it, once its sign and the number of its digits are
decided. A digit above nine is a letter: that is decided too.
"""

from __future__ import annotations

import re
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.term import Expression, apply
from slowpath.values.integer import SymInt
from slowpath.values.text.char import Part, Parts, formed
from slowpath.values.text.classes import DIGITS, LETTERS
from slowpath.values.trace import Trace

MINUS, PLUS, SPACE, ZERO = map(ord, "-+ 0")
BASES = {"b": 2, "o": 8, "d": 10, "n": 10, "x": 16, "X": 16}
_BEFORE_A_DIGIT = ord("0")
_BEFORE_A_LETTER = {False: 97 - 10, True: 65 - 10}
_SPECIFICATION = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<prefix>\#)?(?P<zero>0)?(?P<width>\d+)?"
    r"(?P<group>[,_])?(?P<type>[bcdnoxX])?",
    re.DOTALL,
)


class Unmodelled(Exception):
    """No model covers this: the builtin has to give the result, or the error."""


def decimal(value: SymInt) -> Parts:
    """The characters of a number in decimal."""
    negative, found = numeral(value, 10)
    return (MINUS, *found) if negative else found


def numeral(value: SymInt, base: int, capital: bool = False) -> tuple[bool, Parts]:
    """Whether a number is negative, and its digits in a base."""
    trace = value.trace
    plain = int.__index__(value)
    negative = trace.decide(compare(value.form, "<", 0), plain < 0, 1)
    form: Expression = apply("-", 0, value.form) if negative else value.form
    plain = abs(plain)
    count = 1
    while trace.decide(compare(form, ">=", base**count), plain >= base**count, 1):
        count += 1
    return negative, digits(plain, form, trace, base, count, capital)


def digits(plain: int, form: Expression, trace: Trace, base: int, count: int, capital: bool = False) -> Parts:
    """The digits of a number that has at most so many in a base."""
    parts: list[Part] = []
    for place in range(count - 1, -1, -1):
        high = apply("//", form, base**place) if place else form
        low = high if place == count - 1 else apply("%", high, base)
        digit = plain // base**place % base
        letter = base > 10 and trace.decide(compare(low, ">=", 10), digit >= 10, 1)
        shift = _BEFORE_A_LETTER[capital] if letter else _BEFORE_A_DIGIT
        parts.append(formed(digit + shift, apply("+", low, shift), trace, LETTERS if letter else DIGITS))
    return tuple(parts)


def prefixed(value: Any, kind: str) -> Parts:
    """The characters that hex(), oct() and bin() give; `kind` is x, o or b."""
    negative, found = numeral(value, BASES[kind])
    return (*((MINUS,) if negative else ()), ZERO, ord(kind), *found)


def specified(value: SymInt, specification: str) -> Parts:
    """The characters of a number by a format specification that the builtin accepts."""
    found = _SPECIFICATION.fullmatch(specification)
    if found is None or found["type"] == "c" or (found["group"] and found["zero"]):
        raise Unmodelled
    kind = found["type"] or "d"
    negative, shown = numeral(value, BASES[kind], kind == "X")
    if kind == "n" and len(shown) > 3:
        raise Unmodelled  # the locale tells how digits are grouped
    if found["group"]:
        shown = _grouped(shown, ord(found["group"]), 3 if kind == "d" else 4)
    sign = MINUS if negative else {"+": PLUS, " ": SPACE}.get(found["sign"] or "")
    head: Parts = () if sign is None else (sign,)
    if found["prefix"] and kind not in "dn":
        head += (ZERO, ord(kind))
    missing = max(int(found["width"] or 0) - len(head) - len(shown), 0)
    fill = (ord(found["fill"] or ("0" if found["zero"] else " ")),)
    match found["align"] or ("=" if found["zero"] else ">"):
        case "=":
            return head + fill * missing + shown
        case "<":
            return head + shown + fill * missing
        case ">":
            return fill * missing + head + shown
    return fill * (missing // 2) + head + shown + fill * (missing - missing // 2)


def _grouped(shown: Parts, separator: int, size: int) -> Parts:
    """Digits with a separator before each full group, counted from the right."""
    built: list[Part] = []
    for place, digit in enumerate(shown):
        if place and (len(shown) - place) % size == 0:
            built.append(separator)
        built.append(digit)
    return tuple(built)
