"""The tables of benchmarks/scale, from figures that were not measured."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FOLDER = Path(__file__).parents[3] / "benchmarks" / "scale"
MODULES = ("catalogue", "entries", "evolution", "layout", "rivals")


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the modules import each other as they do for a script, and leave none behind."""
    monkeypatch.syspath_prepend(str(FOLDER))
    yield
    for name in MODULES:
        sys.modules.pop(name, None)


def module(name: str) -> ModuleType:
    return importlib.import_module(name)


def test_shares_caps_and_misses_are_told() -> None:
    entries, layout, rivals = module("entries"), module("layout"), module("rivals")
    entry = entries.Entry("insertion sort", 10, 45, 45, 45, 1.0, 0.1, 0.2, 0.1)
    missed = entries.Entry("insertion sort", 30, 435, 400, 435, 1.0, 0.1, 0.2, 0.1)
    answers = {10: rivals.Answer(2.0, 45), 30: rivals.Answer(9.0, 87, over=True)}
    row = entries.Row("insertion sort", {}, [], 1.0, 9, None, [entry, missed], {"W": answers})
    shown = layout.total_times([row], (10, 30, 100), (rivals.WISE,))
    heading, line = (each.split() for each in shown.splitlines())
    assert heading == ["program", "10", "X", "10", "W", "30", "X", "30", "W", "100", "X", "100", "W"]
    assert line == ["insertion", "sort", "1.40", "2.0", "1.40!", "cap", "20%", "-", "cap"]


def test_what_stopped_path_space_stands_with_what_the_others_reach() -> None:
    entries, layout = module("entries"), module("layout")
    way = entries.Reached("input space", 100, 541, None, {"xs": "list(range(N))"})
    none = entries.Reached("a policy by place", 100, None, "its decisions are not feasible", None)
    row = entries.Row("heap sort", {2: 1}, [2], 1.0, 9, "a loop", ways=[none, way])
    shown = layout.stopped([row])
    assert "heap sort: a loop (worst of small sizes 2: 1)" in shown
    assert "a policy by place: its decisions are not feasible" in shown
    assert "input space: 541 at N = 100, 94% of the worst case" in shown


def test_what_falls_short_by_little_is_not_called_the_whole() -> None:
    entries, layout, rivals = module("entries"), module("layout"), module("rivals")
    answers = {100: rivals.Answer(60.0, 4_949)}
    row = entries.Row("insertion sort", {}, [], 1.0, 9, None, rivals={"E": answers})
    line = layout.total_times([row], (100,), (rivals.EVOLUTION,)).splitlines()[1].split()
    assert line == ["insertion", "sort", "-", "60.0", "99.9%"]


def test_a_size_that_cannot_be_run_has_no_entry() -> None:
    entries, layout, rivals = module("entries"), module("layout"), module("rivals")
    answers = {10: rivals.Answer(12.0, 986_409, over=True)}
    row = entries.Row("travelling salesman", {}, [], 1.0, 9, "a loop", rivals={"W": answers})
    line = layout.total_times([row], (10, 30), (rivals.WISE,)).splitlines()[1].split()
    assert line == ["travelling", "salesman", "-", "12.0", "-", "-"]


@pytest.mark.parametrize("size", [2, 5, 7])
def test_no_heap_sort_exceeds_its_formula(size: int) -> None:
    heap = module("catalogue").named("heap sort")
    subject = heap.subject()
    most = max(subject.cost({"xs": list(each)}) for each in list(permutations(range(size)))[:600])
    assert 0 < most <= heap.truth(size)


@pytest.mark.parametrize("size", [2, 5, 6])
def test_the_worst_of_all_red_black_trees_costs_what_its_formula_says(size: int) -> None:
    tree = module("catalogue").named("red-black tree")
    subject = tree.subject()
    most = max(subject.cost({"keys": list(each)}) for each in permutations(range(size)))
    assert most == tree.truth(size)


@pytest.mark.parametrize("size", [2, 3, 8, 13, 100])
def test_some_heap_sort_costs_what_its_formula_says(size: int) -> None:
    heap = module("catalogue").named("heap sort")
    assert heap.subject().cost({"xs": unsorted_heap(size)}) == heap.truth(size)


def unsorted_heap(size: int) -> list[int]:
    """What heap sort sinks every item of to the bottom: its steps undone, the last one first."""
    heap = [1]
    for count in range(1, size):
        least = risen(heap, 0, count - 1)
        heap[0] = count + 1
        heap.append(least)
    for root in range(size // 2):
        leaf = root
        while 2 * leaf + 1 < size:
            leaf = 2 * leaf + 1
        heap[root] = risen(heap, root, leaf)
    return heap


def risen(heap: list[int], root: int, leaf: int) -> int:
    """Take the item of a leaf out, and let those on the way from the root to it sink by one."""
    item = heap[leaf]
    while leaf > root:
        heap[leaf] = heap[(leaf - 1) // 2]
        leaf = (leaf - 1) // 2
    return item


def test_formulas_of_worst_costs_hold_for_known_worst_inputs() -> None:
    catalogue = module("catalogue")
    known: dict[str, dict[str, Any]] = {
        "insertion sort": {"xs": list(range(9, 0, -1))},
        "red-black tree": {"keys": list(range(100))},
        "travelling salesman": {"w": [[1] * 6 for _ in range(6)]},
        "boolean matmul": {"a": [[1] * 4 for _ in range(4)], "b": [[1] * 4 for _ in range(4)]},
    }
    for name, inputs in known.items():
        program = catalogue.named(name)
        size = len(next(iter(inputs.values())))
        assert program.subject().cost(inputs) == program.truth(size)
