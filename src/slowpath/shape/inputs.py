"""Whole inputs: what a maker decides for every parameter, as values or as Python source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.shape.base import Shape
from slowpath.shape.maker import Maker
from slowpath.shape.scribe import Scribe


def build_inputs(shapes: Mapping[str, Shape], size: int, maker: Maker) -> dict[str, Any]:
    """The input that a maker decides, by parameter."""
    return {name: shape.build(size, maker, name) for name, shape in shapes.items()}


def write_inputs(shapes: Mapping[str, Shape], size: int, maker: Maker) -> dict[str, str]:
    """The same input as Python source by parameter, without making it."""
    scribe = Scribe(maker)
    return {name: str(shape.build(size, scribe, name)) for name, shape in shapes.items()}
