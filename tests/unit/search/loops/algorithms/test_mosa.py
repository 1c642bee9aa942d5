"""MOSA: the population is sorted for the goals that are left, and the better things have more children."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from slowpath.search.loops.algorithm import Aims, Vector
from slowpath.search.loops.algorithms.mosa import Mosa
from tests.unit.search.loops.algorithms.breeding import CHANGED, JOINED, Names, Table, is_fresh, origins


def _seeded(fitness: dict[str, Vector], size: int, goals: int = 2) -> tuple[Mosa[str], Table]:
    """A search that knows the things of a table, in their order."""
    table = Table(goals, fitness)
    found = Mosa(Aims(goals), Names(), Random(0), size)
    found.seed(list(fitness), table.rate)
    return found, table


def _parents(found: Mosa[str], table: Table, steps: int = 1) -> Counter[str]:
    """How often each thing is a parent."""
    for _ in range(steps):
        found.step(table.rate, 0.0)
    return Counter(each for batch in table.batches[-steps:] for thing in batch for each in origins(thing))


def test_the_goals_that_are_neither_covered_nor_closed_are_wanted() -> None:
    found, _ = _seeded({"a": (0.0, 0.5, 0.9, 1.0)}, 1, goals=4)
    assert found.wanted() == [1, 2, 3]
    found.archive.closed.add(2)
    assert found.wanted() == [1, 3]


@pytest.mark.parametrize(
    ("fitness", "parents"),
    [
        # The best for each goal go before one that is fair for both.
        ({"c": (0.5, 0.5), "a": (0.1, 0.9), "b": (0.9, 0.1)}, {"a", "b"}),
        # Goal 0 is covered, so those that are good for goal 1 are kept.
        ({"a": (0.0, 1.0), "b": (0.9, 0.3), "c": (0.9, 0.1), "d": (0.1, 0.9)}, {"b", "c"}),
    ],
)
def test_what_is_best_for_the_goals_that_are_left_is_bred_from(
    fitness: dict[str, Vector], parents: set[str]
) -> None:
    found, table = _seeded(fitness, 2)
    assert set(_parents(found, table, 30)) == parents


def test_fresh_things_fill_the_population_and_equal_ones_are_kept_once() -> None:
    table = Table(1, {"a": (0.5,), "b": (0.6,)})
    found = Mosa(Aims(1), Names(), Random(0), 5)
    found.seed(["a", "b", "a"], table.rate)
    found.step(table.rate, 0.0)
    seeds, fresh, children = table.batches
    assert (len(seeds), len(fresh), len(children)) == (3, 3, 5)
    assert all(map(is_fresh, fresh))
    found.step(table.rate, 0.0)
    assert [len(batch) for batch in table.batches[3:]] == [5]  # the population is complete


def test_every_child_is_changed_and_three_of_four_have_two_parents() -> None:
    found, table = _seeded({"a": (0.5,)}, 1, goals=1)
    _parents(found, table, 1_000)
    children = [thing for batch in table.batches[1:] for thing in batch]
    assert all(thing.endswith(CHANGED) for thing in children)
    assert sum(JOINED in thing for thing in children) == pytest.approx(750, abs=50)


def test_a_parent_is_the_best_of_five() -> None:
    found, table = _seeded({"d": (0.5,), "b": (0.3,), "a": (0.2,), "c": (0.4,)}, 4, goals=1)
    parents = _parents(found, table, 500)  # no child is any good, so the population stays as it is
    total = parents.total()
    for place, name in enumerate("abcd"):
        # All of five random things are at this place or behind it, and not all are behind it.
        chance = ((4 - place) / 4) ** 5 - ((3 - place) / 4) ** 5
        assert parents[name] / total == pytest.approx(chance, abs=0.03)


def test_what_is_known_are_the_population_and_the_best_for_each_goal() -> None:
    found, _ = _seeded({"a": (0.0, 1.0), "b": (0.9, 0.3), "c": (0.9, 0.1), "d": (0.1, 0.9)}, 2)
    assert sorted(each.thing for each in found.known()) == ["a", "b", "c"]
    assert [each.fitness for each in found.known() if each.thing == "a"] == [(0.0, 1.0)]
