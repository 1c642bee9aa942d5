"""A beam proposes the tests of a small suite, the costliest first."""

from __future__ import annotations

from pathlib import Path

from slowpath.recipe.recipe import Recipe
from slowpath.recipe.use import Use
from slowpath.search.strategies.beam import BeamSuite
from slowpath.shape.library import ints
from tests.unit.search.staged import proposed, staged
from tests.unit.search.strategies.small import small


def test_the_costliest_inputs_of_a_beam(tmp_path: Path) -> None:
    strategy = BeamSuite()
    stage = staged(small(tmp_path), "insort", {"xs": ints()}, seconds=3.0)
    inputs = []
    for each in proposed(strategy, stage.scene):
        assert not isinstance(each.what, Recipe | Use)
        inputs.append(eval(each.what["xs"]))
    assert 1 < len(inputs) <= 4
    assert all(len(each) == 12 for each in inputs)
    costs = [stage.meter.run({"xs": each}).cost for each in inputs]
    assert costs == sorted(costs, reverse=True)
    plain = stage.meter.run({"xs": list(range(12))}).cost
    assert costs[0] > 2 * plain
    assert strategy.runs > len(inputs)
    assert strategy.solves > 0
    assert not stage.scene.lost
