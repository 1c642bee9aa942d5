"""The subjects of benchmarks/whitesyn behave as documented, and what is asked of a search can be done."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

WHITESYN = Path(__file__).parents[3] / "benchmarks" / "whitesyn"
NAMES = ("catalogue", "nested", "subjects")

# One program for each subject, by hand: its last statement is the call that is measured.
LOOPS = {
    "perfsyn_1": "remove_all([0] * (2 * N + 1), *range(N))",
    "perfsyn_2": "remove_elements([0] * N, *[1] * N)",
    "perfsyn_3": "index_of([0] * N, 1)",
    "perfsyn_6": "squeeze('a' * (N + 1), 'b' * N)",
    "perfsyn_7": "levenshtein_distance('a' * N, 'b' * N)",
    "perfsyn_8": "s = IdentityStack.of([0] * N)\ns.push('a')\ns.contains_all(['a'] * N)",
    "perfsyn_9": "IdentityStack.of([0] * N).remove_all([1] * N)",
    "perfsyn_10": "IdentityStack.of([0] * N).retain_all([1] * N)",
    "perfsyn_11": "m = ListOrderedMap(dict.fromkeys(range(N + 1)))\nm.remove(N)",
    "perfsyn_12": "s = ListOrderedSet(range(N))\ns.add_all(range(N, 2 * N))",
    "perfsyn_13": "s = ListOrderedSet(range(N + 1))\ns.add_all_at(0, [N] * N)",
    "perfsyn_14": "s = ListOrderedSet(range(N))\ns.to_array()",
    "perfsyn_15": "s = ListOrderedSet(range(N))\ns.remove(-1)",
    "perfsyn_16": "s = VectorSet(range(N))\ns.add_all(0, range(N, 2 * N))",
    "perfsyn_17": "s = VectorSet(range(N))\ns.clone()",
    "perfsyn_18": "TreeList().add_all([0] * N)",
    "perfsyn_19": "TreeList().add_all_at(0, [0] * N)",
    "perfsyn_20": "EnumeratedIntegerDistribution([0] * N, [1] * N).probability(0)",
    "contains": "ArrayList([0] * N).contains(1)",
    "containsAll": "ArrayList([0] * N + [1]).contains_all([1] * N)",
}
REDUNDANT = {
    "motivating": "difference([0] * N, [1] * N)",
    "406": "subtract_list([0] * N, [1] * N)",
    "407": "s = ListOrderedSet(range(N))\ns.remove_all([N] * N)",
    "408": "s = SetUniqueList(range(N))\ns.remove_all([-1] * N)",
    "409": LOOPS["perfsyn_12"],
    "412": "subtract_collection([0] * N, [1] * N)",
    "426": "s = ListOrderedSet(range(N))\ns.retain_all([-1] * N)",
    "427": "s = SetUniqueList(range(N))\ns.retain_all([-1] * N)",
    "434": "CursorableLinkedList([0] * N + [1]).contains_all([1] * N)",
    "53622": "s = VectorSet(range(N))\ns.retain_all([-1] * N)",
    "53803": LOOPS["perfsyn_10"],
    "53821": LOOPS["perfsyn_9"],
    "53822": LOOPS["perfsyn_8"],
    "1144": "remove_all(ListCursor([0] * N), [1] * N)",
    "7186403": "ArrayList([0] * N).retain_all(ArrayList([1] * N))",
}
HIDDEN = {
    "413": "m = DualBidiMap({i: i for i in range(N)})\nm.keys().remove_all([-1] * N)",
    "429": "m = MultiValueMap()\nfor i in range(N + 1):\n    m.put(0, i)\nm.values().contains_all([N] * N)",
    "1013": "m = LinkedMultimap()\nfor i in range(N):\n    m.put(0, i)\nm.get(0).remove_all([-1] * N)",
    "53637": LOOPS["perfsyn_16"],
    "callee-of-callee": "s = Inventory()\nfor i in range(N):\n    s.store('a', 1)\ns.total(['b'] * N)",
    "generator": "common_names(['a'] * N, ['b'] * N)",
    "recursion": "distinct_leaves(list(range(N + 1)))",
}


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let `import catalogue` work as it does for a script, and leave no module behind."""
    monkeypatch.syspath_prepend(str(WHITESYN))
    yield
    for name in [each for each in sys.modules if each.partition(".")[0] in NAMES]:
        del sys.modules[name]


