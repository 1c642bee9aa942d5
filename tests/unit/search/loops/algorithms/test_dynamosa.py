"""DynaMOSA: a goal is no aim before the way to its parents is found."""

from __future__ import annotations

from random import Random

import pytest

from slowpath.search.loops.algorithm import Aims
from slowpath.search.loops.algorithms.dynamosa import DynaMosa
from tests.unit.search.loops.algorithms.breeding import Names, Table, origins

# A diamond: goals 1 and 2 lie behind 0, and 3 behind both.
DIAMOND = Aims(4, {1: frozenset({0}), 2: frozenset({0}), 3: frozenset({1, 2})}, opening=0.5)


def _search(aims: Aims, size: int = 2) -> DynaMosa[str]:
    return DynaMosa(aims, Names(), Random(0), size)


@pytest.mark.parametrize(
    ("best", "wanted"),
    [
        ((1.0, 1.0, 1.0, 1.0), [0]),
        ((0.6, 0.4, 0.4, 0.4), [0, 3]),  # 3 is open, although its parents are not
        ((0.5, 1.0, 1.0, 1.0), [0, 1, 2]),
        ((0.0, 0.5, 0.6, 1.0), [1, 2]),
        ((0.0, 0.5, 0.5, 1.0), [1, 2, 3]),
        ((0.0, 0.0, 0.0, 0.2), [3]),
        ((0.0, 0.0, 0.0, 0.0), []),
    ],
)
def test_goals_open_when_the_way_to_their_parents_is_found(
    best: tuple[float, ...], wanted: list[int]
) -> None:
    found = _search(DIAMOND)
    found.seed(["a"], Table(4, {"a": best}).rate)
    assert found.wanted() == wanted


def test_what_is_good_for_a_goal_that_is_not_open_is_not_bred_from() -> None:
    table = Table(2, {"behind": (0.9, 0.1), "first": (0.7, 0.9)})
    found = _search(Aims(2, {1: frozenset({0})}, opening=0.5), size=1)
    found.seed(["behind", "first"], table.rate)
    found.step(table.rate, 0.0)
    (child,) = table.batches[-1]
    assert set(origins(child)) == {"first"}
    assert sorted(each.thing for each in found.known()) == ["behind", "first"]  # nothing good is forgotten


def test_the_population_is_sorted_anew_when_a_goal_opens() -> None:
    table = Table(2, {"behind": (0.9, 0.1), "first": (0.7, 0.9), "opens": (0.5, 1.0)})
    found = _search(Aims(2, {1: frozenset({0})}, opening=0.5))
    found.seed(["behind", "first"], table.rate)
    found.seed(["opens"], table.rate)
    for _ in range(20):
        found.step(table.rate, 0.0)
    parents = {each for batch in table.batches[2:] for thing in batch for each in origins(thing)}
    assert parents == {"behind", "opens"}


def test_a_goal_that_is_closed_keeps_none_behind_it_from_being_an_aim() -> None:
    """Another search has reached the closed goal, so this one has no aim on the way to those behind it."""
    found = _search(Aims(3, {1: frozenset({0}), 2: frozenset({1})}, opening=0.5))
    assert found.wanted() == [0]
    found.archive.closed.add(0)
    assert found.wanted() == [1]
    assert not found.is_over
