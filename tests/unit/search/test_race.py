"""A race finds recipes whose cost bends, and no others; strategies have their turns and true figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from slowpath.recipe.part import PartKind, pumped
from slowpath.recipe.recipe import recipe
from slowpath.search.judge import Bend, Judged
from slowpath.search.race import Race
from slowpath.search.strategies.evolve import Evolve
from slowpath.search.strategies.regex import RegexAttacks
from slowpath.search.strategy import Proposal, Scene, Strategy
from slowpath.shape.base import Shape
from slowpath.shape.library import blob, boolean, integer, ints, lists, text
from tests.unit.search.staged import Staged, staged

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


def race(stage: Staged, *strategies: Strategy) -> Race:
    return Race(stage.scene, stage.judge, strategies or (RegexAttacks(), Evolve()), 300)


@pytest.fixture(scope="module")
def stage_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Staged]:
    file = tmp_path_factory.mktemp("race") / "evolving.py"
    file.write_text(SOURCE)

    def made(name: str, /, **shapes: Shape) -> Staged:
        return staged(file, name, {each.replace("self_", "self."): shape for each, shape in shapes.items()})

    return made


def found(stage: Staged, tries: int = 500) -> list[Bend]:
    with stage.meter.installed():
        tried = [judged.bend for judged, best in islice(race(stage).run(), tries) if best]
        bends = [stage.judge.confirmed(bend) for bend in tried if bend is not None]
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
def test_what_is_slow_is_found(stage_of: Callable[..., Staged], name: str, shapes: dict[str, Shape]) -> None:
    assert found(stage_of(name, **shapes))


@pytest.mark.parametrize(
    ("name", "shapes"), [("linear", {"s": text()}), ("sorting", {"xs": ints()}), ("picky", {"s": text()})]
)
def test_what_is_not_slow_is_not_found(
    stage_of: Callable[..., Staged], name: str, shapes: dict[str, Shape]
) -> None:
    assert not found(stage_of(name, **shapes))


def test_the_same_seed_finds_the_same(stage_of: Callable[..., Staged]) -> None:
    one, other = (found(stage_of("stars", s=text())) for _ in range(2))
    assert one == other


def test_nothing_grows_without_a_size(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("linear", s=text(5))
    assert not stage.scene.parts.growing
    assert list(race(stage).run()) == []


def test_every_strategy_observes_what_each_proposes(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("stars", s=text())
    slow = recipe({"s": pumped(PartKind.TEXT, "", "<*")})
    fakes = Fake([Proposal(slow), None]), Fake([Proposal({"s": "'<*<*a'"})])
    fakes[1].name = "other"  # type: ignore[misc]
    with stage.meter.installed():
        tried = list(race(stage, *fakes).run())
    assert fakes[0].observed == fakes[1].observed == [judged for judged, _ in tried]
    assert tried[0][0].recipe == slow
    assert tried[0][1]  # the first that bends is the best of its niche
    assert {judged.by for judged, _ in tried} == {"fake", "other"}
    assert slow.sources in [bend.recipe.sources for bend in stage.scene.archive.kept]


def test_figures_are_those_of_the_runs(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("stars", s=text())
    run = race(stage, RegexAttacks(), Evolve())
    with stage.meter.installed():
        tried = [judged for judged, _ in islice(run.run(), 300)]
    figures = {each.name: each for each in run.figures}
    assert sum(each.runs for each in figures.values()) == stage.meter.runs
    for name, each in figures.items():
        assert each.best == max(judged.cost for judged in tried if judged.by == name) > 0
        assert each.seconds > 0


def test_what_was_tried_is_not_tried_again(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("linear", s=text())
    same = [Proposal(recipe({"s": pumped(PartKind.TEXT, "", "a")})) for _ in range(5)]
    with stage.meter.installed():
        assert len(list(race(stage, Fake([*same])).run())) == 1
    assert stage.meter.runs == 3
