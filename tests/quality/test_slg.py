"""What the studies of load test suites stand on; the searches themselves take minutes (`make study-slg`)."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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


def test_an_input_longer_than_its_pieces_repeats_them_beyond_the_window() -> None:
    response = study("response")
    small = response.Study(window=64, most=16)
    once = bytes(range(80))
    first, second, third = (small.ops(response.stretched(once, size)) for size in (800, 1600, 2400))
    assert third - second == pytest.approx(second - first, rel=0.02)


@pytest.mark.skipif(importlib.util.find_spec("sqlglot") is None, reason="sqlglot is not installed")
def test_a_join_of_nearly_all_rows_costs_more_than_the_template_s_own_query() -> None:
    queries, music = study("queries"), study("music")
    queries.answered(music.query(**music.BASELINE))  # imports, and fills caches
    own = queries.cost_of(music.query(**music.BASELINE))
    wide = queries.cost_of(music.query(**{**music.BASELINE, "join": 1}))
    assert wide.calls > 1.5 * own.calls
    assert queries.measures(own)["TS-RT-MEM"](own) == 2 * queries.SCALE
    refused = queries.cost_of(music.query(**{**music.BASELINE, "join": 2, "on_left": 1}))
    assert refused == queries.Cost(0, 0)


def test_queries_of_the_template_name_fields_of_their_tables() -> None:
    music = study("music")
    assert music.query(**music.BASELINE) == (
        "SELECT l.name, l.track_id AS second FROM music_tracks AS l JOIN music_collection AS r "
        "ON l.track_id = r.track_id WHERE l.track_id > 5 OR l.track_id = 5"
    )