def module(name: str) -> Any:
    return importlib.import_module(name)


def reached(name: str, group: str, program: str, size: int) -> int:
    catalogue = module("catalogue")
    (subject,) = (each for each in getattr(catalogue, group) if each.name == name)
    file = subject.target.partition(":")[0].rpartition(".")[2] + ".py"
    marks = {mark: place.line for mark, place in catalogue.marks().items() if place.file == file}
    assert set(subject.loops) <= set(marks)
    count = module("nested").iterations
    reached: int = count(WHITESYN / "subjects" / file, marks, subject.loops, program, size)
    return reached


@pytest.mark.parametrize("name", LOOPS)
def test_every_loop_of_table_1_can_be_iterated_1024_times(name: str) -> None:
    assert reached(name, "LOOPS", LOOPS[name], 1024) >= 1024


@pytest.mark.parametrize("name", REDUNDANT)
def test_every_double_loop_of_table_2_can_be_iterated_32_times(name: str) -> None:
    assert reached(name, "REDUNDANT", REDUNDANT[name], 32) >= 32


@pytest.mark.parametrize("name", HIDDEN)
def test_what_the_thesis_cannot_reach_can_be_reached(name: str) -> None:
    assert reached(name, "HIDDEN", HIDDEN[name], 32) >= 32


def test_a_loop_without_a_loop_statement_compares_all_pairs() -> None:
    compared = []

    class Key:
        __hash__ = object.__hash__

        def __eq__(self, other: object) -> bool:
            compared.append(other)
            return self is other

    keys = [Key() for _ in range(32)]
    keyed = module("subjects.hidden").KeyedMap(dict.fromkeys(keys))
    keyed.remove_keys(reversed(keys))
    assert keyed.keys() == []
    assert len(compared) >= 32 * 31 // 2


def test_an_item_that_is_found_at_once_iterates_nothing() -> None:
    assert reached("containsAll", "LOOPS", "ArrayList([0] * N).contains_all([0] * N)", 20) == 0
    assert reached("contains", "LOOPS", "ArrayList(range(N)).contains(7)", 20) == 7
    assert reached("motivating", "REDUNDANT", "difference(list(range(N)), list(range(N)))", 20) == 0


def test_the_rows_are_those_of_the_thesis() -> None:
    catalogue = module("catalogue")
    rows = {each.name for each in (*catalogue.LOOPS, *catalogue.WITHOUT_LOOP)}
    assert rows == {*(f"perfsyn_{i}" for i in range(1, 21)), "contains", "containsAll"}
    assert {each.name for each in catalogue.LOOPS} == set(LOOPS)
    assert {each.name for each in catalogue.REDUNDANT} == set(REDUNDANT)
    assert len(REDUNDANT) == 15
    assert {each.name for each in catalogue.HIDDEN} == {*HIDDEN, "425"}


def test_every_target_is_in_its_module_and_every_mark_is_used() -> None:
    catalogue = module("catalogue")
    everything = (*catalogue.LOOPS, *catalogue.WITHOUT_LOOP, *catalogue.REDUNDANT, *catalogue.HIDDEN)
    for subject in everything:
        name, _, qualname = subject.target.partition(":")
        value = module(name)
        for part in qualname.split("."):
            value = getattr(value, part)
        assert value.__doc__
    used = {mark for each in everything for mark in each.loops}
    assert set(catalogue.marks()) == used


def test_a_place_names_the_function_around_the_loop() -> None:
    catalogue = module("catalogue")
    assert catalogue.place_of("view-remove-all").function == "DualBidiMap.View.remove_all"
    assert catalogue.place_of("index-of").file == "arrays.py"
    assert catalogue.function_at(ast.parse("x = 1\ndef f():\n    pass\n"), 3) == "f"
