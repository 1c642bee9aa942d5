"""Random search: things are made anew, whatever was found before."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from slowpath.search.loops.algorithm import Aims, Vector
from slowpath.search.loops.algorithms.random import RandomSearch
from tests.unit.search.loops.algorithms.breeding import (
    CHANGED,
    FRESH,
    JOINED,
    Names,
    Table,
    is_fresh,
    origins,
)


def _stepped(fitness: dict[str, Vector], size: int, steps: int) -> tuple[RandomSearch[str], Table]:
    """A search that was begun with those things of a table that it does not make, and made some steps."""
    table = Table(1, fitness)
    found = RandomSearch(Aims(1), Names(), Random(0), size)
    found.seed([each for each in fitness if FRESH not in each], table.rate)
    for step in range(steps):
        found.step(table.rate, step / steps)
    return found, table


def test_each_step_rates_so_many_things_each_made_anew() -> None:
    _, table = _stepped({}, 7, 3)
    assert [len(batch) for batch in table.batches[1:]] == [7, 7, 7]
    made = [thing for batch in table.batches for thing in batch]
    assert not any(JOINED in thing for thing in made)
    assert all(is_fresh(each) for thing in made for each in origins(thing))
    assert len({each for thing in made for each in origins(thing)}) == 21


def test_half_of_the_things_are_changed_and_half_of_these_again() -> None:
    _, table = _stepped({}, 4_000, 1)
    changes = Counter(thing.count(CHANGED) for thing in table.batches[-1])
    for times in range(4):
        assert changes[times] / 4_000 == pytest.approx(0.5 ** (times + 1), abs=0.03)


def test_nothing_is_learnt() -> None:
    _, without = _stepped({}, 20, 3)
    _, with_good_ones = _stepped({"a": (0.1,), "new1": (0.0,), "new2'": (0.2,)}, 20, 3)
    assert without.batches[1:] == with_good_ones.batches[1:]


def test_the_best_is_kept_nevertheless() -> None:
    known: dict[str, Vector] = {"a": (0.3,), "b": (0.2,), "c": (0.4,)}
    found, table = _stepped(known, 5, 2)
    assert [(each.thing, each.fitness) for each in found.known()] == [("b", (0.2,))]
    made = table.batches[-1][2]  # the same seed makes it again
    found, _ = _stepped({**known, made: (0.1,)}, 5, 2)
    assert [(each.thing, each.fitness) for each in found.known()] == [(made, (0.1,))]
