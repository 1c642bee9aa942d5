"""Exploration of programs over text is exact: it finds the paths that brute force over an alphabet finds."""

from __future__ import annotations

import inspect
import itertools
from pathlib import Path
from typing import Any

import pytest

from slowpath.explore.exhaustive import Explorer
from slowpath.model.charset import CharSet
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.library import text
from slowpath.target.load import load
from slowpath.values.hooks import trace_hooks
from tests.quality import text_programs

ALPHABET = "aA ,12é'"
SIZE = 3
PROGRAMS = [name for name, _ in inspect.getmembers(text_programs, inspect.isfunction)]


@pytest.mark.parametrize("name", PROGRAMS)
def test_explored_paths_are_those_of_brute_force(name: str) -> None:
    target = load(f"{Path(text_programs.__file__)}:{name}", build=Build.TRACE, more=trace_hooks)
    tracer = Tracer(target, {"text": text(SIZE, CharSet.of(ALPHABET))}, SIZE)
    explorer = Explorer(tracer.run)
    with target.copies.installed():
        found = [path.key() for path in explorer.paths()]
        brute: dict[Any, Any] = {}
        for values in itertools.product(map(ord, ALPHABET), repeat=SIZE):
            path = tracer.run(dict(enumerate(values)))
            assert not path.lost
            known = brute.setdefault(path.key(), path)
            # What C code does with ASCII alone is cheaper, and decides nothing.
            wide = any(code > 127 for model in (path.model, known.model) for code in model.values())
            assert wide or known.cost == path.cost
    assert explorer.tally.complete
    assert not explorer.tally.divergences
    assert sorted(found) == sorted(brute)
