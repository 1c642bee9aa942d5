from __future__ import annotations

from random import Random
from typing import Any

import pytest

from slowpath.search.loops import algorithm_names
from slowpath.search.loops.algorithm import Algorithm, algorithm_named
from tests.unit.search.loops.landscape import LENGTH, Digits, Landscape, rows, searched

NAMES = algorithm_names()
LEARNING = [name for name in NAMES if name != "random"]


def test_every_algorithm_has_the_name_of_its_module() -> None:
    assert NAMES == ["dynamosa", "mio", "mosa", "random", "whole_suite"]
    assert [algorithm_named(name).name for name in NAMES] == NAMES


@pytest.mark.parametrize("name", LEARNING)
@pytest.mark.parametrize("seed", range(3))
def test_one_goal_is_covered(name: str, seed: int) -> None:
    # 10 ** 8 rows: random ones do not find it, one digit after the other takes some hundred runs.
    found = searched(algorithm_named(name), Landscape(rows(1)), 4_000, seed)
    assert found.archive.covered == {0}
    best = found.archive.best[0]
    assert best is not None
    assert best.thing == rows(1)[0]


@pytest.mark.parametrize("name", LEARNING)
def test_several_goals_are_covered_beside_one_that_cannot_be(name: str) -> None:
    found = searched(algorithm_named(name), Landscape(rows(4), never=frozenset({2})), 8_000)
    assert found.archive.covered == {0, 1, 3}
    assert not found.is_over


def test_random_rows_cover_no_goal() -> None:
    found = searched(algorithm_named("random"), Landscape(rows(2)), 4_000)
    assert found.archive.covered == set()
    assert all(each is not None and each.fitness[goal] < 1 for goal, each in enumerate(found.archive.best))


def test_goals_behind_others_are_aims_when_those_are_covered() -> None:
    landscape = Landscape(rows(3), behind={1: 0, 2: 1})
    found: Any = algorithm_named("dynamosa")(landscape.aims, Digits(), Random(0))
    assert found.wanted() == [0]
    found.seed([rows(1)[0]], landscape.rate)
    assert found.archive.covered == {0}
    assert found.wanted() == [1]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_search(name: str) -> None:
    def best(seed: int) -> list[Any]:
        found = searched(algorithm_named(name), Landscape(rows(3)), 600, seed)
        return [each and each.thing for each in found.archive.best]

    assert best(1) == best(1)
    assert best(1) != best(2)


@pytest.mark.parametrize("name", LEARNING)
def test_what_is_known_is_bred_from(name: str) -> None:
    wanted = rows(1)[0]
    landscape = Landscape([wanted])
    near = (*wanted[: LENGTH - 1], (wanted[-1] + 1) % 10)
    found: Algorithm[Any] = algorithm_named(name)(landscape.aims, Digits(), Random(0))
    found.seed([near], landscape.rate)
    while not found.is_over and landscape.runs < 1_500:
        found.step(landscape.rate, landscape.runs / 1_500)
    assert found.archive.covered == {0}
    assert landscape.runs < 1_200


@pytest.mark.parametrize("name", NAMES)
def test_a_search_for_some_of_the_goals_begins_with_what_is_known(name: str) -> None:
    landscape = Landscape(rows(3))
    whole = searched(algorithm_named(name), landscape, 300)
    part = whole.narrowed([2, 0], Random(0))
    assert part.aims.count == 2
    assert part.archive.fitness == [whole.archive.fitness[2], whole.archive.fitness[0]]
    assert {each.thing for each in part.known()} <= {each.thing for each in whole.known()}
