"""Inputs by an expression in N."""

from __future__ import annotations

from random import Random

import pytest

from slowpath.errors import ShapeError
from slowpath.shape.inputs import write_inputs
from slowpath.shape.library import family
from slowpath.shape.sampler import Sampler
from slowpath.shape.syntax import parse_shape


def test_the_size_stands_in_the_place_of_n() -> None:
    shape = family("{i: [(i + 1) % N] for i in range(N)}")
    assert shape.build(3, Sampler(Random(0)), "graph") == {0: [1], 1: [2], 2: [0]}
    assert shape.grows


def test_it_is_written_and_read_again() -> None:
    shape = family("list(range(N))", "[0] * N")
    assert parse_shape(shape.describe()) == shape
    assert write_inputs({"x": family("[0] * N")}, 4, Sampler(Random(0))) == {"x": "[0] * 4"}


@pytest.mark.parametrize("sources", [(), ("[",)])
def test_what_is_no_expression_is_refused(sources: tuple[str, ...]) -> None:
    with pytest.raises(ShapeError):
        family(*sources)
