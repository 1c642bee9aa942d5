"""Several processes find what one finds, in the same order."""

from __future__ import annotations

import pytest

from slowpath.explore import parallel
from slowpath.explore.limits import ExploreLimits
from slowpath.explore.parallel import Opaque
from slowpath.model.stop import StopReason
from slowpath.shape.library import ints, upto
from slowpath.values.path import Path
from tests.unit.children import children
from tests.unit.explore.support import exploration


def told(paths: list[Path]) -> list[object]:
    return [(path.key(), path.result, path.raises, path.cost, path.conditions) for path in paths]


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_paths_are_those_of_one_process_in_its_order(jobs: int) -> None:
    serial, several = exploration("orders", 5), exploration("orders", 5, jobs=jobs)
    assert told(list(several.paths())) == told(list(serial.paths()))
    assert several.tally == serial.tally
    assert several.tally.complete


def test_lengths_too() -> None:
    shapes = {"xs": ints(upto(4))}
    serial, several = (exploration("orders", shapes=shapes, jobs=jobs) for jobs in (1, 2))
    assert {path.key() for path in several.paths()} == {path.key() for path in serial.paths()}


def test_sites_that_only_a_part_sees_have_one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "PARTS", 1)
    serial, several = (exploration("scored", jobs=jobs) for jobs in (1, 2))
    places = [
        [[explored.place(site) for site in path.sites] for path in explored.paths()]
        for explored in (serial, several)
    ]
    assert places[0] == places[1]


@pytest.mark.parametrize("limits", [ExploreLimits(runs=40), ExploreLimits(solves=40), ExploreLimits(runs=3)])
def test_limits_hold_and_repeat(limits: ExploreLimits) -> None:
    first, second = (exploration("orders", 5, jobs=2, limits=limits) for _ in "ab")
    found = told(list(first.paths()))
    assert found == told(list(second.paths()))
    assert len(found) <= (limits.runs or 41)
    assert first.tally.stopped in (StopReason.RUNS, StopReason.SOLVES)


def test_a_process_that_dies_costs_its_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "PARTS", 1)
    explored = exploration("dies", jobs=2)
    paths = list(explored.paths())
    assert explored.tally.died == 1
    assert not explored.tally.complete
    assert {path.result for path in paths} <= set(range(8))
    assert len(paths) >= 3


def test_a_result_that_cannot_be_sent_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "PARTS", 1)
    explored = exploration("unsendable", jobs=2)
    assert all(isinstance(path.result, Opaque) or callable(path.result) for path in explored.paths())
    assert explored.tally.complete


def test_leaving_early_leaves_no_process() -> None:
    before = children()
    explored = exploration("orders", 6, jobs=2)
    paths = explored.paths()
    for _ in range(40):
        next(paths)
    assert children() > before
    paths.close()
    assert children() <= before
