from __future__ import annotations

import copy
import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.errors import InputRejected, ShapeError
from slowpath.shape.base import Shape
from slowpath.shape.formula import N
from slowpath.shape.library import (
    between,
    blob,
    char,
    const,
    deques,
    dicts,
    entries,
    floats,
    integer,
    ints,
    lists,
    literal,
    matrix,
    maybe,
    members,
    one_of,
    optional,
    real,
    records,
    row,
    sets,
    text,
    upto,
)
from slowpath.shape.sampler import Sampler
from slowpath.shape.syntax import parse_shape
from tests.unit.shape.samples import EACH, SHAPES, UNCOMPARED, Account, Color, Point

SIZES = (0, 1, 2, 5)


def sampled(shape: Shape, size: int, seed: int) -> Any:
    return shape.build(size, Sampler(Random(seed)), "x")


def sizes_of(shape: Shape) -> list[int]:
    """The sizes at which a shape makes sense."""
    fitting = []
    for size in SIZES:
        try:
            shape.check(size, "x")
        except ShapeError:
            continue
        fitting.append(size)
    return fitting


@pytest.mark.parametrize("shape", EACH, ids=Shape.describe)
def test_rendered_inputs_read_back_as_the_same(shape: Shape) -> None:
    assert sizes_of(shape)
    for size in sizes_of(shape):
        for seed in range(5):
            value = sampled(shape, size, seed)
            again = shape.parse(shape.render(value))
            assert again == value
            assert type(again) is type(value)
            assert shape.fault(value, size) is None
            assert shape.fault(again, size) is None
            assert shape.fault(value, None) is None


@pytest.mark.parametrize("shape", UNCOMPARED, ids=Shape.describe)
def test_inputs_without_equality_read_back_as_the_same_source(shape: Shape) -> None:
    value = sampled(shape, 3, 0)
    assert shape.admits(value, 3)
    source = shape.render(value)
    assert shape.render(shape.parse(source)) == source
    assert shape.render(value) == source  # rendering does not use the value up


@given(SHAPES, st.integers(0, 3), st.integers(0, 2**32))
@settings(max_examples=200, deadline=None)
def test_nested_inputs_are_admitted_and_read_back(shape: Shape, size: int, seed: int) -> None:
    value = sampled(shape, size, seed)
    assert shape.fault(value, size) is None
    again = shape.parse(shape.render(value))
    assert again == value
    assert shape.fault(again, size) is None


@given(SHAPES)
@settings(max_examples=200, deadline=None)
def test_a_description_is_the_shape(shape: Shape) -> None:
    assert parse_shape(shape.describe()) == shape
    assert hash(parse_shape(shape.describe())) == hash(shape)


@pytest.mark.parametrize("shape", [*EACH, *UNCOMPARED], ids=Shape.describe)
def test_each_description_is_the_shape(shape: Shape) -> None:
    assert parse_shape(shape.describe()) == shape


def test_the_same_seed_makes_the_same_inputs() -> None:
    for shape in EACH:
        if size := max(sizes_of(shape)):
            assert sampled(shape, size, 7) == sampled(shape, size, 7)
    assert sampled(ints(50), 1, 7) != sampled(ints(50), 1, 8)


def test_a_constant_is_fresh_in_each_input() -> None:
    shape = const([1])
    first = sampled(shape, 1, 0)
    first.append(2)
    assert sampled(shape, 1, 0) == [1]


@pytest.mark.parametrize(
    ("shape", "value", "why"),
    [
        (integer(0, 9), 10, "x is 10, over 9"),
        (integer(0, N), -1, "x is -1, under 0"),
        (integer(0, N), 4, "x is 4, over 3"),
        (integer(), True, "x is True, not an int"),
        (integer(), "1", "x is '1', not an int"),
        (real(), float("nan"), "x is nan, not a finite float"),
        (real(0, 1), 1.5, "x is 1.5, over 1.0"),
        (ints(N, 0, 9), [1, 2], "x has 2 parts, not 3"),
        (ints(N, 0, 9), [1, 2, 30], "x[2] is 30, over 9"),
        (ints(N), (1, 2, 3), "x is (1, 2, 3), not a list"),
        (ints(upto(2)), [1, 2, 3], "x has 3 parts, not 0 to 2"),
        (text(N, "ab"), "abc", "x[2] is 'c', not one of 'ab'"),
        (text(between(1, 2)), "", "x has 0 parts, not 1 to 2"),
        (sets(integer(), 2), {1, 2, 3}, "x has 3 parts, not 1 to 2"),
        (sets(integer(), 2), set(), "x has 0 parts, not 1 to 2"),
        (dicts(text(1), integer(), N), {"a": "b"}, "x[0].value is 'b', not an int"),
        (dicts(text(1), integer(), N, "OrderedDict"), {"a": 1}, "x is {'a': 1}, not a OrderedDict"),
        (entries(a=integer()), {}, "x has no key 'a'"),
        (entries(a=maybe(integer())), {"b": 1}, "x has the key 'b', which the shape has not"),
        (matrix(2, 2), [[1, 2], [3]], "x has rows of different lengths"),
        (matrix(2, 2, floats(1)), [[[1.0], [1.0]], [[1.0], ["a"]]], "x[1][1][0] is 'a', not a float"),
        (row(integer(), text(1)), (1,), "x has 1 parts, not 2"),
        (optional(integer()), "a", "x is 'a', not None; x is 'a', not an int"),
        (literal("a", "b"), "c", "x is 'c', not 'a'; x is 'c', not 'b'"),
        (const(1), True, "x is True, not 1"),
        (members(Color, "RED"), Color.BLUE, None),
        (records(Point, x=integer(0, 9)), Point(10), "x.x is 10, over 9"),
        (records(Point, x=integer(0, 9)), (1, 2), None),
        (deques(integer(), 1), [1], "x is [1], not a deque"),
    ],
)
def test_what_is_not_admitted_has_a_reason(shape: Shape, value: Any, why: str | None) -> None:
    fault = shape.fault(value, 3, "x")
    assert fault is not None
    assert why is None or fault == why
    assert not shape.admits(value, 3)


