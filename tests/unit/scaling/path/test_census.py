"""The variables of an input in the order of its leaves, and the input that values make."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.errors import ShapeError
from slowpath.scaling.path.census import FREE, domains_of, input_of, model_of
from slowpath.shape.base import Shape
from slowpath.shape.library import blob, boolean, floats, integer, ints, matrix, optional, row, text, upto
from slowpath.solve.rank import rank
from slowpath.values.maker import SymbolicMaker
from slowpath.values.trace import Sites, Trace

SHAPES: dict[str, Shape] = {
    "xs": ints(2, 0, 9),
    "flag": boolean(),
    "word": text(3, "abc"),
    "data": blob(1),
    "grid": matrix(2, 1, integer()),
    "pair": row(integer(-5, 5), floats(1)),
}


def test_variables_are_those_of_a_traced_run() -> None:
    trace = Trace(Sites(), lambda: 0)
    maker = SymbolicMaker(trace, {})
    for name, shape in SHAPES.items():
        shape.build(3, maker, name)
    domains = domains_of(SHAPES, 3)
    assert len(domains) == len(trace.variables) == 2 + 1 + 3 + 1 + 2 + 2
    for index, variable in enumerate(trace.variables):
        values = [-6, -1, 0, 1, 5, 9, 10, 97, 99, 100, 255]
        if domains.real[index]:
            continue
        chars = domains.alphabets[domains.alphabet[index]]
        admitted = [
            domains.low[index] <= value <= domains.high[index] and (chars is None or value in chars)
            for value in values
        ]
        assert admitted == [variable.admits(value) for value in values]


def test_values_make_the_input() -> None:
    values = np.array([1, 2, 1, *map(ord, "cab"), 65, 3, 4, -5, rank(0.5)])
    assert input_of(SHAPES, 3, values) == {
        "xs": [1, 2],
        "flag": True,
        "word": "cab",
        "data": b"A",
        "grid": [[3], [4]],
        "pair": (-5, [0.5]),
    }
    model = model_of(domains_of(SHAPES, 3), values)
    assert model == {**dict(enumerate(values.tolist())), 10: 0.5}


def test_numbers_without_bounds_are_free_and_so_are_those_behind() -> None:
    domains = domains_of({"x": integer(0, None)}, 3)
    assert (domains.low.tolist(), domains.high.tolist()) == ([0], [FREE])
    more = domains.extended(3)
    assert (more.low.tolist(), more.high.tolist()) == ([0, -FREE, -FREE], [FREE, FREE, FREE])
    assert not more.real.any()


@pytest.mark.parametrize("shape", [ints(upto(3)), optional(integer())])
def test_what_is_not_fixed_is_refused(shape: Shape) -> None:
    with pytest.raises(ShapeError, match="Fix lengths and choices"):
        domains_of({"x": shape}, 3)
