"""The sizes to begin with: large, unless that makes long inputs or dear runs."""

from __future__ import annotations

import pytest

from slowpath.recipe.part import PartKind, pumped
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.search.judge import BASE, Judged
from slowpath.search.opening import OpeningSize


def made(pump: str) -> Recipe:
    return recipe({"s": pumped(PartKind.TEXT, pump=pump)})


@pytest.mark.parametrize(("length", "size"), [(1, 96), (5, 96), (6, 48), (11, 24), (40, 12), (900, 12)])
def test_a_long_pump_is_repeated_less_often(length: int, size: int) -> None:
    assert OpeningSize().size(made("a" * length)) == size  # three times that is 1,500 characters at most


def test_dear_runs_make_it_smaller() -> None:
    opening = OpeningSize()
    sizes = []
    for _ in range(5):
        opening.observe(Judged(made("a"), "evolve", cost=50_001))
        sizes.append(opening.size(made("a")))
    assert sizes == [48, 24, 12, 12, 12]
    assert sizes[-1] == BASE


def test_cheap_runs_change_nothing() -> None:
    opening = OpeningSize()
    opening.observe(Judged(made("a"), "evolve", cost=50_000))
    assert opening.size(made("a")) == 96
