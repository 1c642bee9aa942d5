"""Whole inputs by a maker."""

from __future__ import annotations

from slowpath.shape.formula import N
from slowpath.shape.inputs import build_inputs, write_inputs
from slowpath.shape.library import integer, ints, text
from slowpath.shape.replayer import Replayer

SHAPES = {"xs": ints(N), "s": text(2, "ab"), "n": integer()}
LEAVES = {"xs[1]": 7, "s": "ba"}


def test_an_input_has_a_value_for_each_parameter() -> None:
    assert build_inputs(SHAPES, 3, Replayer(LEAVES)) == {"xs": [0, 7, 0], "s": "ba", "n": 0}


def test_the_source_of_an_input_makes_the_same_input() -> None:
    sources = write_inputs(SHAPES, 3, Replayer(LEAVES))
    assert sources == {"xs": "[0, 7, 0]", "s": "'ba'", "n": "0"}
