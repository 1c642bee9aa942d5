"""The search finds recipes whose cost bends, and no others."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from slowpath.model.run import End
from slowpath.model.target import Build
from slowpath.recipe.part import Family
from slowpath.recipe.recipe import recipe
from slowpath.run.counted import Meter
from slowpath.search.evolve.evolution import Evolution, Scored
from slowpath.search.vocabulary import vocabulary
from slowpath.shape.base import Shape
from slowpath.shape.library import blob, boolean, integer, ints, lists, text
from slowpath.target.load import load

SOURCE = '''
import re

def stars(s):
    """Quadratic where `<*` is followed by no `>`."""
    while s.startswith("<*"):
        if s.find(">") >= 0:
            return True
        s = s[2:]
    return False

def insert(xs):
    found = []
    for x in xs:
        place = len(found)
        while place and found[place - 1] > x:
            place -= 1
        found.insert(place, x)
    return found

def distinct(words, fold):
    seen = []
    for word in words:
        if fold and word not in seen:
            seen.append(word)
    return seen

def linear(s):
    return sum(1 for c in s if c == "a")

def sorting(xs):
    return sorted(xs), min(xs), [x for x in xs]

def subsets(n):
    return subsets(n - 1) + subsets(n - 1) if n > 0 else 1

def joined(data):
    made = b""
    for byte in data:
        if byte == 37:
            made = bytes([byte]) + made
    return made

class Parser:
    def __init__(self, strict):
        self.kept = ""
        self.strict = strict

    def feed(self, data):
        for char in data:
            if char == "|":
                self.kept = self.kept + char
                self.kept.count("x")

def letters(words):
    return sum(1 for word in words for letter in word)

def pairs(words):
    return sum(1 for word in words for letter in word for other in words)

def picky(s):
    raise ValueError("no")
'''


@pytest.fixture(scope="module")
def evolution(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Evolution]:
    file = tmp_path_factory.mktemp("evolve") / "evolving.py"
    file.write_text(SOURCE)

    def made(name: str, /, **shapes: Shape) -> Evolution:
        loaded = load(f"{file}:{name}", build=Build.COUNT)
        named = {each.replace("self_", "self."): shape for each, shape in shapes.items()}
        words = vocabulary([loaded.copies.modules["evolving"]], "evolving")
        return Evolution(Meter(loaded, max_ops=200_000), named, words, Random(1))

    return made


def found(evolution: Evolution, tries: int = 500) -> list[Scored]:
    with evolution.meter.installed():
        elites = [evolution.confirmed(each) for each in islice(evolution.steps(), tries) if each is not None]
    return [each for each in elites if each.is_superlinear]


@pytest.mark.parametrize(
    ("name", "shapes"),
    [
        ("stars", {"s": text()}),
        ("insert", {"xs": ints()}),
        ("distinct", {"words": lists(text()), "fold": boolean()}),
        ("subsets", {"n": integer()}),
        ("joined", {"data": blob()}),
        ("Parser.feed", {"data": text(), "self_strict": boolean()}),
    ],
)
def test_what_is_slow_is_found(
    evolution: Callable[..., Evolution], name: str, shapes: dict[str, Shape]
) -> None:
    assert found(evolution(name, **shapes))


@pytest.mark.parametrize(
    ("name", "shapes"), [("linear", {"s": text()}), ("sorting", {"xs": ints()}), ("picky", {"s": text()})]
)
def test_what_is_not_slow_is_not_found(
    evolution: Callable[..., Evolution], name: str, shapes: dict[str, Shape]
) -> None:
    assert not found(evolution(name, **shapes))


def test_the_same_seed_finds_the_same(evolution: Callable[..., Evolution]) -> None:
    one, other = (found(evolution("stars", s=text())) for _ in range(2))
    assert one == other


def test_nothing_grows_without_a_size(evolution: Callable[..., Evolution]) -> None:
    searched = evolution("linear", s=text(5))
    assert not searched.can_grow
    assert list(searched.steps()) == []


def test_a_meter_tells_how_a_run_ends(tmp_path: Path) -> None:
    file = tmp_path / "ends.py"
    file.write_text(
        "class Box:\n    def __init__(self, n):\n        self.n = 1 // n\n    def get(self):\n"
        "        while self.n < 5:\n            pass\n        raise KeyError(self.n)\n"
    )
    meter = Meter(load(f"{file}:Box.get", build=Build.COUNT), max_ops=5_000)
    assert meter.run({"self.n": 0}).end is End.REFUSED
    assert meter.run({"self.n": 1}).end is End.BUDGET
    assert meter.runs == 2


def test_a_cost_in_proportion_to_what_an_input_holds_is_none_to_find(
    evolution: Callable[..., Evolution],
) -> None:
    triangle = recipe({"words": Family("['a' * i for i in range(N)]")})
    for name, expected in (("letters", False), ("pairs", True)):
        searching = evolution(name, words=lists(text()))
        with searching.meter.installed():
            scored = searching.judged(triangle)
            assert scored is not None
            assert searching.confirmed(scored).is_superlinear is expected
