"""A walk gives every question of one place the wanted answer, as the target comes to ask it."""

from __future__ import annotations

import pytest

from slowpath.search.beam.leaps import Leap, Leaper
from slowpath.search.beam.target import BeamTarget
from slowpath.search.beam.walk import walked
from slowpath.values.path import Path
from tests.unit.search.beam.support import prepared, ran, worst


def walk(chosen: BeamTarget, path: Path, answer: bool, leaper: Leaper | None = None) -> list[Path]:
    leap = Leap(path.sites[0], answer, hold=True)
    with chosen.tracer.installed():
        return list(walked(chosen.run, leaper or Leaper(lambda: 0.0), path, leap))


@pytest.mark.parametrize("size", [5, 12])
def test_a_walk_makes_every_pivot_the_largest(size: int) -> None:
    """Quicksort asks about other elements as soon as one answer changes: leaps alone do not get there."""
    chosen = prepared("quick", size)
    found = walk(chosen, ran(chosen, *range(size)), True)
    assert set(found[-1].taken) == {1}
    assert len(found[-1].taken) == size * (size - 1) // 2
    assert sorted(found[-1].result) == found[-1].result


def test_the_end_of_a_walk_is_the_worst_case_of_insertion_sort() -> None:
    chosen = prepared("insertion", 6)
    found = walk(chosen, ran(chosen, *range(6)), True)
    assert found[-1].cost == worst(chosen)
    back = walk(chosen, found[-1], False)
    assert list(back[-1].taken) == [0] * 5


def test_a_walk_that_has_nothing_to_change_runs_nothing() -> None:
    chosen = prepared("insertion", 6)
    assert walk(chosen, ran(chosen, *range(6)), False) == []


def test_an_answer_that_others_rule_out_is_given_up() -> None:
    chosen = prepared("within", 3)  # asks whether the first is above 0, whether it is below, then about each
    path = ran(chosen, 0, 0, 0)
    leap = Leap(path.sites[-1], False, hold=True)
    with chosen.tracer.installed():
        (*_, last) = walked(chosen.run, Leaper(lambda: 0.0), path, leap)
    assert last.result == 1  # the first one stays 0


def test_a_walk_ends_at_the_deadline() -> None:
    chosen = prepared("quick", 12)
    path = ran(chosen, *range(12))
    now = iter(range(10**6))
    late = walk(chosen, path, True, Leaper(lambda: float(next(now)), deadline=60.0))
    assert len(late) < len(walk(chosen, path, True))
    assert walk(chosen, path, True, Leaper(lambda: 1.0, deadline=1.0)) == []
