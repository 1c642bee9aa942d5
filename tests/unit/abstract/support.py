"""Driven generation of the programs beside the tests."""

from __future__ import annotations

import inspect
from functools import cache
from pathlib import Path
from typing import Any

from slowpath.abstract.driven import Driven
from slowpath.explore.cases import Metered, metered
from slowpath.explore.exploration import ExploreSettings
from slowpath.shape.base import Shape
from slowpath.shape.library import integer, ints
from tests.unit.abstract import programs


@cache
def target(name: str) -> Metered:
    return metered(f"{Path(programs.__file__)}:{name}")


def driven(
    name: str,
    measure: str = "instructions",
    criterion: str | None = "loop-4",
    jobs: int = 1,
    requires: str | None = None,
    shapes: dict[str, Shape] | None = None,
    **options: Any,
) -> Driven:
    """Driven generation of a program: `xs` is a list of three numbers, parameters without a shape are
    numbers."""
    names = inspect.signature(getattr(programs, name)).parameters
    chosen: dict[str, Shape] = {each: ints(3) if each == "xs" else integer() for each in names}
    settings = ExploreSettings(criterion=criterion, jobs=jobs, requires=requires)
    return Driven(target(name), chosen | (shapes or {}), 3, measure, settings, **options)
