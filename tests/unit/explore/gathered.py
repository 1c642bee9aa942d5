"""Cases of the programs in `resources`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from slowpath.counting.model import CPYTHON, CostModel
from slowpath.explore.cases import CaseList, Metered, PathCase, metered, shown_cost
from slowpath.explore.exploration import ExploreSettings
from slowpath.model.cost import Number
from slowpath.shape.base import Shape
from slowpath.shape.infer import infer
from tests.unit.explore import resources

FILE = Path(resources.__file__)


@cache
def target(name: str) -> Metered:
    return metered(f"{FILE}:{name}")


def cases(
    name: str,
    measures: Sequence[str] = ("memory", "ops"),
    model: CostModel = CPYTHON,
    shapes: Mapping[str, str] | None = None,
    size: int = 3,
    **settings: Any,
) -> list[PathCase]:
    return list(listed(name, measures, model, shapes, size, **settings).cases())


def listed(
    name: str,
    measures: Sequence[str] = ("memory", "ops"),
    model: CostModel = CPYTHON,
    shapes: Mapping[str, str] | None = None,
    size: int = 3,
    **settings: Any,
) -> CaseList:
    return CaseList(target(name), shapes_of(name, shapes), size, measures, ExploreSettings(**settings), model)


def shapes_of(name: str, given: Mapping[str, str] | None = None) -> dict[str, Shape]:
    loaded = target(name).loaded
    with loaded.copies.installed():
        return infer(loaded.function, given=dict(given or {}))


def cost(case: PathCase, measure: str) -> Number | str:
    return shown_cost(case.costs[measure], case.region)
