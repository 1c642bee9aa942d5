"""Suites of programs with a known worst case: some input reaches 98 % of it, and all differ.

Larger sizes, and other searches with the same seconds: benchmarks/slg/quality.py and rivals.py.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from slowpath.explore.cases import metered
from slowpath.knowledge.catalogue import ALL
from slowpath.run.counted import Meter
from slowpath.search.beam.beam import Beam
from slowpath.search.beam.diversity import difference
from slowpath.search.beam.recipes import starts
from slowpath.search.beam.suite import suite
from slowpath.search.beam.target import BeamTarget, subject
from slowpath.shape.base import Shape
from slowpath.shape.infer import infer
from slowpath.shape.inputs import build_inputs
from slowpath.shape.replayer import Replayer
from slowpath.target.load import load as load_target

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SIZES = {
    "insertion sort": 10,
    "bubble sort": 10,
    "quicksort, first pivot": 10,
    "search tree": 10,
    "naive string search": 16,  # its pattern has 8 characters
    "chained hash table": 8,
    "pruned LIS": 10,
    "tokenizer": 10,
    "matrix closure": 4,
    "heap build": 12,
}


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield {program.name: program for program in importlib.import_module("slg.catalogue").PROGRAMS}
    for name in set(sys.modules) - before:
        if name.partition(".")[0] == "slg":
            del sys.modules[name]


class Known:
    """A program at a size."""

    def __init__(self, program: Any, n: int) -> None:
        self.n = n
        self._meter = Meter(load_target(program.spec()), max_ops=10**8, recursion=20 * n)
        self._traced = metered(program.spec())
        loaded = self._traced.loaded
        with loaded.copies.installed():
            self.shapes: dict[str, Shape] = dict(
                infer(loaded.function, given=dict(program.shapes), owner=loaded.owner)
            )
        self.worst = self._meter.run(program.worst(n)).cost

    def at(self, n: int) -> BeamTarget:
        return subject(self._traced, self.shapes, n)

    def share(self, leaves: dict[str, Any]) -> float:
        inputs = build_inputs(self.shapes, self.n, Replayer(leaves))
        return self._meter.run(inputs).cost / self.worst


@pytest.mark.parametrize("name", SIZES)
def test_a_suite_has_an_input_near_the_worst_and_all_differ(programs: dict[str, Any], name: str) -> None:
    n = SIZES[name]
    known = Known(programs[name], n)
    found = suite(known.at, n, Beam(tests=3, look_ahead=12, width=8))
    shares = [
        known.share({each.name: test.path.model[each.index] for each in test.path.variables})
        for test in found.tests
    ]
    assert max(shares) >= 0.98
    assert len(shares) == 3
    for one, other in combinations(found.tests, 2):
        assert difference(one.path, other.path) >= max(found.least, 1)


@pytest.mark.parametrize("name", ["quicksort, first pivot"])
def test_recipes_of_small_suites_start_near_the_worst_of_a_large_size(
    programs: dict[str, Any], name: str
) -> None:
    known = Known(programs[name], 192)
    variables = known.at(192).variables()
    shares = [
        known.share({each.name: values[each.index] for each in variables})
        for values in starts(known.at, 192, 2, knowledge=ALL)
    ]
    assert max(shares) >= 0.95
