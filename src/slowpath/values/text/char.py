"""One character that depends on the input, and the questions that are asked about it.

A character is a plain code point (an int), or a `SymChar`: the image of a character variable, or a number
that arithmetic on the input gives. Bytes are the same with code points below 256.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from slowpath.expr.comparison import compare, member
from slowpath.expr.condition import FALSE, TRUE, Condition, all_of, constant, some_of
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, apply
from slowpath.model.charset import LAST, CharSet
from slowpath.values.text.classes import (
    EVERYTHING,
    CharClass,
    Image,
    agreeing,
    any_of,
    class_of,
    composed,
    narrowed,
    one,
    pieces,
    satisfying,
    targets,
)

if TYPE_CHECKING:
    from slowpath.values.trace import Trace


class SymChar:
    """A character that depends on the input; `value` is its code point in this run.

    `index` is its variable, of the alphabet `domain` and with the value `source` in this run, and `image`
    the map from there (None: itself); or `index` is -1 and `form` tells the code point. `origin` is
    (character, place, count) where it is a byte of the UTF-8 of a character.
    """

    __slots__ = ("domain", "form", "image", "index", "origin", "source", "trace", "value")

    def __init__(
        self,
        value: int,
        trace: Trace,
        index: int = -1,
        domain: CharClass = EVERYTHING,
        image: Image | None = None,
        form: Expression | None = None,
        source: int | None = None,
        origin: tuple[SymChar, int, int] | None = None,
    ) -> None:
        self.value = value
        self.source = value if source is None else source
        self.trace = trace
        self.index = index
        self.domain = domain
        self.image = image
        self.form = form
        self.origin = origin

    def __repr__(self) -> str:
        return f"SymChar({self.value}, {self.index if self.form is None else self.form})"


Part = int | SymChar
Parts = tuple[Part, ...]


def value_of(part: Part) -> int:
    """The code point that a character has in this run."""
    return part if type(part) is int else part.value  # type: ignore[union-attr]


def values_of(parts: Sequence[Part]) -> list[int]:
    """The code points of this run."""
    return [part if type(part) is int else part.value for part in parts]  # type: ignore[union-attr]


def is_plain(parts: Sequence[Part]) -> bool:
    """Tell whether no character depends on the input."""
    return not any(type(part) is SymChar for part in parts)


def formed(
    value: int,
    form: Expression,
    trace: Trace,
    domain: CharClass = EVERYTHING,
    origin: tuple[SymChar, int, int] | None = None,
) -> Part:
    """The character whose code point is a number that depends on the input."""
    if isinstance(form, int | float) or (type(form) is Linear and not form.parts):
        return value
    return SymChar(value, trace, domain=domain, form=form, origin=origin)


# -- conditions ------------------------------------------------------------------------------------


def within(part: Part, wanted: CharClass) -> Condition:
    """The condition that a character is in a class."""
    if type(part) is int:
        return constant(part in wanted.chars)
    assert isinstance(part, SymChar)
    if part.form is None:
        chars = narrowed(wanted, part.image, part.domain)
        return TRUE if chars is None else member(part.index, chars)
    return some_of(_between(part.form, low, high) for low, high in wanted.chars.spans)


def _between(form: Expression, low: int, high: int) -> Condition:
    if low == high:
        return compare(form, "==", low)
    above = compare(form, ">=", low) if low > 0 else TRUE
    return all_of([above, compare(form, "<=", high)]) if high < LAST else above


def same(left: Part, right: Part) -> Condition:
    """The condition that two characters are equal."""
    if type(right) is int:
        return within(left, one(right))
    if type(left) is int:
        return within(right, one(left))
    assert isinstance(left, SymChar)
    assert isinstance(right, SymChar)
    if left is right:
        return TRUE
    if left.form is None and left.index == right.index:
        return within(_bare(left), agreeing(left.image, right.image, left.domain))
    return compare(form_of(left), "==", form_of(right))


def _bare(char: SymChar) -> SymChar:
    return SymChar(char.source, char.trace, char.index, char.domain)


def all_same(left: Sequence[Part], right: Sequence[Part]) -> Condition:
    """The condition that two runs of characters of one length are equal."""
    conditions = []
    for a, b in zip(left, right, strict=True):
        condition = same(a, b)
        if condition is FALSE:
            return FALSE
        if condition is not TRUE:
            conditions.append(condition)
    return all_of(conditions)


# -- questions -------------------------------------------------------------------------------------


def is_in(part: Part, wanted: CharClass) -> bool:
    """Decide whether a character is in a class."""
    if type(part) is int:
        return part in wanted.chars
    assert isinstance(part, SymChar)
    holds = part.value in wanted.chars
    return holds if part.trace.closed else part.trace.decide(within(part, wanted), holds, 1)


def is_among(part: Part, others: Sequence[Part]) -> bool:
    """Decide whether a character is one of several."""
    plain = any_of(tuple(other for other in others if type(other) is int))
    symbolic = [other for other in others if type(other) is SymChar]
    if not symbolic:
        return is_in(part, plain)
    trace = symbolic[0].trace
    condition = some_of([within(part, plain), *(same(part, other) for other in symbolic)])
    return trace.decide(condition, value_of(part) in values_of(others), 1)


def is_same(left: Part, right: Part) -> bool:
    """Decide whether two characters are equal."""
    return are_same((left,), (right,))


def are_same(left: Sequence[Part], right: Sequence[Part]) -> bool:
    """Decide whether two runs of characters are equal."""
    if len(left) != len(right):
        return False
    trace = trace_of(left) or trace_of(right)
    holds = values_of(left) == values_of(right)
    if trace is None or trace.closed:
        return holds
    return trace.decide(all_same(left, right), holds, 1)


def is_below(left: Part, right: Part) -> bool:
    """Decide whether a character has the smaller code point."""
    holds = value_of(left) < value_of(right)
    if type(right) is int:
        return is_in(left, any_below(right))
    if type(left) is int:
        return not is_in(right, any_below(left + 1))
    assert isinstance(right, SymChar)
    if right.trace.closed:
        return holds
    return right.trace.decide(compare(form_of(left), "<", form_of(right)), holds, 1)


def any_below(code: int) -> CharClass:
    """The class of all smaller code points."""
    return class_of(CharSet.between(0, code - 1))


def form_of(part: Part) -> Expression:
    """The code point as an expression; where a map is in between, it is decided what that adds."""
    if type(part) is int:
        return part
    assert isinstance(part, SymChar)
    if part.form is not None:
        return part.form
    return Linear.variable(part.index) + shift_of(part)


def shift_of(char: SymChar) -> int:
    """What the map of a character adds to its variable, decided piece by piece."""
    if char.image is None:
        return 0
    parts = pieces(char.image, char.domain)
    bare = _bare(char)
    for shift, chars in parts[:-1]:
        if is_in(bare, class_of(chars)):
            return shift
    return parts[-1][0]


def settled(char: SymChar, wanted: CharClass) -> int:
    """Decide which one of a class a character is that is known to be in it: half by half."""
    chars = wanted.chars & reach(char).chars
    while len(chars) > 1:
        middle = (len(chars) - 1) // 2
        lower = CharSet(_first(chars, middle + 1))
        chars = lower if is_in(char, class_of(lower)) else chars - lower
    return char.value


def reach(char: SymChar) -> CharClass:
    """A class that surely holds a character's code point."""
    return char.domain if char.image is None else targets(char.image, char.domain)


