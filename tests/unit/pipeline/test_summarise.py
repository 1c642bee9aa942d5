"""The summary of a stage has its costliest paths, and those that put out most if other stages take it."""

from __future__ import annotations

from itertools import count, product
from pathlib import Path as File
from typing import Any

import pytest

from slowpath.explore.cases import metered
from slowpath.pipeline import summarise as summarising
from slowpath.pipeline.glue import PARAMETER, stage_name
from slowpath.pipeline.subject import StageSearch, Subject
from slowpath.pipeline.summarise import FEW_LEAVES, summarise
from slowpath.pipeline.summary import Summary
from slowpath.run.counted import Meter
from slowpath.shape.syntax import parse_shape
from slowpath.target.load import load
from slowpath.values.path import Path
from tests.unit.pipeline.glued import INSERTION_SORT, glued

# A letter that is kept costs least: what is costly puts out little.
STAGES = f"""
def sifted(text):
    found = ""
    for char in text:
        if char == "x":
            raise ValueError("x")
        if char == "a":
            found += char
        else:
            for _ in range(50):
                pass
    return found

def gate(text):
    for char, wanted in zip(text[-4:], "b.xy"):
        if char != wanted:
            return []
    return [text]

def gates(texts):
    return [text for text in texts if gate(text)]

def members(text):
    return {{1}} if text[0] == "a" else {{2, 3}}

def fixed(text):
    return 7

{INSERTION_SORT}
"""
NAMES = ("sifted", "members", "fixed", "sort", "gate", "gates")
SIZE = 3


@pytest.fixture(scope="module")
def glue(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: File = tmp_path_factory.mktemp("summarise")
    return glued(folder, "summarised_paths", STAGES, *NAMES)


def search(glue: str, name: str, shape: str, *, feeds: bool = False, tests: int = 2, **more: Any) -> Any:
    """A search for the paths of a stage, whose clock goes on by a hundredth each time that it is read."""
    target = metered(f"{glue}:{stage_name(NAMES.index(name))}", ("summarised_paths",))
    given: dict[str, Any] = {"leaves": SIZE, "max_ops": 10**6, **more}
    ticks = count()
    subject = Subject(target, PARAMETER, parse_shape(shape), SIZE, feeds=feeds, **given)
    return StageSearch(subject, tests, clock=lambda: next(ticks) / 100)


def texts(summary: Summary) -> list[str]:
    """The input of each path, as a text."""
    return ["".join(map(chr, map(int, path.unpack().values))) for path in summary.paths]


def test_the_costliest_paths_come_first(glue: str) -> None:
    made = summarise("a:f", search(glue, "sifted", "text(N, 'ab')", tests=4), 1e6)
    assert (made.stage, made.shape, made.size) == ("a:f", "text(N, 'ab')", SIZE)
    assert (made.strategy, made.complete, made.runs) == ("explorer", True, 2**SIZE)
    assert [each.count("b") for each in texts(made)] == [3, 2, 2, 2]
    weights = [path.weight for path in made.paths]
    assert weights == sorted(weights, reverse=True)


def test_a_stage_that_feeds_has_those_that_put_out_most_too(glue: str) -> None:
    made = summarise("a:f", search(glue, "sifted", "text(N, 'abx')", feeds=True, tests=1), 1e6)
    assert texts(made) == ["bbb", "aaa"]  # none that raises
    assert [path.structure and path.structure.leaves for path in made.paths] == [0, 3]


def test_a_stage_that_only_raises_is_kept_with_what_it_raises(glue: str) -> None:
    made = summarise("a:f", search(glue, "sifted", "text(N, 'x')", feeds=True), 1e6)
    (only,) = made.paths
    assert (only.raises, only.structure, only.output) == ("ValueError: x", None, "ValueError: x")


def test_an_output_that_no_stage_can_be_given_is_named(glue: str) -> None:
    made = summarise("a:f", search(glue, "members", "text(N, 'ab')", feeds=True), 1e6)
    assert [(path.structure, path.output, path.raises) for path in made.paths] == [(None, "set", None)] * 2


def test_a_stage_that_decides_nothing_has_one_path(glue: str) -> None:
    made = summarise("a:f", search(glue, "fixed", "text(N, 'ab')"), 1e6)
    assert [(path.output, path.conditions) for path in made.paths] == [("int", 0)]


def test_a_beam_finds_the_worst_order_if_there_are_many_paths(glue: str) -> None:
    shape = "lists(text(1, 'abc'), N)"
    seen: list[Path] = []
    given = search(glue, "sort", shape, leaves=FEW_LEAVES + 1)
    made = summarise("a:f", StageSearch(given.subject, 2, seen.append, given.clock), 5.0)
    assert (made.strategy, made.complete, made.runs) == ("beam", False, len(seen))
    meter = Meter(load(f"{glue}:{stage_name(3)}", scope=("summarised_paths",)), max_ops=10**6)
    worst = max(product("abc", repeat=SIZE), key=lambda lines: meter.run({PARAMETER: list(lines)}).cost)
    assert "".join(worst) == texts(made)[0] == "cba"


@pytest.mark.parametrize(("variables", "strategy"), [(SIZE, "grown"), (SIZE + 1, "beam")])
def test_counted_runs_choose_the_inputs_of_a_large_size(
    glue: str, monkeypatch: pytest.MonkeyPatch, variables: int, strategy: str
) -> None:
    given = search(glue, "sifted", "text(N, 'ab')", leaves=FEW_LEAVES + 1, counted=lambda: None)
    monkeypatch.setattr(summarising, "MANY_VARIABLES", variables)
    with given.at(SIZE).tracer.installed():
        chosen = given.at(SIZE).run(dict(enumerate(map(ord, "bab"))), ())
    monkeypatch.setattr(summarising, "grown_paths", lambda search, end: [chosen])
    made = summarise("a:f", given, 5.0)
    assert made.strategy == strategy
    assert texts(made)[0] == ("bab" if strategy == "grown" else "bbb")


@pytest.mark.parametrize("found", ["grown", "beam"])
def test_a_stage_that_nothing_comes_through_by_chance_is_explored(
    glue: str, monkeypatch: pytest.MonkeyPatch, found: str
) -> None:
    given = search(glue, "gate", "text(6, 'abxy.')", leaves=FEW_LEAVES + 1, counted=lambda: None, feeds=True)
    monkeypatch.setattr(summarising, "MANY_VARIABLES", 1 if found == "grown" else 99)
    monkeypatch.setattr(summarising, "grown_paths", lambda search, end: [])
    monkeypatch.setattr(summarising, "_beam", lambda *given: [])
    made = summarise("a:f", given, 5.0)
    assert made.strategy == found
    pairs = zip(texts(made), made.paths, strict=True)
    through = [text for text, path in pairs if path.structure is not None and path.structure.leaves]
    assert [text[-4:] for text in through] == ["b.xy"]


def test_what_comes_through_once_is_repeated(glue: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = "lists(text(4, 'abxy.'), N)"
    given = search(glue, "gates", shape, leaves=FEW_LEAVES + 1, feeds=True)
    monkeypatch.setattr(summarising, "_beam", lambda *given: [])
    made = summarise("a:f", given, 5.0)
    assert "b.xy" * SIZE in texts(made)
