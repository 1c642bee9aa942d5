"""Explorations stop at their limits, say why, and repeat."""

from __future__ import annotations

import itertools
import math

import pytest

from slowpath.explore.limits import ExploreLimits
from slowpath.model.stop import StopReason
from slowpath.shape.library import ints, upto
from slowpath.values.path import Cut, Path
from tests.unit.explore.support import exploration


def keys(paths: list[Path]) -> list[tuple[bytes, bytes]]:
    return [path.key() for path in paths]


def test_limit_on_runs() -> None:
    explored = exploration("orders", 5, limits=ExploreLimits(runs=17))
    assert len(list(explored.paths())) == 17 == explored.tally.runs
    assert explored.tally.stopped is StopReason.RUNS
    assert not explored.tally.complete


def test_limit_on_solves() -> None:
    explored = exploration("orders", 5, limits=ExploreLimits(solves=9))
    assert len(list(explored.paths())) == 10
    assert explored.tally.solves == 9
    assert explored.tally.stopped is StopReason.SOLVES


def test_limit_on_time_by_a_given_clock() -> None:
    ticks = itertools.count()
    explored = exploration("orders", 5, clock=lambda: float(next(ticks)), limits=ExploreLimits(seconds=8))
    assert (
        len(list(explored.paths())) == 8
    )  # the start is at 0; seven of eight looks at the clock are in time
    assert explored.tally.stopped is StopReason.TIME


def test_limit_on_decisions_branches_no_deeper() -> None:
    explored = exploration("largest", 6, limits=ExploreLimits(decisions=3))
    paths = list(explored.paths())
    assert len(paths) == 8  # 2 ** 3, each run to its end
    assert {len(path.taken) for path in paths} == {5}
    assert explored.tally.deep == 8
    assert not explored.tally.complete


def test_a_cost_budget_marks_paths_as_cut_and_branches_on_them() -> None:
    explored = exploration("countdown", max_ops=2_000, limits=ExploreLimits(runs=12))
    paths = list(explored.paths())
    assert len(set(keys(paths))) == len(paths) == 12
    assert explored.tally.cut == {}
    deep = exploration("countdown", max_ops=100)
    found = list(deep.paths())
    cut = [path for path in found if path.cut is Cut.BUDGET]
    assert len(cut) == 1 == deep.tally.cut[Cut.BUDGET]
    assert sorted(path.result for path in found if path.cut is None) == list(range(len(found) - 1))
    assert not deep.tally.complete


def test_the_path_of_a_run_is_that_of_its_model() -> None:
    explored = exploration("orders", 4)
    for path in explored.paths():
        again = explored.tracer.run(path.model)
        assert again.key() == path.key()
        assert again.conditions == path.conditions
        assert list(again.costs) == list(path.costs)
        assert all(path.held(place).holds(path.model) for place in range(len(path.taken)))


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_an_exploration_repeats_for_a_seed(seed: int) -> None:
    first, second = (
        [(path.key(), path.model) for path in exploration("orders", 4, seed=seed).paths()] for _ in "ab"
    )
    assert first == second
    assert len({key for key, _ in first}) == 24


def test_seeds_start_from_different_inputs() -> None:
    models = [next(exploration("orders", 4, seed=seed).paths()).model for seed in range(4)]
    assert len({tuple(model.values()) for model in models}) == 4


def test_lengths_are_explored_too() -> None:
    explored = exploration("orders", shapes={"xs": ints(upto(4))})
    assert len(list(explored.paths())) == sum(math.factorial(length) for length in range(5))
    assert explored.tally.complete


def test_costs_before_the_target_are_zero() -> None:
    explored = exploration("orders", shapes={"xs": ints(upto(3))})
    for path in explored.paths():
        decisions = min(3, len(path.model))
        assert list(path.costs)[:decisions] == [0] * decisions


def test_asserts_at_the_head_are_decisions() -> None:
    paths = list(exploration("head_asserted").paths())
    assert sorted(path.raises or "" for path in paths) == ["", "", "AssertionError: too small"]


def test_code_compiled_in_a_run_keeps_its_sites() -> None:
    explored = exploration("remade")
    assert sorted(path.result for path in explored.paths()) == [0, 1, 2]
    assert not explored.tally.divergences


def test_what_is_lost_is_added_up_by_place() -> None:
    explored = exploration("shown", limits=ExploreLimits(runs=3))
    runs = len(list(explored.paths()))
    assert explored.tally.runs == runs
    for each in explored.lost():
        file, _, line = each.site.rpartition(":")
        assert file.endswith("programs.py")
        assert int(line) > 0
        assert each.count == runs
