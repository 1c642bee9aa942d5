"""MIO: a small population for each goal, of which the one that was tried least is changed."""

from __future__ import annotations

from random import Random

import pytest

from slowpath.search.loops.algorithm import Aims, Vector
from slowpath.search.loops.algorithms.mio import Mio
from tests.unit.search.loops.algorithms.breeding import JOINED, Names, Table, is_fresh, origins

EXPLORING, NARROW = 0.0, 0.5  # shares of the budget: all is tried, and from here on the best alone


def _seeded(
    fitness: dict[str, Vector], goals: int, size: int = 6, weights: dict[str, int] | None = None
) -> tuple[Mio[str], Table]:
    """A search that knows those things of a table that are nobody's children."""
    table = Table(goals, fitness)
    found = Mio(Aims(goals), Names(weights), Random(0), size)
    found.seed([each for each in fitness if "'" not in each], table.rate)
    return found, table


def _tried(found: Mio[str], table: Table) -> str:
    """The things that are changed in a step of the narrow search, in their order."""
    found.step(table.rate, NARROW)
    return "".join(each for thing in table.batches[-1] for each in origins(thing))


def _known(found: Mio[str]) -> str:
    return "".join(sorted(each.thing for each in found.known()))


def test_goals_take_turns() -> None:
    found, table = _seeded({"a": (0.5, 1.0), "b": (1.0, 0.5)}, 2)
    assert _tried(found, table) == "ababab"


def test_a_goal_that_got_better_is_tried_until_it_was_tried_as_often_as_others() -> None:
    found, table = _seeded({"a": (0.5, 1.0), "b": (1.0, 0.5), "b'": (1.0, 0.4)}, 2)
    assert _tried(found, table) == "ababab"  # three times each; b' is better for the second goal
    assert _tried(found, table) == "bbbaba"
    assert _tried(found, table) == "bababa"  # nothing got better: five times the first, four the second


def test_a_goal_got_better_if_something_smaller_is_as_fit() -> None:
    fitness: dict[str, Vector] = {"a": (0.5, 1.0), "b": (1.0, 0.5), "b'": (1.0, 0.5)}
    for weight, tried in ((8, "bbbaba"), (9, "ababab")):
        found, table = _seeded(fitness, 2, weights={"b": 9, "b'": weight})
        assert _tried(found, table) == "ababab"
        assert _tried(found, table) == tried


def test_goals_that_are_covered_or_closed_are_not_tried() -> None:
    found, table = _seeded({"a": (0.0, 1.0, 1.0), "b": (1.0, 0.5, 1.0), "c": (1.0, 1.0, 0.5)}, 3, size=4)
    assert _tried(found, table) == "bcbc"
    found.archive.closed.add(1)
    assert _tried(found, table) == "cccc"


def test_without_an_open_goal_that_something_is_known_for_things_are_fresh() -> None:
    found, table = _seeded({"a": (0.0, 1.0), "b": (1.0, 1.0)}, 2)
    found.step(table.rate, NARROW)
    assert len(table.batches[-1]) == 6
    assert all(map(is_fresh, table.batches[-1]))


@pytest.mark.parametrize(("elapsed", "fresh"), [(0.0, 0.5), (0.25, 0.25), (0.5, 0.0), (1.0, 0.0)])
def test_half_of_the_things_are_fresh_at_first_and_none_in_the_second_half(
    elapsed: float, fresh: float
) -> None:
    found, table = _seeded({"a": (0.5,)}, 1, size=2_000)
    found.step(table.rate, elapsed)
    made = table.batches[-1]
    assert sum(map(is_fresh, made)) / 2_000 == pytest.approx(fresh, abs=0.03 if fresh else 0)
    assert not any(JOINED in each for each in made)  # things have one parent


@pytest.mark.parametrize(
    ("elapsed", "kept"), [(EXPLORING, "abcdefghij"), (0.3, "abcde"), (NARROW, "a"), (1.0, "a")]
)
def test_the_ten_best_are_kept_for_a_goal_and_the_best_one_in_the_end(elapsed: float, kept: str) -> None:
    fitness: dict[str, Vector] = {name: (0.1 + 0.05 * place,) for place, name in enumerate("abcdefghijkl")}
    found, table = _seeded(dict(reversed(fitness.items())), 1)
    assert _known(found) == "abcdefghij"
    found.step(table.rate, elapsed)
    assert _known(found) == kept


def test_one_thing_is_kept_for_a_goal_that_is_covered_the_smallest() -> None:
    fitness: dict[str, Vector] = {"a": (0.0,), "b": (0.0,), "c": (0.1,), "d": (1.0,)}
    found, _ = _seeded(fitness, 1, weights={"a": 5, "b": 3})
    assert _known(found) == "b"


def test_a_thing_that_is_no_good_for_any_goal_is_not_kept() -> None:
    found, _ = _seeded({"a": (0.5, 1.0), "b": (1.0, 1.0), "c": (0.6, 0.9)}, 2)
    assert _known(found) == "ac"
