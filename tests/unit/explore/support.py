"""Explorations of the programs beside the tests."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from slowpath.explore.exhaustive import Clock
from slowpath.explore.exploration import Exploration, ExploreSettings
from slowpath.model.target import Build
from slowpath.shape.base import Shape
from slowpath.shape.library import integer, ints
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks
from tests.unit.explore import programs


@cache
def loaded(name: str) -> Loaded:
    return load(f"{Path(programs.__file__)}:{name}", build=Build.TRACE, more=trace_hooks)


def exploration(
    name: str,
    size: int = 3,
    shapes: Mapping[str, Shape] | None = None,
    clock: Clock | None = None,
    **settings: Any,
) -> Exploration:
    """An exploration of a program: `xs` is a list of N numbers, other parameters are numbers."""
    if shapes is None:
        parameters = inspect.signature(getattr(programs, name)).parameters
        shapes = {each: ints(size) if each == "xs" else integer() for each in parameters}
    chosen = ExploreSettings(**settings)
    if clock is None:
        return Exploration(loaded(name), shapes, size, chosen)
    return Exploration(loaded(name), shapes, size, chosen, clock)
