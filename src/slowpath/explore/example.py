"""The input that a model describes, as values or as Python source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.expr.variable import Value, Values, Variables
from slowpath.shape.base import Shape
from slowpath.shape.inputs import build_inputs, write_inputs
from slowpath.shape.replayer import Replayer


def leaves_of(model: Values, variables: Variables) -> dict[str, Value]:
    """The values of a model by the names of its variables."""
    return {variable.name: model[variable.index] for variable in variables if variable.index in model}


def build_example(
    model: Values, variables: Variables, shapes: Mapping[str, Shape], size: int
) -> dict[str, Any]:
    """The plain input of a model; a variable without a value gets its smallest."""
    return build_inputs(shapes, size, Replayer(leaves_of(model, variables)))


def write_example(
    model: Values, variables: Variables, shapes: Mapping[str, Shape], size: int
) -> dict[str, str]:
    """The same input as Python source by parameter."""
    return write_inputs(shapes, size, Replayer(leaves_of(model, variables)))
