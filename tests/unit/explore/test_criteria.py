"""Loops and blocks go no further than their bounds, and what goes further is counted."""

from __future__ import annotations

import pytest

from slowpath.errors import UsageError
from slowpath.explore.criteria import criterion
from slowpath.shape.library import integer
from slowpath.values.path import Cut
from tests.unit.explore.support import exploration, loaded


@pytest.mark.parametrize("most", [0, 1, 4])
def test_loop_bound_admits_as_many_iterations(most: int) -> None:
    explored = exploration("countdown", criterion=f"loop-{most}")
    assert sorted(path.result for path in explored.paths()) == list(range(most + 1))
    assert explored.tally.pruned == explored.tally.cut[Cut.LOOP] == 1
    assert explored.tally.complete


def test_loop_bound_counts_each_entry_anew() -> None:
    """Each inner loop runs twice, at most two iterations each time: 3 x 3 paths."""
    explored = exploration("nested", criterion="loop-2")
    expected = sorted(2 * (a + b) for a in range(3) for b in range(3))
    assert sorted(path.result for path in explored.paths()) == expected


def test_loop_bound_counts_recursive_calls_apart() -> None:
    explored = exploration("outer_of_three", criterion="loop-3")
    assert sorted(path.result for path in explored.paths()) == [0, 1, 2, 3]


@pytest.mark.parametrize(("name", "most", "results"), [("comprehended", 4, 5), ("comprehended", 2, 0)])
def test_loop_bound_counts_comprehensions(name: str, most: int, results: int) -> None:
    explored = exploration(name, criterion=f"loop-{most}")
    assert len(list(explored.paths())) == results


def test_loop_bound_counts_generator_expressions_apart() -> None:
    """The inner one iterates twice in each of four rounds, though its frames have the same address."""
    explored = exploration("generated", shapes={"n": integer(0, 9)}, criterion="loop-4")
    assert sorted(path.result for path in explored.paths()) == [0, 2, 4, 6, 8]


def test_a_bound_holds_where_the_target_catches_everything() -> None:
    explored = exploration("swallowing", criterion="loop-2")
    assert sorted(path.result for path in explored.paths()) == [0, 0, 0]


@pytest.mark.parametrize("most", [1, 3])
def test_block_bound_admits_as_many_executions(most: int) -> None:
    explored = exploration("countdown", criterion=f"block-{most}")
    assert sorted(path.result for path in explored.paths()) == list(range(most + 1))
    assert explored.tally.pruned == explored.tally.cut[Cut.BLOCK] == 1


def test_block_bound_counts_the_whole_run() -> None:
    explored = exploration("nested", criterion="block-2")
    assert sorted(path.result for path in explored.paths()) == [0, 2, 2, 4]


def test_runs_after_a_bounded_one_are_not_bounded() -> None:
    list(exploration("countdown", criterion="loop-1").paths())
    unbounded = exploration("countdown", shapes={"n": integer(0, 9)})
    assert len(list(unbounded.paths())) == 10


@pytest.mark.parametrize("text", ["loop", "loop--1", "path-3", ""])
def test_other_criteria_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match="loop-4"):
        criterion(text, loaded("countdown").ledger)
