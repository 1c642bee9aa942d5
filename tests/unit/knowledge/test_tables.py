"""Formulas of tables are defined for every cell."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.knowledge.entry import KnownExpression
from slowpath.knowledge.tables import CELLS, LEVELS, PLACES, REGIONS, WEIGHTS


def table(source: str, size: int = 5) -> list[list[Any]]:
    names = {"abs": abs, "min": min}
    return [
        [eval(source.replace("{n}", str(size)), {**names, "i": i, "j": j}) for j in range(size)]
        for i in range(size)
    ]


@pytest.mark.parametrize("each", CELLS, ids=lambda each: each.source)
def test_a_cell_is_a_whole_number_that_is_not_negative(each: KnownExpression) -> None:
    assert all(isinstance(cell, int) and cell >= 0 for row in table(each.source) for cell in row)


@pytest.mark.parametrize("each", WEIGHTS, ids=lambda each: each.source)
def test_no_weight_is_below_one(each: KnownExpression) -> None:
    assert all(cell >= 1 for row in table(each.source) for cell in row)


@pytest.mark.parametrize("each", PLACES, ids=lambda each: each.source)
def test_a_region_is_a_part_of_the_table(each: KnownExpression) -> None:
    inside = sum(bool(cell) for row in table(each.source) for cell in row)
    assert 0 < inside < 25


def test_places_are_the_regions_and_more() -> None:
    assert PLACES[: len(REGIONS)] == REGIONS
    assert len(PLACES) > len(REGIONS)


def test_a_level_is_another_inside_than_outside() -> None:
    for each in LEVELS:
        inside, outside = (eval(source.replace("{n}", "5")) for source in (each.inside, each.outside))
        assert inside != outside
