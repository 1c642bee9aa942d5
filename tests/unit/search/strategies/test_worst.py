"""Worst cases of small sizes are explained by a recipe."""

from __future__ import annotations

from pathlib import Path

from slowpath.recipe.recipe import Recipe
from slowpath.search.strategies.worst import WorstCases
from slowpath.shape.library import ints
from tests.unit.search.staged import proposed, staged
from tests.unit.search.strategies.small import small


def test_the_recipe_of_the_worst_orders(tmp_path: Path) -> None:
    strategy = WorstCases()
    stage = staged(small(tmp_path), "insort", {"xs": ints()})
    (worst,) = proposed(strategy, stage.scene)
    assert isinstance(worst.what, Recipe)
    values = worst.what.values(9)["xs"]
    assert values == sorted(set(values), reverse=True)
    assert len(values) == 9
    assert strategy.runs == 2 + 6 + 24 + 120  # every order of 2 to 5 items
    assert strategy.solves == strategy.runs - 4  # one for each but the first of a size
    assert not stage.scene.lost


def test_nothing_is_proposed_without_time(tmp_path: Path) -> None:
    strategy = WorstCases()
    stage = staged(small(tmp_path), "insort", {"xs": ints()}, seconds=-1.0)
    assert proposed(strategy, stage.scene) == []
    assert strategy.runs == 0
