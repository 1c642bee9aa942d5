"""What the studies of load test suites stand on; the searches themselves take minutes (`make study-slg`)."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from slowpath.search.beam.beam import Beam

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield
    for name in set(sys.modules) - before:
        if name.partition(".")[0] == "slg":
            del sys.modules[name]


def study(name: str) -> Any:
    return importlib.import_module(f"slg.{name}")


def test_a_chain_of_steps_finds_bytes_that_keep_the_compressor_busy() -> None:
    response = study("response")
    compressor = response.Study()
    (start,) = response.drawn(1, 24)
    (found,) = compressor.suite(100, 1, None, 24)
    assert compressor.ops(found) > 1.1 * compressor.ops(start)
    grown, control = response.grown(found, 2000), response.grown(start, 2000)
    assert grown[:24] == found
    assert set(grown) <= set(found)
    assert compressor.ops(grown) > 2 * compressor.ops(control)
    row = compressor.row("found", 2000, [found], 0)  # zlib reads the output
    assert row.ops == compressor.ops(grown)


@pytest.mark.skipif(importlib.util.find_spec("sympy") is None, reason="sympy is not installed")
def test_a_formula_of_the_same_structure_needs_more_memory() -> None:
    memory, formulas = study("memory"), study("formulas")
    formula = formulas.channels(3, 4)
    solver = memory.Study(formula)
    (found,) = solver.suite(1, 100, None, mutation=0)
    clauses = solver.clauses(found)
    assert [[1 if each > 0 else -1 for each in clause] for clause in clauses] == [
        list(row) for row in formula.signs
    ]
    own, more = (memory.fresh_peak(formula.variables, each) for each in (formula.clauses, clauses))
    assert more > 2 * own


def satisfiable(formula: Any) -> bool:
    return any(
        all(
            any((literal > 0) == bits >> abs(literal) - 1 & 1 for literal in clause)
            for clause in formula.clauses
        )
        for bits in range(1 << formula.variables)
    )


def test_the_families_are_what_they_say() -> None:
    formulas = study("formulas")
    assert not satisfiable(formulas.pigeonhole(2))
    assert satisfiable(formulas.pigeonhole(3, more=0))
    assert not satisfiable(formulas.channels(2, 3))
    assert satisfiable(formulas.channels(2, 2))
    assert not satisfiable(formulas.parity(4))
    assert satisfiable(formulas.parity(4, differ=False))
    assert not satisfiable(formulas.ordering(4))
    assert satisfiable(formulas.colouring(4, degree=2.0))
    assert not satisfiable(formulas.colouring(4, degree=3.0))  # each with each
    assert len(formulas.random_formula(40).clauses) == 170
    assert len(list(formulas.instances())) >= 5


@pytest.mark.skipif(importlib.util.find_spec("sqlglot") is None, reason="sqlglot is not installed")
def test_a_join_of_nearly_all_rows_costs_more_than_the_template_s_own_query() -> None:
    queries, music = study("queries"), study("music")
    queries.answered(music.query(**music.BASELINE))  # imports, and fills caches
    own = queries.cost_of(music.query(**music.BASELINE))
    wide = queries.cost_of(music.query(**{**music.BASELINE, "join": 1}))
    assert wide.calls > 1.5 * own.calls
    assert queries.measures(own)["TS-RT-MEM"](own) == 2 * queries.SCALE
    assert wide.memory > 1.5 * own.memory
    refused = queries.cost_of(music.query(**{**music.BASELINE, "join": 2, "on_left": 1}))
    assert refused == queries.Cost(0, 0)


@pytest.mark.skipif(importlib.util.find_spec("sqlglot") is None, reason="sqlglot is not installed")
def test_a_beam_finds_costlier_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    queries, music = study("queries"), study("music")
    monkeypatch.setattr(music, "TABLES", {name: rows[:40] for name, rows in music.TABLES.items()})
    queries.answered(music.query(**music.BASELINE))
    own = queries.cost_of(music.query(**music.BASELINE))
    measure = queries.measures(own)["TS-RT"]
    found = queries.suite(
        measure, Beam(tests=2, look_ahead=6, max_size=12, width=3, leaps=False, again=False, mutation=0)
    )
    costs = [measure(queries.cost_of(music.query(**values))) for values in found]
    assert costs[0] > 1.2 * queries.SCALE
    assert len({music.query(**values) for values in found}) == len(found) == 2


def test_queries_of_the_template_name_fields_of_their_tables() -> None:
    music = study("music")
    assert music.query(**music.BASELINE) == (
        "SELECT l.name, l.track_id AS second FROM music_tracks AS l JOIN music_collection AS r "
        "ON l.track_id = r.track_id WHERE l.track_id > 5 OR l.track_id = 5"
    )
