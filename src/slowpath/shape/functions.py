"""Functions as inputs: small pure ones, written as lambdas."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Any

from slowpath.shape import constants
from slowpath.shape.base import Shape
from slowpath.shape.choices import NONE, Const, OneOf
from slowpath.shape.inputs import write_inputs
from slowpath.shape.replayer import Replayer
from slowpath.shape.scalars import Boolean

# Takes any arguments. Its result depends on them, as that of a key or a mapping does, and costs nothing.
ANY_FUNCTION = Const("lambda first=None, *rest, **named: first")


def function_of(parameters: Sequence[Any], returns: Any, result: Shape | None) -> Const:
    """Return a function of so many parameters.

    It returns the parameter whose hint is the one of the result, or else the plainest value of the `result`.
    A function of one parameter of which nothing else is told returns that: it may be a key.
    """
    names = ascii_lowercase[: len(parameters)]
    alike = [name for name, hint in zip(names, parameters, strict=False) if hint == returns]
    if alike:
        body = alike[0]
    elif result is None and returns not in (None, type(None)):
        body = names[:1] or "None"
    else:
        body = _plainest(result)
    return Const(f"lambda {', '.join(names)}: {body}" if names else f"lambda: {body}")


def is_function(shape: Shape) -> bool:
    """Whether a shape admits functions that are written as lambdas, and at most None besides."""
    if isinstance(shape, OneOf):
        return all(each == NONE or is_function(each) for each in shape.options)
    return isinstance(shape, Const) and shape.source.startswith("lambda")


def _plainest(shape: Shape | None) -> str:
    """The source of the smallest value of a shape; a truth value is True: a filter lets all pass."""
    if shape is None:
        return "None"
    if isinstance(shape, Boolean):
        return "True"
    source = write_inputs({"x": shape}, 1, Replayer({}))["x"]
    return source if constants.is_constant(constants.parse_tree(source)) else "None"