def _first(chars: CharSet, count: int) -> list[tuple[int, int]]:
    """The spans of the lowest members of a set."""
    spans = []
    for first, last in chars.spans:
        taken = min(count, last - first + 1)
        spans.append((first, first + taken - 1))
        count -= taken
        if not count:
            break
    return spans


def mapped(char: SymChar, image: Image) -> Part:
    """The character after a map; what it adds to a formed character is decided."""
    if char.form is None:
        both = composed(char.image, image, char.domain)
        return SymChar(image(char.value), char.trace, char.index, char.domain, both, source=char.source)
    parts = pieces(image, char.domain)
    for shift, chars in parts:
        if chars is parts[-1][1] or is_in(char, class_of(chars)):
            return formed(char.value + shift, apply("+", char.form, shift), char.trace, EVERYTHING)
    return char


def fulfils(part: Part, predicate: Callable[[str], bool]) -> bool:
    """Decide whether a predicate holds for a character."""
    if type(part) is int:
        return predicate(chr(part))
    assert isinstance(part, SymChar)
    return is_in(part, satisfying(predicate, reach(part)))


def trace_of(parts: Sequence[Part]) -> Trace | None:
    """The trace of the first part that depends on the input; None if no part does."""
    for part in parts:
        if type(part) is SymChar:
            return part.trace
    return None
