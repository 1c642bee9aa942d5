"""Lists of symbolic length behave as plain ones; their length is decided no sooner than it must be."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from slowpath.explore.exhaustive import Explorer
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.library import integer
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks
from tests.unit.values import repetitions

PROGRAMS = [
    name
    for name, thing in inspect.getmembers(repetitions, inspect.isfunction)
    if thing.__module__ == repetitions.__name__
]


@cache
def loaded(name: str, build: Build) -> Loaded:
    return load(
        f"{Path(repetitions.__file__)}:{name}",
        build=build,
        more=trace_hooks if build is Build.TRACE else None,
    )


def outcome(function: Callable[..., Any], n: int) -> tuple[str, str]:
    try:
        return repr(function(n)), ""
    except Exception as error:
        return "", f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_runs_end_and_cost_as_counted_ones(name: str) -> None:
    traced, counted = loaded(name, Build.TRACE), loaded(name, Build.COUNT)
    tracer = Tracer(traced, {"n": integer()}, 0)
    for n in range(-2, 9):
        with traced.copies.installed():
            path = tracer.run({0: n})
        counted.ledger.start()
        with counted.copies.installed():
            expected = outcome(counted.function, n)
        counted.ledger.stop()
        assert ("" if path.raises else repr(path.result), path.raises or "") == expected, n
        assert path.cost == counted.ledger.ops(), n


@pytest.mark.parametrize("name", PROGRAMS)
def test_paths_are_those_of_brute_force(name: str) -> None:
    target = loaded(name, Build.TRACE)
    tracer = Tracer(target, {"n": integer(-2, 8)}, 0)
    explorer = Explorer(tracer.run)
    with target.copies.installed():
        found = [path.key() for path in explorer.paths()]
        brute = {tracer.run({0: n}).key() for n in range(-2, 9)}
    assert len(set(found)) == len(found)
    assert set(found) == brute
    assert explorer.tally.complete


@pytest.mark.parametrize(
    ("name", "paths"),
    [("made", 2), ("asked_for_its_length", 2), ("read", 2), ("written", 3), ("appended", 2)],
)
def test_the_length_stays_open(name: str, paths: int) -> None:
    """Without bounds on n, a length that is settled would make a path for each."""
    target = loaded(name, Build.TRACE)
    explorer = Explorer(Tracer(target, {"n": integer()}, 0).run)
    with target.copies.installed():
        assert len(list(explorer.paths())) == paths
    assert explorer.tally.complete
