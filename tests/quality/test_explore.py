"""Exploration is exact: it finds the paths that brute force over a small domain finds, each once."""

from __future__ import annotations

import inspect
import itertools
import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from slowpath.explore.exhaustive import Explorer
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.base import Shape
from slowpath.shape.library import integer, ints
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks
from tests.quality import corpus

LOW, HIGH = -2, 3
SIZE = 3
PROGRAMS = [
    name
    for name, thing in inspect.getmembers(corpus, inspect.isfunction)
    if thing.__module__ == corpus.__name__
]


@cache
def loaded(name: str) -> Loaded:
    file = Path(corpus.__file__)
    return load(f"{file}:{name}", scope=("heapq",), build=Build.TRACE, more=trace_hooks)


def shapes_of(function: Callable[..., Any]) -> dict[str, Shape]:
    return {
        name: ints(SIZE, LOW, HIGH) if name.endswith("s") else integer(LOW, HIGH)
        for name in inspect.signature(function).parameters
    }


@pytest.mark.parametrize("name", PROGRAMS)
def test_explored_paths_are_those_of_brute_force(name: str) -> None:
    target = loaded(name)
    tracer = Tracer(target, shapes_of(getattr(corpus, name)), SIZE)
    explorer = Explorer(tracer.run)
    with target.copies.installed():
        found = [path.key() for path in explorer.paths()]
        variables = len(tracer.run({}).variables)
        domain = range(LOW, HIGH + 1)
        brute = {
            tracer.run(dict(enumerate(values))).key()
            for values in itertools.product(domain, repeat=variables)
        }
    assert explorer.tally.complete
    assert explorer.tally.runs == len(found)
    assert len(set(found)) == len(found), "a path was run twice"
    assert set(found) == brute


@pytest.mark.parametrize("size", range(1, 7))
def test_insertion_sort_has_a_path_per_permutation(size: int) -> None:
    target = loaded("insertion_sort")
    tracer = Tracer(target, {"xs": ints(size)}, size)
    explorer = Explorer(tracer.run)
    with target.copies.installed():
        paths = list(explorer.paths())
    assert len({path.key() for path in paths}) == len(paths) == math.factorial(size)
    assert explorer.tally.complete
    assert explorer.tally.solves == len(paths) - 1  # no question is asked in vain


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_traced_run_returns_and_costs_what_a_counted_run_does(name: str) -> None:
    plain = getattr(corpus, name)
    traced, file = loaded(name), Path(corpus.__file__)
    counted = load(f"{file}:{name}", scope=("heapq",), build=Build.COUNT)
    tracer = Tracer(traced, shapes_of(plain), SIZE)
    with traced.copies.installed():
        paths = list(itertools.islice(Explorer(tracer.run).paths(), 25))
    for path in paths:
        arguments = arguments_of(plain, list(path.model.values()))
        with counted.copies.installed():
            counted.ledger.start()
            outcome = outcome_of(counted.function, arguments)
            counted.ledger.stop()
        assert (
            (path.result, path.raises)
            == outcome
            == outcome_of(plain, arguments_of(plain, list(path.model.values())))
        )
        assert path.cost == counted.ledger.ops()


def arguments_of(function: Callable[..., Any], values: list[Any]) -> dict[str, Any]:
    taken = iter(values)
    return {
        name: [next(taken) for _ in range(SIZE)] if name.endswith("s") else next(taken)
        for name in inspect.signature(function).parameters
    }


def outcome_of(function: Callable[..., Any], arguments: dict[str, Any]) -> tuple[Any, str | None]:
    try:
        return function(**arguments), None
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"
