"""Flipping reaches what no word spells, and pumps what it reaches."""

from __future__ import annotations

from pathlib import Path as File

import pytest

from slowpath.explore.example import build_example, write_example
from slowpath.model.target import Build
from slowpath.recipe.stretch import recipes_of
from slowpath.run.traced import Tracer
from slowpath.search.catching import Catch
from slowpath.search.flip.flipping import Flipping
from slowpath.search.hunt import Hunt
from slowpath.shape.library import blob, boolean, bytearrays, ints, records, text
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks

SOURCE = """
def magic(s):
    total = 0
    for i in range(len(s) - 2):
        if ord(s[i]) * 2 == 206 and s[i + 1] == chr(113) and ord(s[i + 2]) - ord(s[i + 1]) == 5:
            total += s.count("x")
    return total
"""


@pytest.fixture
def spec(tmp_path: File) -> str:
    file = tmp_path / "magical.py"
    file.write_text(SOURCE)
    return f"{file}:magic"


def traced(spec: str) -> Loaded:
    return load(spec, build=Build.TRACE, more=trace_hooks)


def test_every_decision_is_taken_both_ways(spec: str) -> None:
    shapes = {"s": text(5)}
    tracer = Tracer(traced(spec), shapes, 5)
    flipping = Flipping(tracer, runs=100)
    paths = list(flipping.paths())
    found = {str(build_example(path.model, path.variables, shapes, 5)["s"]) for path in paths}
    assert any("gqv" in each for each in found)
    assert flipping.runs <= 100
    assert flipping.solves >= flipping.runs - 1
    for path in paths:
        assert tracer.run(path.model).key() == path.key()


def test_flipping_ends_when_told(spec: str) -> None:
    tracer = Tracer(traced(spec), {"s": text(5)}, 5)
    assert len(list(Flipping(tracer, runs=1).paths())) == 1
    assert len(list(Flipping(tracer, runs=100, is_over=lambda: True).paths())) == 1


def test_a_hunt_pumps_what_flipping_reaches(spec: str) -> None:
    hunt = Hunt(load(spec, build=Build.COUNT), given={"s": "text(N)"}, traced=lambda: traced(spec))
    for steps, catch in enumerate(hunt.catches(60)):
        if isinstance(catch, Catch):
            assert "gqv" in catch.recipe.sources["s"]
            break
        assert steps < 100
    assert isinstance(catch, Catch)
    assert catch.found_by == "flip"
    assert next(each.runs for each in hunt.strategies if each.name == "flip") > 1


def test_stretches_of_every_kind_are_pumped() -> None:
    shapes = {"s": text(), "b": blob(), "xs": ints(), "a": bytearrays(), "flag": boolean()}
    written = {"s": "'ab'", "b": "b'\\xff'", "xs": "[1]", "a": "bytearray(b'x')", "flag": "True"}
    rest = {name: source for name, source in written.items() if name != "flag"}
    found = [each.sources for each in recipes_of(written, shapes, ["flag"])]
    assert {**rest, "s": "'a' * N + 'b'"} in found
    assert {**rest, "b": "b'\\xff' * N"} in found
    assert {**rest, "xs": "[1] * N"} in found
    assert {**rest, "a": "bytearray(b'x' * N)"} in found
    assert all("flag" not in each for each in found)


def test_objects_that_do_not_keep_their_arguments_are_written(tmp_path: File) -> None:
    file = tmp_path / "opaque.py"
    file.write_text(
        "class Opaque:\n"
        "    def __init__(self, text):\n"
        "        self.size = len(text)\n\n"
        "def work(node, s):\n"
        "    return node.size > 3 and 'q' in s\n"
    )
    spec = f"{file}:work"
    loaded = traced(spec)
    shapes = {"node": records("opaque:Opaque", text()), "s": text(2)}
    tracer = Tracer(loaded, shapes, 4)
    written = [
        write_example(path.model, path.variables, shapes, 4) for path in Flipping(tracer, runs=20).paths()
    ]
    assert any("q" in each["s"] for each in written)
    assert all(
        "Opaque" in recipe.sources["node"] for each in written for recipe in recipes_of(each, shapes, ())
    )
