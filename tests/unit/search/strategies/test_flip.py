"""Flips get behind comparisons that words alone do not pass."""

from __future__ import annotations

from pathlib import Path

from slowpath.recipe.recipe import Recipe
from slowpath.recipe.use import Use
from slowpath.search.strategies.flip import Flip
from slowpath.shape.library import ints, text
from tests.unit.search.staged import proposed, staged
from tests.unit.search.strategies.small import small


def test_an_input_of_each_new_decision_is_proposed(tmp_path: Path) -> None:
    strategy = Flip()
    stage = staged(small(tmp_path), "insort", {"xs": ints()})
    proposals = proposed(strategy, stage.scene)
    assert 0 < len(proposals) <= strategy.runs <= 600
    assert strategy.solves > 0
    assert not stage.scene.lost
    inputs = [each.what for each in proposals]
    assert all(not isinstance(each, Recipe | Use) and len(eval(each["xs"])) == 8 for each in inputs)


def test_a_comparison_is_passed(tmp_path: Path) -> None:
    stage = staged(small(tmp_path), "guarded", {"s": text()})
    inputs = [each.what for each in proposed(Flip(), stage.scene)]
    assert any(not isinstance(each, Recipe | Use) and eval(each["s"])[:4] == "q;7|" for each in inputs)


def test_what_could_not_be_seen_is_told(tmp_path: Path) -> None:
    stage = staged(small(tmp_path), "looked_up", {"s": text()})
    proposed(Flip(), stage.scene)
    assert [place.rpartition("/")[2] for place, _ in stage.scene.lost] == ["small.py:11"]


def test_a_turn_that_is_over_ends_it(tmp_path: Path) -> None:
    strategy = Flip()
    stage = staged(small(tmp_path), "insort", {"xs": ints()}, seconds=0.0)
    assert len(proposed(strategy, stage.scene)) <= 1
    assert strategy.runs <= 1
