from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.errors import ShapeError
from slowpath.shape.base import Shape
from slowpath.shape.enumerator import Enumerator, nth_integer, nth_real
from slowpath.shape.formula import N
from slowpath.shape.library import (
    blob,
    bools,
    char,
    const,
    dicts,
    entries,
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
    tuples,
    upto,
)
from slowpath.shape.replayer import LeafRecorder, Replayer
from slowpath.shape.sampler import Sampler
from slowpath.shape.scribe import Scribe
from tests.unit.shape.samples import EACH, SHAPES, Account, Color, Point


def every(shape: Shape, size: int) -> Iterator[Any]:
    maker = Enumerator()
    return maker.every(lambda: shape.build(size, maker, "x"))


def product(*domains: Any) -> list[tuple[Any, ...]]:
    return list(itertools.product(*domains))


@pytest.mark.parametrize(
    ("shape", "all_inputs"),
    [
        (integer(-1, 2), [-1, 0, 1, 2]),
        (bools(3), [list(each) for each in product(*[[False, True]] * 3)]),
        (text(2, "ab\x00"), [a + b for a, b in product("ab\x00", "ab\x00")]),
        (ints(N, 0, 2), [list(each) for each in product(range(3), range(3))]),
        (ints(upto(2), 0, 1), [[], [0], [1], [0, 0], [0, 1], [1, 0], [1, 1]]),
        (lists(tuples(char("ab"), upto(1)), 1), [[()], [("a",)], [("b",)]]),
        (matrix(upto(1), 1, integer(0, 1)), [[], [[0]], [[1]]]),
        (matrix(2, 1, integer(0, 1)), [[[0], [0]], [[0], [1]], [[1], [0]], [[1], [1]]]),
        (row(integer(0, 1), literal("x", None)), product((0, 1), ("x", None))),
        (optional(integer(0, 1)), [None, 0, 1]),
        (one_of(const(5), char("ab")), [5, "a", "b"]),
        (entries(a=integer(0, 1), b=maybe(const(7))),
         [{"a": 0}, {"a": 1}, {"a": 0, "b": 7}, {"b": 7, "a": 1}]),
        (records(Point, x=integer(0, 1), y=const(3)), [Point(0, 3), Point(1, 3)]),
        (members(Color), list(Color)),
        (records(Account, const("o"), balance=literal(-200, 5)), [Account("o", 5)]),
        (blob(0), [b""]),
        (row(), [()]),
    ],
    ids=lambda each: each.describe() if isinstance(each, Shape) else "",
)  # fmt: skip
def test_small_shapes_are_enumerated_completely(shape: Shape, all_inputs: list[Any]) -> None:
    found = list(every(shape, 2))
    assert len(found) == len(all_inputs)
    assert all(each in found for each in all_inputs)
    assert all(shape.admits(each, 2) for each in found)


def test_sets_and_dicts_are_enumerated_completely_with_repeats() -> None:
    assert {frozenset(each) for each in every(sets(integer(0, 2), 2), 1)} == {
        frozenset(each) for each in product(range(3), range(3))
    }
    found = list(every(dicts(char("ab"), integer(0, 1), 2), 1))
    assert all(each in found for each in ({"a": 0}, {"a": 1, "b": 0}, {"b": 1}))


def test_infinite_shapes_are_enumerated_smallest_first() -> None:
    pairs = list(itertools.islice(every(row(integer(), integer(0)), 1), 500))
    assert pairs[0] == (0, 0)
    assert len(set(pairs)) == 500
    assert {(a, b) for a in range(-5, 6) for b in range(10)} <= set(pairs)
    assert "".join(itertools.islice(every(char(), 1), 3)) == "abc"
    reals = list(itertools.islice(every(real(0, 1), 1), 5))
    assert reals == [0.0, 1.0, 0.5, 0.25, 0.75]


@given(SHAPES, st.integers(0, 2))
@settings(max_examples=100, deadline=None)
def test_enumerated_inputs_are_admitted_and_repeat(shape: Shape, size: int) -> None:
    first = list(itertools.islice(every(shape, size), 20))
    assert first
    assert all(shape.fault(each, size) is None for each in first)
    assert first == list(itertools.islice(every(shape, size), 20))


@given(st.integers(-9, 9), st.integers(0, 12))
def test_integers_go_by_distance_from_zero(lo: int, width: int) -> None:
    found = [nth_integer(n, lo, lo + width) for n in range(width + 1)]
    assert sorted(found) == list(range(lo, lo + width + 1))
    assert [abs(each) for each in found] == sorted(map(abs, found))


def test_numbers_without_bounds_have_an_order() -> None:
    assert [nth_integer(n, None, None) for n in range(5)] == [0, 1, -1, 2, -2]
    assert [nth_integer(n, 3, None) for n in range(3)] == [3, 4, 5]
    assert [nth_integer(n, None, -3) for n in range(3)] == [-3, -4, -5]
    assert [nth_integer(n, -1, None) for n in range(5)] == [0, 1, -1, 2, 3]
    assert [nth_real(n, None, None) for n in range(4)] == [0.0, 0.5, -0.5, 1.0]
    assert [nth_real(n, None, 2.0) for n in range(3)] == [2.0, 1.5, 1.0]


