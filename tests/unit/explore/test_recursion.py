"""Recursion goes no deeper than its bound; bounds work together."""

from __future__ import annotations

import pytest

from slowpath.values.path import Cut
from tests.unit.explore.gathered import listed


@pytest.mark.parametrize("most", [0, 1, 4])
def test_recursion_bound(most: int) -> None:
    explored = listed("depth", criterion=f"recursion-{most}").exploration
    assert sorted(path.result for path in explored.paths()) == list(range(most + 1))
    assert explored.tally.pruned == explored.tally.cut[Cut.RECURSION] == 1


def test_each_function_recurs_by_itself() -> None:
    """even(0) .. even(3): each of the two is active at most twice."""
    explored = listed("even", criterion="recursion-1").exploration
    assert len(list(explored.paths())) == 4
    assert explored.tally.cut[Cut.RECURSION] == 1


def test_bounds_together() -> None:
    explored = listed("nested", criterion="loop-2 and recursion-1").exploration
    assert sorted(path.result for path in explored.paths()) == [0, 1, 1, 2, 2, 3]
    assert explored.tally.cut[Cut.LOOP] == 2
    assert explored.tally.cut[Cut.RECURSION] == 1
