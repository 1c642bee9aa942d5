from __future__ import annotations

import pytest

from slowpath.search.loops.algorithm import Rated
from slowpath.search.loops.ranking import crowding, dominates, fronts, survivors


def _rated(name: str, *fitness: float, weight: int = 1) -> Rated[str]:
    return Rated(name, fitness, weight)


def _names(rated: list[Rated[str]]) -> str:
    return "".join(sorted(each.thing for each in rated))


A, B = _rated("a", 0.1, 0.9), _rated("b", 0.9, 0.1)
C, D, E = _rated("c", 0.5, 0.5), _rated("d", 0.6, 0.6), _rated("e", 0.4, 0.8)


def test_a_thing_dominates_another_if_it_is_worse_for_no_goal() -> None:
    assert dominates(C, D, (0, 1))
    assert not dominates(D, C, (0, 1))
    assert not dominates(A, B, (0, 1))
    assert dominates(A, B, (0,))
    assert not dominates(C, C, (0, 1))


def test_the_first_front_has_the_best_for_each_goal() -> None:
    assert [_names(each) for each in fronts([D, C, B, A, E], (0, 1))] == ["ab", "ce", "d"]


def test_of_two_that_are_equally_fit_the_smaller_is_preferred() -> None:
    heavy, light = _rated("h", 0.2, weight=9), _rated("l", 0.2, weight=3)
    assert fronts([heavy, light], (0,))[0] == [light]


def test_things_at_the_ends_of_a_front_are_not_crowded() -> None:
    between = _rated("m", 0.2, 0.8)
    assert crowding([A, between, C, B], (0, 1)) == [float("inf"), 1.0, pytest.approx(1.75), float("inf")]


def test_whole_fronts_survive_and_of_the_last_the_least_crowded() -> None:
    assert _names(survivors([D, C, B, A, E], (0, 1), 2)) == "ab"
    assert _names(survivors([D, C, B, A, E], (0, 1), 4)) == "abce"
    assert survivors([D, C], (), 5) != []