@given(SHAPES, st.integers(0, 3), st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_recorded_leaves_replay_and_are_written_the_same(shape: Shape, size: int, seed: int) -> None:
    recorder = LeafRecorder(Sampler(Random(seed)))
    value = shape.build(size, recorder, "x")
    assert shape.build(size, Replayer(recorder.leaves), "x") == value
    source = shape.build(size, Scribe(Replayer(recorder.leaves)), "x")
    assert shape.parse(source) == value


@pytest.mark.parametrize("shape", EACH, ids=Shape.describe)
def test_a_scribe_writes_what_a_maker_decides(shape: Shape) -> None:
    source = shape.build(5, Scribe(Sampler(Random(3))), "x")
    assert shape.parse(source) == shape.build(5, Sampler(Random(3)), "x")


def test_a_scribe_needs_no_class() -> None:
    shape = records("nowhere.at_all:Gone.Inner", x=integer(1, 1), y=members("gone:Color", "RED"))
    assert shape.build(1, Scribe(Replayer({})), "x") == (
        "__import__('nowhere.at_all', fromlist=['']).Gone.Inner(x=1, y=__import__('gone').Color.RED)"
    )
    assert shape.build(1, Scribe(Replayer({}), spell=lambda ref: ref.qualname), "x") == (
        "Gone.Inner(x=1, y=__import__('gone').Color.RED)"
    )


def test_leaves_are_named_by_their_path() -> None:
    shape = records(
        Point,
        x=lists(text(2, "a"), 1),
        y=row(dicts(integer(0, 0), optional(integer(1, 1)), 1), entries(k=maybe(ints(upto(3))))),
    )
    leaves = {"which(p.y[0][0].value)": 1, "has(p.y[1]['k'])": 1, "len(p.y[1]['k'])": 2, "p.y[1]['k'][1]": 8}
    recorder = LeafRecorder(Replayer(leaves))
    made = shape.build(1, recorder, "p")
    assert (made.x, made.y) == (["aa"], ({0: 1}, {"k": [0, 8]}))
    assert recorder.leaves == leaves | {
        "p.x[0]": "aa",
        "p.y[0][0].key": 0,
        "p.y[0][0].value": 1,
        "p.y[1]['k'][0]": 0,
    }


def test_options_of_different_kinds_share_no_leaf() -> None:
    recorder = LeafRecorder(Replayer({"which(x)": 1, "x|1": 2.5, "x|0": 7}))
    assert one_of(integer(), real()).build(1, recorder, "x") == 2.5
    assert recorder.leaves == {"which(x)": 1, "x|1": 2.5}


def test_text_and_bytes_replay_by_character() -> None:
    assert text(3, "abc").build(0, Replayer({"s[0]": "c", "s[2]": ord("b")}), "s") == "cab"
    assert text(3).build(0, Replayer({"s": "xyz"}), "s") == "xyz"
    assert blob(3).build(0, Replayer({"s[1]": 7}), "s") == b"\x00\x07\x00"
    assert blob(2).build(0, Replayer({"s": b"hi"}), "s") == b"hi"


@pytest.mark.parametrize(
    ("shape", "leaves"),
    [(integer(0, 9), {"x": 10}), (text(1, "ab"), {"x": "c"}), (optional(integer()), {"which(x)": 2})],
)
def test_leaves_outside_the_shape_are_refused(shape: Shape, leaves: dict[str, Any]) -> None:
    with pytest.raises(ShapeError, match="x"):
        shape.build(1, Replayer(leaves), "x")


def test_samples_reach_the_corners() -> None:
    rng = Random(0)
    numbers = [integer().build(1, Sampler(rng), "x") for _ in range(500)]
    assert min(numbers) < -1000
    assert max(numbers) > 1000
    assert len({each for each in numbers if abs(each) <= 10}) == 21
    letters = text(2000).build(1, Sampler(rng), "x")
    assert not letters.isascii()
    assert sum(each.isascii() for each in letters) > 1000
    letters.encode()
    assert {integer(1, 3).build(1, Sampler(rng), "x") for _ in range(50)} == {1, 2, 3}


@pytest.mark.parametrize("inner", [optional(one_of(integer(), real())), members(Color)])
def test_choices_within_choices_have_names_of_their_own(inner: Shape) -> None:
    shape = optional(inner)
    for seed in range(20):
        recorder = LeafRecorder(Sampler(Random(seed)))
        value = shape.build(1, recorder, "x")
        assert shape.build(1, Replayer(recorder.leaves), "x") == value


def test_items_that_cannot_be_hashed_are_a_mistake_in_the_shape() -> None:
    with pytest.raises(ShapeError, match="unhashable type: 'list'"):
        sets(ints(2), 3).build(1, Sampler(Random(0)), "xs")
