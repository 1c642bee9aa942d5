"""Numbers from text: the digits give a linear form."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from slowpath.expr.term import Expression, apply
from slowpath.model.charset import CharSet
from slowpath.values.integer import symbolic
from slowpath.values.text import scan
from slowpath.values.text.char import (
    Part,
    Parts,
    SymChar,
    form_of,
    fulfils,
    is_in,
    is_same,
    reach,
    settled,
    trace_of,
    value_of,
)
from slowpath.values.text.classes import EVERYTHING, CharClass, any_of, class_of, satisfying

Groups = tuple[tuple[int, CharSet], ...]  # (what to add for the digit's value, characters)

SIGNS, MINUS, UNDERSCORE, POINT, EXPONENT = any_of("+-"), 45, 95, 46, any_of("eE")
PREFIXES = {2: any_of("bB"), 8: any_of("oO"), 16: any_of("xX")}
PREFIXED = {0: (16, 8, 2), 2: (2,), 8: (8,), 16: (16,)}  # the prefixes that int() accepts by its base
WORDS = ("inf", "infinity", "nan")


class NoNumber(Exception):
    """The characters are no number."""


# -- digits --------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _groups(base: int, wide: bool) -> Groups:
    """The characters that are digits of a base, those with the same distance to their value together."""
    groups = [(-zero, CharSet([(zero, zero + min(base, 10) - 1)])) for zero in (_zeros() if wide else (48,))]
    if base > 10:
        groups[1:1] = [(10 - first, CharSet([(first, first + base - 11)])) for first in (97, 65)]
    return tuple(groups)


@lru_cache(maxsize=1)
def _zeros() -> tuple[int, ...]:
    decimals = satisfying(str.isdecimal, EVERYTHING)
    return tuple(first for low, high in decimals.chars.spans for first in range(low, high, 10))


@lru_cache(maxsize=64)
def _all_digits(base: int, wide: bool) -> CharClass:
    chars = CharSet()
    for _, group in _groups(base, wide):
        chars = chars | group
    return class_of(chars)


def digit(part: Part, base: int, wide: bool) -> Expression:
    """The value of a digit; text has more digits than bytes."""
    wide = wide and (not isinstance(part, SymChar) or reach(part).chars.highest > 127)
    if not is_in(part, _all_digits(base, wide)):
        raise NoNumber
    groups = _groups(base, wide)
    if isinstance(part, SymChar) and part.form is None:
        possible = reach(part).chars
        groups = tuple(group for group in groups if group[1] & possible)
    for shift, chars in groups[:-1]:
        if is_in(part, class_of(chars)):
            return apply("+", form_of(part), shift)
    return apply("+", form_of(part), groups[-1][0])


def number(parts: Sequence[Part], base: int, wide: bool) -> Expression:
    """The number of digits, with single underscores between them."""
    total: Expression = 0
    after_digit = False
    for part in parts:
        if after_digit and is_same(part, UNDERSCORE):
            after_digit = False
            continue
        total = apply("+", apply("*", total, base), digit(part, base, wide))
        after_digit = True
    if not after_digit:
        raise NoNumber
    return total


def _trimmed(parts: Parts, is_space: Any) -> tuple[bool, Parts]:
    """Whether there is a minus sign, and what is behind the sign, without white space around."""
    start, end = scan.stripped(parts, lambda part: fulfils(part, is_space), True, True)
    parts = parts[start:end]
    if parts and is_in(parts[0], SIGNS):
        return is_same(parts[0], MINUS), parts[1:]
    return False, parts


# -- int() and float() ---------------------------------------------------------------------------------


def integer(parts: Parts, base: int, wide: bool, is_space: Any) -> Expression:
    """The number that int() reads; raises NoNumber where it reads none."""
    negative, rest = _trimmed(parts, is_space)
    zero = base in PREFIXED and len(rest) > 1 and is_in(rest[0], _zero(wide))
    told = next((each for each in PREFIXED[base] if is_in(rest[1], PREFIXES[each])), 0) if zero else 0
    if told:
        rest = rest[3:] if len(rest) > 2 and is_same(rest[2], UNDERSCORE) else rest[2:]
    form = number(rest, told or base or 10, wide)
    if zero and not told and not base and not all(is_in(part, _nothing(wide)) for part in rest):
        raise NoNumber  # a literal that starts with 0 is 0
    return apply("-", 0, form) if negative else form


@lru_cache(maxsize=2)
def _zero(wide: bool) -> CharClass:
    return any_of(_zeros() if wide else (48,))


@lru_cache(maxsize=2)
def _nothing(wide: bool) -> CharClass:
    return any_of((*(_zeros() if wide else (48,)), UNDERSCORE))


def real(parts: Parts, wide: bool, is_space: Any) -> Expression:
    """The number that float() reads; raises NoNumber where it reads none."""
    negative, rest = _trimmed(parts, is_space)
    for word in WORDS:
        if len(word) == len(rest) and all(
            is_in(part, any_of(c + c.upper())) for part, c in zip(rest, word, strict=True)
        ):
            return -float(word) if negative else float(word)
    mantissa, exponent = _cut(rest, lambda part: is_in(part, EXPONENT))
    whole, fraction = _cut(mantissa, lambda part: is_same(part, POINT))
    if not whole and not fraction:
        raise NoNumber
    form = number(whole, 10, wide) if whole else 0
    digits = 0
    if fraction:
        digits = len(fraction) - sum(1 for part in fraction if value_of(part) == UNDERSCORE)
        form = apply("+", apply("*", form, 10**digits), number(fraction, 10, wide))
    scale = (0 if exponent is None else _exponent(exponent, wide)) - digits
    value = apply("/", form, 10**-scale) if scale < 0 else apply("float", apply("*", form, 10**scale))
    return apply("neg", value) if negative else value


def _cut(parts: Parts, test: Any) -> tuple[Parts, Parts | None]:
    """What is before and behind the first character that a test holds for; None where there is none."""
    for place, part in enumerate(parts):
        if test(part):
            return parts[:place], parts[place + 1 :]
    return parts, None


def _exponent(parts: Parts, wide: bool) -> int:
    negative = False
    if parts and is_in(parts[0], SIGNS):
        negative, parts = is_same(parts[0], MINUS), parts[1:]
    number(parts, 10, wide)
    known = [part if isinstance(part, int) else settled(part, _all_digits(10, wide)) for part in parts]
    value = int("".join(map(chr, known)))
    if value > 400:
        raise NoNumber
    return -value if negative else value


def read(plain: Any, parts: Parts, form: Expression) -> Any:
    """The number with its concrete value."""
    trace = trace_of(parts)
    return plain if trace is None else symbolic(plain, form, trace)
