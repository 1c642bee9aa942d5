"""Policies of small worst cases guide a run of a larger input."""

from __future__ import annotations

from pathlib import Path

from slowpath.recipe.recipe import Recipe
from slowpath.recipe.use import Use
from slowpath.search.strategies.policy import Policies
from slowpath.shape.library import ints
from tests.unit.search.staged import proposed, staged
from tests.unit.search.strategies.small import small


def test_policies_guide_to_the_worst_case(tmp_path: Path) -> None:
    strategy = Policies()
    stage = staged(small(tmp_path), "insort", {"xs": ints()})
    proposals = proposed(strategy, stage.scene)
    assert 1 <= len(proposals) <= 2  # by place, and by history
    guided = proposals[0].what
    assert not isinstance(guided, Recipe | Use)
    values = eval(guided["xs"])
    assert values == sorted(set(values), reverse=True)
    assert len(values) == 16
    explored = 2 + 6 + 24 + 120  # every order of 2 to 5 items
    assert strategy.runs == explored + len(proposals)  # and one run for each policy
    assert strategy.solves >= explored - 4
    assert not stage.scene.lost