@pytest.mark.parametrize(
    ("shape", "part"),
    [
        (integer(N, 5), "integer(N, 5)"),
        (ints(N, N, 5), "xs[0]"),
        (lists(text(5 - N), N), "xs[0]"),
        (ints(5 - N), "5 - N"),
        (ints(between(N, 3)), "xs"),
        (ints(N / 2), "N / 2"),
        (ints(3 // (N - 9)), "3 // (N - 9)"),
        (row(integer(), ints(1 - N)), "xs[1]"),
        (dicts(text(1), ints(1 - N), 1), "xs[0].value"),
        (entries(a=ints(1 - N)), "xs['a']"),
        (records(Point, x=ints(1 - N)), "xs.x"),
        (one_of(integer(), ints(1 - N)), "xs"),
    ],
)
def test_a_size_that_makes_no_sense_is_an_error(shape: Shape, part: str) -> None:
    with pytest.raises(ShapeError) as error:
        shape.check(9, "xs")
    assert part in error.value.message
    assert error.value.hint


@pytest.mark.parametrize(
    "make",
    [
        lambda: integer(5, 3),
        lambda: integer(0.2, 0.8),
        lambda: real(1, 0),
        lambda: ints(-1),
        lambda: ints(1.5),  # type: ignore[arg-type]
        lambda: ints(between(4, 2)),
        lambda: text(N, ""),
        lambda: one_of(),
        lambda: literal(),
        lambda: const(object()),
        lambda: const(Point(1)),
        lambda: integer("nonsense"),  # type: ignore[arg-type]
        lambda: integer(True),
        lambda: dicts(text(1), integer(), 1, "bag"),
        lambda: records("Point"),
    ],
)
def test_a_shape_that_admits_nothing_is_an_error(make: Any) -> None:
    with pytest.raises(ShapeError) as error:
        make()
    assert error.value.hint


def test_a_constructor_may_refuse() -> None:
    shape = records(Account, text(1), balance=integer(-200, -200))
    with pytest.raises(InputRejected, match="overdrawn"):
        sampled(shape, 1, 0)


def test_an_object_that_hides_its_arguments_cannot_be_rendered() -> None:
    shape = records("decimal:Context", prec=integer(1, 9))
    hidden = copy.copy(sampled(shape, 1, 0))
    assert "prec=" in shape.render(hidden)
    other = records("tests.unit.shape.samples:Account", text(1), missing=integer())
    with pytest.raises(ShapeError, match="'missing'"):
        other.render(Account("a", 1))


def test_what_cannot_be_read_is_an_error() -> None:
    with pytest.raises(ShapeError, match="NameError"):
        ints(N).parse("Point(1)")
    assert ints(N).parse("Point(1)", {"Point": Point}) == Point(1)
    assert integer().parse("__import__('fractions').Fraction(1, 2)") == Fraction(1, 2)


@pytest.mark.parametrize("shape", EACH, ids=lambda shape: shape.describe())
def test_a_shape_grows_if_its_text_names_the_size(shape: Shape) -> None:
    assert shape.grows == bool(re.search(r"\bN\b", shape.describe()))


@pytest.mark.parametrize(
    "shape",
    [
        integer(0, N),
        real(N),
        text(),
        text(upto(N)),
        blob(2 * N),
        ints(3, 0, N),
        lists(text(N), 3),
        sets(integer(), N),
        row(integer(), text(N)),
        matrix(N, 2, integer()),
        matrix(2, N, integer()),
        matrix(2, 2, integer(0, N)),
        dicts(text(1), integer(), N),
        dicts(text(N), integer(), 1),
        dicts(text(1), integer(0, N), 1),
        entries(name=text(1), age=maybe(integer(0, N))),
        records(Account, text(N), balance=integer()),
        records(Point, x=integer(0, N)),
        optional(text(N)),
    ],
    ids=lambda shape: shape.describe(),
)
def test_a_shape_grows_if_a_length_a_bound_or_a_part_does(shape: Shape) -> None:
    assert shape.grows


@pytest.mark.parametrize(
    "shape",
    [
        integer(),
        char("N"),
        const("N"),
        literal("Y", "N"),
        text(3, "N"),
        entries(N=integer()),
        members(Color),
        row(),
        lists(text(2), 3),
    ],
    ids=lambda shape: shape.describe(),
)
def test_the_letter_n_in_a_value_is_not_the_size(shape: Shape) -> None:
    assert not shape.grows
