"""`bisect` and `heapq` by their pure-Python source: symbolic items decide, nothing is lost, and exploring
gives a path for each way in which comparisons can go."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from slowpath.explore.exhaustive import Explorer
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.base import Shape
from slowpath.shape.library import const, integer, ints
from slowpath.target.load import load
from slowpath.values.hooks import trace_hooks
from slowpath.values.path import Path


def explored(name: str, shapes: Mapping[str, Shape]) -> list[Path]:
    """All paths of a function."""
    target = load(name, build=Build.TRACE, more=trace_hooks)
    explorer = Explorer(Tracer(target, shapes, 0).run)
    with target.copies.installed():
        paths = list(explorer.paths())
    assert explorer.tally.complete
    assert not any(path.lost for path in paths)
    return paths


class Compared:
    """A number that notes what comparisons say of it."""

    def __init__(self, value: int, log: list[bool]) -> None:
        self.value, self.log = value, log

    def __lt__(self, other: Compared) -> bool:
        self.log.append(self.value < other.value)
        return self.log[-1]

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, Compared)
        self.log.append(self.value == other.value)
        return self.log[-1]

    __hash__ = None  # type: ignore[assignment]


def ways(name: str, size: int, arrange: Callable[[list[Any]], tuple[Any, ...]]) -> int:
    """In how many ways comparisons go in the pure-Python source, over all orders of so many items."""
    target = load(name, build=Build.COUNT)
    seen = set()
    with target.copies.installed():
        target.ledger.start(None)
        for values in itertools.product(range(size), repeat=size):
            log: list[bool] = []
            target.function(*arrange([Compared(value, log) for value in values]))
            seen.add(tuple(log))
        target.ledger.stop()
    return len(seen)


@pytest.mark.parametrize("name", ["bisect_left", "bisect_right"])
def test_a_bisection_has_a_path_per_place(name: str) -> None:
    paths = explored(f"bisect:{name}", {"a": const([10, 20, 30, 40, 50, 60]), "x": integer()})
    assert sorted(path.result for path in paths) == list(range(7))
    assert max(len(path.taken) for path in paths) == 3


@pytest.mark.parametrize("name", ["bisect_left", "bisect_right", "insort_left", "insort_right"])
def test_a_bisection_of_symbolic_items_has_as_many(name: str) -> None:
    paths = explored(f"bisect:{name}", {"a": ints(5), "x": integer()})
    assert len(paths) == 6


@pytest.mark.parametrize("size", [1, 3, 5])
def test_a_heap_is_made_in_each_way(size: int) -> None:
    expected = ways("heapq:heapify", size, lambda items: (items,))
    assert len(explored("heapq:heapify", {"x": ints(size)})) == expected


@pytest.mark.parametrize("name", ["heappush", "heappushpop", "heapreplace"])
def test_an_item_enters_a_heap_in_each_way(name: str) -> None:
    expected = ways(f"heapq:{name}", 5, lambda items: (items[:-1], items[-1]))
    assert len(explored(f"heapq:{name}", {"heap": ints(4), "item": integer()})) == expected


def test_the_smallest_items_are_found_in_each_way() -> None:
    expected = ways("heapq:nsmallest", 4, lambda items: (2, items))
    assert len(explored("heapq:nsmallest", {"n": const(2), "iterable": ints(4)})) == expected


def test_a_count_of_items_is_decided() -> None:
    paths = explored("heapq:nlargest", {"n": integer(0, 3), "iterable": const([4, 9, 1])})
    assert sorted(path.result for path in paths) == [[], [9], [9, 4], [9, 4, 1]]
