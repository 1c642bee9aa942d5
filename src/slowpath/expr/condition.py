"""Conditions on the input: compact records that can be negated, evaluated and shown.

    Constant      true or false
    Compare       a linear form <= 0, == 0 or != 0
    Member        a character variable is in a set
    Ranked        two floats in order, each a variable or a number
    Relation      two terms compared
    All, Some     every, at least one of several conditions

Equal conditions that `comparison` makes are equal records, so answers about them can be looked up.
A condition on an undefined term holds neither plainly nor negated.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from slowpath.expr.linear import Parts
from slowpath.expr.term import Expression, Term, Undefined, evaluate, variables_of
from slowpath.expr.variable import Value, Values
from slowpath.model.charset import CharSet

LE, EQ, NE, LT = "<=", "==", "!=", "<"


class Constant:
    """A condition that does not depend on the input."""

    __slots__ = ("truth",)

    def __init__(self, truth: bool) -> None:
        self.truth = truth

    def negated(self) -> Constant:
        return FALSE if self.truth else TRUE

    def holds(self, values: Values) -> bool:
        return self.truth

    def variables(self) -> tuple[int, ...]:
        return ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and self.truth == other.truth

    def __hash__(self) -> int:
        return hash(self.truth)

    def __repr__(self) -> str:
        return str(self.truth)


TRUE, FALSE = Constant(True), Constant(False)


class Compare:
    """sum of parts + constant `op` 0, where op is <=, == or !=.

    Made by `at_most`, `equal` and their like: the parts are not empty and have no common divisor, and
    the first coefficient of == and != is positive.
    """

    __slots__ = ("_hash", "constant", "op", "parts")

    def __init__(self, parts: Parts, constant: int, op: str) -> None:
        self.parts = parts
        self.constant = constant
        self.op = op
        self._hash: int | None = None  # most conditions are never looked up

    def negated(self) -> Compare:
        if self.op is LE:
            return Compare(tuple([(index, -factor) for index, factor in self.parts]), 1 - self.constant, LE)
        return Compare(self.parts, self.constant, NE if self.op is EQ else EQ)

    def holds(self, values: Values) -> bool:
        total: Value = self.constant
        for index, factor in self.parts:
            total += factor * values[index]
        if self.op is LE:
            return total <= 0
        return (total == 0) is (self.op is EQ)

    def variables(self) -> tuple[int, ...]:
        parts = self.parts
        if len(parts) == 2:
            return (parts[0][0], parts[1][0])
        return (parts[0][0],) if len(parts) == 1 else tuple([index for index, _ in parts])

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Compare)
            and self.constant == other.constant
            and self.op == other.op
            and self.parts == other.parts
        )

    def __hash__(self) -> int:
        known = self._hash
        if known is None:
            known = self._hash = hash((self.parts, self.constant, self.op))
        return known

    def __repr__(self) -> str:
        return f"Compare({self.parts}, {self.constant}, {self.op!r})"

    def __reduce__(self) -> tuple[Callable[..., Compare], tuple[Parts, int, str]]:
        return _compare, (self.parts, self.constant, self.op)


@dataclass(slots=True, unsafe_hash=True)  # not frozen: that takes longer to make
class Member:
    """A character variable is in a set."""

    index: int
    chars: CharSet

    def negated(self) -> Member:
        return Member(self.index, ~self.chars)

    def holds(self, values: Values) -> bool:
        return values[self.index] in self.chars

    def variables(self) -> tuple[int, ...]:
        return (self.index,)


class _Keyed:
    """A condition that equals those of its class with the same key."""

    __slots__ = ()

    def _key(self) -> tuple[object, ...]:
        """What it is compared by: each class has its own."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


class Ranked(_Keyed):
    """Two floats in order: `left op right`, each side a number or the variable of a `real` term.

    No side is NaN, so `not a < b` is `b <= a`.
    """

    __slots__ = ("left", "op", "right")

    def __init__(self, left: Term | float, op: str, right: Term | float) -> None:
        self.left = left
        self.op = op
        self.right = right

    def negated(self) -> Ranked:
        if self.op is EQ or self.op is NE:
            return Ranked(self.left, NE if self.op is EQ else EQ, self.right)
        return Ranked(self.right, LT if self.op is LE else LE, self.left)

    def holds(self, values: Values) -> bool:
        return COMPARE[self.op](evaluate(self.left, values), evaluate(self.right, values))

    def variables(self) -> tuple[int, ...]:
        return tuple({*variables_of(self.left), *variables_of(self.right)})

    def __repr__(self) -> str:
        return f"Ranked({self.left!r}, {self.op!r}, {self.right!r})"

    def __reduce__(self) -> tuple[Callable[..., Ranked], tuple[Term | float, str, Term | float]]:
        return _ranked, (self.left, self.op, self.right)

    def _key(self) -> tuple[Term | float, str, Term | float]:
        return self.left, self.op, self.right


