"""Bounds admit the traces that the criterion of an exploration does."""

from __future__ import annotations

import pytest

from slowpath.abstract.bounds import bounds
from slowpath.errors import UsageError
from slowpath.explore.exploration import Exploration, ExploreSettings
from slowpath.shape.base import Shape
from slowpath.shape.library import integer
from tests.unit.abstract.agreement import traced
from tests.unit.abstract.support import target

SHAPES: dict[str, dict[str, Shape]] = {
    "nested": {"n": integer(), "m": integer()},
    "down": {"n": integer()},
    "counted": {"a": integer()},
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize(
    "criterion", ["loop-2 and recursion-1", "block-3", "loop-1 and recursion-3", "block-2"]
)
def test_traces_within_the_bounds_are_the_paths_of_an_exploration(name: str, criterion: str) -> None:
    explored = Exploration(target(name).loaded, SHAPES[name], 3, ExploreSettings(criterion=criterion))
    paths = {path.cost for path in explored.paths()}
    graph = traced(target(name), SHAPES[name], criterion)
    assert len({trace.blocks for trace in graph.traces()}) == len(paths)


def test_the_smaller_of_two_bounds_counts() -> None:
    ledger = target("down").loaded.ledger
    assert bounds("loop-5 and loop-2", ledger).loop == 2
    assert bounds("loop-2 and loop-5 and block-7", ledger).block == 7
    assert bounds(None, ledger).loop is None


@pytest.mark.parametrize("criterion", ["loop", "loop-", "loops-3", "loop-3 or block-2", "path-3"])
def test_what_is_no_criterion_is_told(criterion: str) -> None:
    with pytest.raises(UsageError, match="is no criterion"):
        bounds(criterion, target("down").loaded.ledger)
