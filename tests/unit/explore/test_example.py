"""The input that a model describes."""

from __future__ import annotations

from slowpath.explore.example import build_example, leaves_of, write_example
from slowpath.expr.variable import Integers, Variable
from slowpath.shape.formula import N
from slowpath.shape.library import ints

SHAPES = {"xs": ints(N)}
VARIABLES = tuple(Variable(index, f"xs[{index}]", Integers()) for index in range(3))


def test_leaves_are_named_like_the_variables() -> None:
    assert leaves_of({0: 4, 2: 5}, VARIABLES) == {"xs[0]": 4, "xs[2]": 5}


def test_a_variable_without_a_value_is_the_smallest() -> None:
    assert build_example({0: 4, 2: 5}, VARIABLES, SHAPES, 3) == {"xs": [4, 0, 5]}
    assert write_example({0: 4, 2: 5}, VARIABLES, SHAPES, 3) == {"xs": "[4, 0, 5]"}