class Relation(_Keyed):
    """`left op right` of two expressions has the given truth.

    The negation of an order is kept as such: NaN is neither below nor above anything.
    """

    __slots__ = ("left", "op", "right", "truth")

    def __init__(self, left: Expression, op: str, right: Expression, truth: bool = True) -> None:
        self.left = left
        self.op = op
        self.right = right
        self.truth = truth

    def negated(self) -> Relation:
        return Relation(self.left, self.op, self.right, not self.truth)

    def holds(self, values: Values) -> bool:
        return self.truth_of(values) is True

    def truth_of(self, values: Values, known: dict[Term, Value] | None = None) -> bool | None:
        """Whether it holds; None if a side is not defined. `known` are terms under these values."""
        try:
            left, right = evaluate(self.left, values, known), evaluate(self.right, values, known)
        except Undefined:
            return None
        return COMPARE[self.op](left, right) is self.truth

    def variables(self) -> tuple[int, ...]:
        return tuple(variables_of(self.left) | variables_of(self.right))

    def __repr__(self) -> str:
        return f"Relation({self.left!r}, {self.op!r}, {self.right!r}, {self.truth})"

    def _key(self) -> tuple[object, ...]:
        return type(self.left), self.left, self.op, type(self.right), self.right, self.truth


class _Several:
    """Conditions taken together."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Condition, ...]) -> None:
        self.parts = parts

    def negated(self) -> Condition:
        opposite = some_of if isinstance(self, All) else all_of
        return opposite([part.negated() for part in self.parts])

    def variables(self) -> tuple[int, ...]:
        return tuple({index for part in self.parts for index in part.variables()})

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((type(self), self.parts))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.parts!r})"


class All(_Several):
    """Every one of several conditions."""

    __slots__ = ()

    def holds(self, values: Values) -> bool:
        return all(part.holds(values) for part in self.parts)


class Some(_Several):
    """At least one of several conditions."""

    __slots__ = ()

    def holds(self, values: Values) -> bool:
        return any(part.holds(values) for part in self.parts)


Condition = Constant | Compare | Member | Ranked | Relation | All | Some


def constant(truth: bool) -> Constant:
    """The condition that always holds, or the one that never does."""
    return TRUE if truth else FALSE


def broken(conditions: Iterable[Condition], values: Values) -> Iterator[Condition]:
    """The conditions that do not hold. Terms that several of them share are evaluated once."""
    known: dict[Term, Value] = {}
    for condition in conditions:
        if isinstance(condition, Relation):
            if condition.truth_of(values, known) is not True:
                yield condition
        elif not condition.holds(values):
            yield condition


def all_hold(conditions: Iterable[Condition], values: Values) -> bool:
    """Whether every condition holds."""
    return next(broken(conditions, values), None) is None


def all_of(conditions: Iterable[Condition]) -> Condition:
    """Every condition holds; constants and nested conjunctions are folded in."""
    return _folded(All, conditions, TRUE, FALSE)


def some_of(conditions: Iterable[Condition]) -> Condition:
    """At least one condition holds; constants and nested disjunctions are folded in."""
    return _folded(Some, conditions, FALSE, TRUE)


def _folded(
    kind: type[All | Some], conditions: Iterable[Condition], neutral: Constant, deciding: Constant
) -> Condition:
    """Several conditions as one: a deciding one is the answer, neutral and repeated ones are left out."""
    parts: dict[Condition, None] = {}
    for condition in conditions:
        if condition == deciding:
            return deciding
        if isinstance(condition, kind):
            parts.update(dict.fromkeys(condition.parts))
        elif condition != neutral:
            parts[condition] = None
    if len(parts) > 1:
        return kind(tuple(parts))
    return next(iter(parts), neutral)


def _compare(parts: Parts, constant: int, op: str) -> Compare:
    return Compare(parts, constant, OPS[op])


def _ranked(left: Term | float, op: str, right: Term | float) -> Ranked:
    return Ranked(left, OPS[op], right)


COMPARE: dict[str, Callable[[Value, Value], bool]] = {
    LE: operator.le,
    LT: operator.lt,
    EQ: operator.eq,
    NE: operator.ne,
}
OPS = {op: op for op in (LE, LT, EQ, NE)}  # conditions hold the very constants, so `is` compares them
