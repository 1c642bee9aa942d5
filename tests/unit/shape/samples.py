"""Shapes that tests use: one of each kind, and a strategy for nested ones."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from hypothesis import strategies as st

from slowpath.shape.base import Shape
from slowpath.shape.formula import N
from slowpath.shape.library import (
    between,
    blob,
    boolean,
    bools,
    bytearrays,
    char,
    const,
    deques,
    dicts,
    entries,
    floats,
    frozensets,
    integer,
    ints,
    iterators,
    lists,
    literal,
    matrix,
    maybe,
    members,
    memoryviews,
    one_of,
    optional,
    real,
    records,
    row,
    sets,
    text,
    tuples,
    upto,
)


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0


class Pair(NamedTuple):
    left: str
    right: bool


Plain = namedtuple("Plain", "first second")


class Account:
    """A plain class that keeps one argument under its name and one with an underscore."""

    def __init__(self, owner: str, /, balance: int) -> None:
        if balance < -100:
            raise ValueError("overdrawn")
        self._owner = owner
        self.balance = balance

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Account) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


EACH: tuple[Shape, ...] = (
    integer(),
    integer(-3, 3),
    integer(None, 0),
    integer(5),
    integer(-N, N // 2),
    integer(0.5, 2.5),
    real(),
    real(0, 1),
    real(-N, 2 * N + 1),
    real(None, -0.5),
    real(2),
    real(-1e308, 1e308),
    boolean(),
    char(),
    char("<>"),
    ints(N, 0, 100),
    ints(upto(4), 0, 3),
    ints(between(2, N + 2)),
    floats(N, 0, 1),
    bools(3),
    text(),
    text(2 * N, "ab<>"),
    text(upto(3), "\n'\"\\\t\ud800\U0001f600"),
    blob(N),
    bytearrays(N // 2),
    memoryviews(2),
    lists(ints(3), N),
    tuples(integer(0, 1), 1),
    tuples(text(1), 2),
    sets(integer(0, 2), N),
    sets(integer(), 0),
    frozensets(text(2, "xy"), 3),
    deques(integer(), N),
    row(),
    row(integer()),
    row(integer(), text(N)),
    matrix(N, 2, integer(0, 9)),
    matrix(0, 0, real()),
    dicts(text(1, "abc"), integer(), N),
    dicts(integer(0, 9), ints(1), 2, "defaultdict[list]"),
    dicts(text(1), integer(0, 5), 2, "Counter"),
    dicts(text(1), integer(0, 5), 2, "OrderedDict"),
    entries(name=text(N), age=maybe(integer(0, 150))),
    entries(**{"not a name": integer(), "class": boolean()}),
    records(Point, x=integer(), y=integer(0, 9)),
    records(Pair, left=text(2), right=boolean()),
    records(Plain, integer(), second=boolean()),
    records(Account, text(2), balance=integer(0, 9)),
    records("fractions:Fraction", integer(), integer(1, 9)),
    records("builtins:complex", real(), real()),
    records("datetime:date", integer(1, 9999), integer(1, 12), integer(1, 28)),
    members(Color),
    members(Color, "RED"),
    one_of(integer(), text(N), ints(N)),
    optional(ints(N)),
    optional(records(Point, x=integer(0, 1))),
    literal("left", "right", None, 3, 2.5, b"x"),
    const(","),
    const([1, {"a": (2,)}]),
    const(float("inf")),
    const({3, 1, 2}),
    const(len),
    const(str.lower),
)
UNCOMPARED: tuple[Shape, ...] = (iterators(integer(), N), records("io:StringIO", text(N)))

_LENGTHS = st.sampled_from([N, N // 2, 2 * N + 1, 0, 3, upto(2), between(1, 3), upto(N)])
_SCALARS = st.sampled_from(
    [integer(), integer(0, 1), integer(-N, N), real(), real(0, 1), boolean(), char("ab"), const(None)]
)
_STRINGS = st.builds(
    text, _LENGTHS, st.sampled_from(["a", "ab<>", "\n\r\\'\"", "é\U0001f600\x00"])
) | st.builds(blob, _LENGTHS)
_HASHABLE = st.recursive(
    _SCALARS | _STRINGS,
    lambda inner: (
        st.builds(frozensets, inner, _LENGTHS)
        | st.builds(tuples, inner, _LENGTHS)
        | st.builds(row, inner, inner)
        | st.builds(lambda x: records(Point, x=x), inner)
    ),
    max_leaves=4,
)
SHAPES: st.SearchStrategy[Shape] = st.recursive(
    _HASHABLE,
    lambda inner: (
        st.builds(lists, inner, _LENGTHS)
        | st.builds(deques, inner, _LENGTHS)
        | st.builds(sets, _HASHABLE, _LENGTHS)
        | st.builds(dicts, _HASHABLE, inner, _LENGTHS)
        | st.builds(matrix, _LENGTHS, _LENGTHS, inner)
        | st.builds(one_of, inner, inner)
        | st.builds(optional, inner)
        | st.builds(lambda a, b: entries(a=a, b=maybe(b)), inner, inner)
        | st.builds(lambda x, y: records(Point, x=x, y=y), inner, inner)
    ),
    max_leaves=5,
)
