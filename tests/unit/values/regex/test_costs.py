"""Runs of the trace build do and cost what those of the count build do, and explore what patterns decide."""

from __future__ import annotations

import inspect
import itertools
from pathlib import Path
from typing import Any

import pytest

from slowpath.explore.exhaustive import Explorer
from slowpath.expr.comparison import member
from slowpath.model.charset import CharSet
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.library import const, text
from slowpath.target.load import load
from slowpath.values.hooks import trace_hooks
from slowpath.values.path import Cut
from slowpath.values.text.text import SymStr
from tests.unit.values.regex import programs
from tests.unit.values.tracing import loaded, outcome

FILE = Path(programs.__file__)
NAMES = [name for name, _ in inspect.getmembers(programs, inspect.isfunction)]
TEXTS = ["", "ab cd", "a=1,b=22", "aaaaaab", "a; b,  c", "  \n", "bbb", "key=", "é aé"]


@pytest.mark.parametrize("name", NAMES)
def test_traced_runs_cost_what_counted_ones_do(name: str) -> None:
    counted, traced = loaded(FILE, name, Build.COUNT), loaded(FILE, name, Build.TRACE)
    for value in TEXTS:
        tracer = Tracer(traced, {"text": text(len(value))}, len(value))
        path = tracer.run(dict(enumerate(map(ord, value))))
        result, raises, cost = outcome(counted, {"text": value})
        assert (repr(path.result), path.raises, path.cost) == (repr(result), raises, cost), value
        assert not path.lost, value
        assert path.conditions or not value


def test_patterns_that_are_handed_on_stay_symbolic() -> None:
    tracer = Tracer(loaded(FILE, "handed_on", Build.TRACE), {"text": text(4)}, 4)
    path = tracer.run(dict(enumerate(map(ord, "a,b="))))
    found, kept, _ = path.result
    assert {type(each) for each in (*found, *kept)} == {SymStr}
    assert member(1, CharSet.of("x=")) in path.conditions  # the partial function asks


def test_a_catastrophic_pattern_ends_at_the_budget_with_its_decisions() -> None:
    tracer = Tracer(loaded(FILE, "searched", Build.TRACE), {"text": text(60)}, 60, max_ops=200_000)
    path = tracer.run(dict(enumerate(map(ord, "a" * 59 + "b"))))
    assert path.cut is Cut.BUDGET
    assert path.cost >= 200_000
    assert len(path.conditions) >= 60


def test_exploration_finds_the_paths_of_brute_force() -> None:
    alphabet, size = "ab1 ", 3
    target = load(f"{FILE}:branching", build=Build.TRACE, more=trace_hooks)
    tracer = Tracer(target, {"text": text(size, CharSet.of(alphabet))}, size)
    explorer = Explorer(tracer.run)
    with target.copies.installed():
        found = [path.key() for path in explorer.paths()]
        brute: dict[Any, Any] = {}
        for values in itertools.product(map(ord, alphabet), repeat=size):
            path = tracer.run(dict(enumerate(values)))
            assert brute.setdefault(path.key(), path).cost == path.cost
    assert explorer.tally.complete
    assert not explorer.tally.divergences
    assert sorted(found) == sorted(brute)
    assert len(found) > 10


def test_decisions_tell_their_place_in_the_pattern() -> None:
    tracer = Tracer(loaded(FILE, "searched", Build.TRACE), {"text": text(4)}, 4)
    path = tracer.run(dict(enumerate(map(ord, "b a "))))
    places = [tracer.sites.places()[site] for site in path.sites]
    assert {place[1] for place in places} == {"searched"}
    assert len({place[3][:4] for place in places}) == 2  # two calls
    assert len(set(places)) > 2


@pytest.mark.parametrize(
    ("spec", "shapes", "value", "where"),
    [
        ("textwrap:wrap", {}, "ab cd-ef  gh", "textwrap:TextWrapper._split"),
        ("shlex:quote", {}, "a b", "shlex:quote"),
        ("json.decoder:py_scanstring", {"end": const(0)}, 'ab"', "decoder:py_scanstring"),
        ("fnmatch:fnmatchcase", {"pat": const("a*.p?")}, "ab.py", "fnmatch:fnmatchcase"),
        ("re:sub", {"pattern": const("a|b"), "repl": const("-")}, "abc", "__init__:sub"),
    ],
)
def test_patterns_of_the_standard_library_decide(
    spec: str, shapes: dict[str, Any], value: str, where: str
) -> None:
    target = load(spec, build=Build.TRACE, more=trace_hooks)
    name = next(
        each.name for each in target.target.parameters if each.name in ("text", "s", "name", "string")
    )
    tracer = Tracer(target, {**shapes, name: text(len(value))}, len(value))
    path = tracer.run(dict(enumerate(map(ord, value))))
    deciding = {f"{Path(file).stem}:{function}" for file, function, _ in map(tracer.sites.place, path.sites)}
    assert where in deciding
    assert path.raises is None
