from __future__ import annotations

from slowpath.search.loops.algorithm import Aims, GoalArchive, Rated


def test_a_goal_opens_when_the_way_to_every_parent_is_found() -> None:
    aims = Aims(4, {1: frozenset({0}), 3: frozenset({1, 2})}, opening=0.5)
    assert aims.open([1.0, 1.0, 1.0, 1.0]) == {0, 2}
    assert aims.open([0.5, 1.0, 0.0, 1.0]) == {0, 1, 2}
    assert aims.open([1.0, 0.2, 0.5, 1.0]) == {0, 2, 3}


def test_some_of_the_goals_keep_their_parents_among_them() -> None:
    aims = Aims(4, {1: frozenset({0}), 3: frozenset({1, 2})}, opening=0.5)
    assert aims.narrowed([3, 1]) == Aims(2, {0: frozenset({1}), 1: frozenset()}, 0.5)


def test_the_archive_keeps_the_fittest_and_of_those_the_smallest() -> None:
    archive: GoalArchive[str] = GoalArchive(2)
    for thing, fitness, weight in (
        ("worst", (0.5, 1.0), 1),
        ("large", (0.2, 1.0), 9),
        ("small", (0.2, 0.0), 3),
        ("late", (0.3, 0.0), 3),
    ):
        archive.add(Rated(thing, fitness, weight))
    assert [each and each.thing for each in archive.best] == ["small", "small"]
    assert archive.covered == {1}
    assert archive.fitness == [0.2, 0.0]


def test_a_thing_that_is_no_good_is_not_kept() -> None:
    archive: GoalArchive[str] = GoalArchive(1)
    archive.add(Rated("none", (1.0,), 1))
    assert archive.best == [None]


def test_a_goal_that_is_closed_counts_as_covered() -> None:
    archive: GoalArchive[str] = GoalArchive(2)
    archive.closed.add(1)
    assert archive.covered == {1}
    archive.add(Rated("first", (0.0, 1.0), 1))
    assert archive.covered == {0, 1}
