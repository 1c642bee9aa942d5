"""Where a beam of a large size starts: recipes that small suites suggest, the costliest first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from slowpath.expr.variable import Values
from slowpath.knowledge.catalogue import ALL
from slowpath.search.beam.recipes import starts
from slowpath.search.beam.target import BeamTarget
from slowpath.shape.library import ints
from tests.unit.search.beam.support import prepared

LARGE = 40


def at(name: str) -> Callable[[int], BeamTarget]:
    return lambda size: prepared(name, size)


def ticking() -> Callable[[], float]:
    """A clock that goes on by one each time it is looked at."""
    now = iter(range(10**9))
    return lambda: float(next(now))


def numbers(values: Values) -> list[float]:
    return [value for _, value in sorted(values.items())]


def test_the_costliest_recipe_comes_first() -> None:
    found = starts(at("insertion"), LARGE, 3, 1_000, ticking(), knowledge=ALL)
    xs = numbers(found[0])
    assert len(xs) == LARGE
    assert all(left > right for left, right in pairwise(xs))  # the worst order
    assert 1 < len(found) <= 3
    chosen = prepared("insertion", LARGE)
    with chosen.tracer.installed():
        costs = [chosen.judge(chosen.plain(values, ())) for values in found]
    assert costs == sorted(costs, reverse=True)


def test_recipes_of_one_path_count_once() -> None:
    assert len(starts(at("total"), LARGE, 3, 1_000, ticking(), knowledge=ALL)) == 1


def test_when_the_time_is_over_there_are_none() -> None:
    assert starts(at("insertion"), LARGE, 3, 0.0, ticking(), knowledge=ALL) == []


def test_recipes_stay_within_the_shapes() -> None:
    def bounded(size: int) -> BeamTarget:
        return prepared("insertion", size, shapes={"xs": ints(lo=0, hi=3)})

    found = starts(bounded, LARGE, 5, 1_000, ticking(), knowledge=ALL)
    assert found
    assert all(0 <= x <= 3 for values in found for x in numbers(values))
