"""A race finds recipes whose cost bends, and no others; strategies have their turns and true figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from slowpath.model.run import End
from slowpath.model.target import Build
from slowpath.recipe.part import Family, PartKind, pumped
from slowpath.recipe.recipe import recipe
from slowpath.run.counted import Meter
from slowpath.search import strategy_names
from slowpath.search.judge import Bend, Judge, Judged
from slowpath.search.parts import Parts
from slowpath.search.race import Race
from slowpath.search.strategies.evolve import Evolve
from slowpath.search.strategies.regex import RegexAttacks
from slowpath.search.strategy import Proposal, Scene, Strategy, strategies
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


class Fake(Strategy):
    """Proposes what it is given, and notes what it observes."""

    name = "fake"
    place = 99

    def __init__(self, proposals: list[Proposal | None]) -> None:
        super().__init__()
        self.proposals = proposals
        self.observed: list[Judged] = []

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        yield from self.proposals

    def observe(self, judged: Judged) -> None:
        self.observed.append(judged)


class Staged:
    """A scene of a function above, and the judge of its recipes."""

    def __init__(self, file: Path, name: str, shapes: dict[str, Shape]) -> None:
        loaded = load(f"{file}:{name}", build=Build.COUNT)
        named = {each.replace("self_", "self."): shape for each, shape in shapes.items()}
        words = vocabulary([loaded.copies.modules["evolving"]], "evolving")
        random = Random(1)
        self.meter = Meter(loaded, max_ops=200_000)
        self.judge = Judge(self.meter)
        self.scene = Scene(
            loaded,
            self.meter,
            named,
            (),
            random,
            time.monotonic,
            words,
            Parts(named, words, random),
            lambda: loaded,
            100_000,
        )

    def race(self, *strategies: Strategy) -> Race:
        return Race(self.scene, self.judge, strategies or (RegexAttacks(), Evolve()), 300)


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Staged]:
    file = tmp_path_factory.mktemp("race") / "evolving.py"
    file.write_text(SOURCE)

    def made(name: str, /, **shapes: Shape) -> Staged:
        return Staged(file, name, shapes)

    return made


def found(staged: Staged, tries: int = 500) -> list[Bend]:
    with staged.meter.installed():
        tried = [judged.bend for judged, best in islice(staged.race().run(), tries) if best]
        bends = [staged.judge.confirmed(bend) for bend in tried if bend is not None]
    return [each for each in bends if each.is_superlinear]


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
def test_what_is_slow_is_found(staged: Callable[..., Staged], name: str, shapes: dict[str, Shape]) -> None:
    assert found(staged(name, **shapes))


@pytest.mark.parametrize(
    ("name", "shapes"), [("linear", {"s": text()}), ("sorting", {"xs": ints()}), ("picky", {"s": text()})]
)
def test_what_is_not_slow_is_not_found(
    staged: Callable[..., Staged], name: str, shapes: dict[str, Shape]
) -> None:
    assert not found(staged(name, **shapes))


def test_the_same_seed_finds_the_same(staged: Callable[..., Staged]) -> None:
    one, other = (found(staged("stars", s=text())) for _ in range(2))
    assert one == other


def test_nothing_grows_without_a_size(staged: Callable[..., Staged]) -> None:
    stage = staged("linear", s=text(5))
    assert not stage.scene.parts.growing
    assert list(stage.race().run()) == []


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
    staged: Callable[..., Staged],
) -> None:
    triangle = recipe({"words": Family("['a' * i for i in range(N)]")})
    for name, expected in (("letters", False), ("pairs", True)):
        stage = staged(name, words=lists(text()))
        with stage.meter.installed():
            bend = stage.judge.bend(triangle)
            assert bend is not None
            assert stage.judge.confirmed(bend).is_superlinear is expected


def test_every_strategy_observes_what_each_proposes(staged: Callable[..., Staged]) -> None:
    stage = staged("stars", s=text())
    slow = recipe({"s": pumped(PartKind.TEXT, "", "<*")})
    fakes = Fake([Proposal(slow), None]), Fake([Proposal({"s": "'<*<*a'"})])
    fakes[1].name = "other"  # type: ignore[misc]
    with stage.meter.installed():
        tried = list(stage.race(*fakes).run())
    assert fakes[0].observed == fakes[1].observed == [judged for judged, _ in tried]
    assert tried[0][0].recipe == slow
    assert tried[0][1]  # the first that bends is the best of its niche
    assert {judged.by for judged, _ in tried} == {"fake", "other"}
    assert slow.sources in [bend.recipe.sources for bend in stage.scene.archive.kept]


def test_figures_are_those_of_the_runs(staged: Callable[..., Staged]) -> None:
    stage = staged("stars", s=text())
    race = stage.race(RegexAttacks(), Evolve())
    with stage.meter.installed():
        tried = [judged for judged, _ in islice(race.run(), 300)]
    figures = {each.name: each for each in race.figures}
    assert sum(each.runs for each in figures.values()) == stage.meter.runs
    for name, each in figures.items():
        assert each.best == max(judged.cost for judged in tried if judged.by == name) > 0
        assert each.seconds > 0


def test_what_was_tried_is_not_tried_again(staged: Callable[..., Staged]) -> None:
    stage = staged("linear", s=text())
    same = [Proposal(recipe({"s": pumped(PartKind.TEXT, "", "a")})) for _ in range(5)]
    with stage.meter.installed():
        assert len(list(stage.race(Fake([*same])).run())) == 1
    assert stage.meter.runs == 3


def test_strategies_can_be_left_out() -> None:
    names = [each.name for each in strategies()]
    assert names == ["regex", "evolve", "flip", "worst", "beam", "policy"]
    assert sorted(names) == strategy_names()  # a module has the name of its strategy
    assert [each.name for each in strategies(("flip", "regex"))] == ["evolve", "worst", "beam", "policy"]
