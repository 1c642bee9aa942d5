"""Expressions that are proposed for a shape make values of that shape."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.knowledge.catalogue import NONE
from slowpath.scaling.pattern.proposals import proposed
from slowpath.shape.base import Shape
from slowpath.shape.formula import N
from slowpath.shape.library import (
    blob,
    boolean,
    bytearrays,
    const,
    floats,
    integer,
    ints,
    lists,
    matrix,
    real,
    sets,
    text,
    tuples,
    upto,
)

EXAMPLES: dict[int, list[dict[str, Any]]] = {
    n: [{"x": [5 * i - 3 * n for i in range(n)]}] for n in (3, 4, 5, 6)
}


def made(source: str, size: int) -> Any:
    return eval(source, {"N": size})


@pytest.mark.parametrize(
    "shape",
    [
        boolean(),
        integer(),
        real(),
        const(3),
        ints(N),
        tuples(integer(), N),
        floats(N),
        lists(boolean(), N),
        matrix(N, N),
    ],
    ids=lambda shape: shape.describe(),
)
def test_what_is_proposed_is_of_the_shape(shape: Shape) -> None:
    found = proposed(shape, "x", {})
    assert found
    assert len(set(found)) == len(found)
    assert [len(source) for source in found] == sorted(map(len, found))
    for source in found:
        for size in (2, 5):
            assert shape.fault(made(source, size), size, "x") is None


def test_bounds_of_numbers_are_proposed() -> None:
    assert {"3", "2 * N"} <= set(proposed(integer(3, 2 * N), "x", {}))
    assert "[9] * N" in proposed(ints(N, 0, 9), "x", {})


def test_examples_suggest_formulas() -> None:
    (source,) = [
        each
        for each in proposed(ints(N), "x", EXAMPLES, NONE)
        if made(each, 9) == [5 * i - 27 for i in range(9)]
    ]
    assert made(source, 4) == EXAMPLES[4][0]["x"]
    sums = {n: [{"x": 2 * n + 1}] for n in (3, 4, 5, 6)}
    assert "2*N + 1" in proposed(integer(), "x", sums, NONE)


def test_texts_and_bytes_are_suggested_by_examples_alone() -> None:
    words = {n: [{"x": "a" * (n - 1) + "b"}] for n in (3, 4, 5)}
    assert "'a' * (N - 1) + 'b'" in proposed(text(N), "x", words)
    assert proposed(text(N), "x", {}) == []
    data = {n: [{"x": b"a" * n}] for n in (3, 4, 5)}
    assert "b'a' * N" in proposed(blob(N), "x", data)
    assert "bytearray(b'a' * N)" in proposed(bytearrays(N), "x", data)


def test_shapes_without_a_family_have_none() -> None:
    assert proposed(ints(upto(N)), "x", {}) == []
    assert proposed(sets(integer(), N), "x", {}) == []


def test_what_is_known_can_be_left_out() -> None:
    plain = proposed(ints(N), "x", {}, NONE)
    assert plain == ["[0] * N", "[1] * N"]


def test_items_that_are_apart_by_multiples_of_a_number_go_on_so() -> None:
    """Worst inputs of a table with 13 buckets, in no order: all fall into the bucket of 12."""
    examples = {2: [{"x": [-1, 12]}], 4: [{"x": [12, 77, -27, 38]}]}
    sources = proposed(ints(N), "x", examples, NONE)
    assert "[13 * i for i in range(N)]" in sources
    assert "[13 * i + 12 for i in range(N)]" in sources
