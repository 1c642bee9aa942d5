"""How recipes are judged: by the second difference of counted costs at n, 2n and 3n."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from slowpath.model.slot import filled_by_each
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.part import Family, Fixed, PartKind, pumped
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.recipe.use import use_of
from slowpath.search.judge import BASE, STEEP, Judged
from slowpath.shape.base import Shape
from slowpath.shape.library import lists, text
from tests.unit.search.staged import MAX_OPS, Staged, staged

SOURCE = """
def linear(s):
    for a in s:
        pass

def square(s):
    for a in s:
        for b in s:
            pass

def subsets(s):
    return subsets(s[1:]) + subsets(s[1:]) if s else 1

def depth(s):
    return 1 + depth(s[1:]) if s else 0

def tags(s):
    while s:
        if s[0] != "<":
            s = s[1:]

def letters(words):
    return sum(1 for word in words for letter in word)

def pairs(words):
    return sum(1 for word in words for letter in word for other in words)

def heavy(s):
    for i in range(2_000 * 10 ** len(s)):
        pass

def suffixes(s):
    return sum(map(len, [s[place:] for place in range(len(s))]))

class Roll:
    def __init__(self):
        self.names = []

    def add(self, name):
        if name not in self.names:
            self.names.append(name)

    def count(self):
        return len(self.names)

    def total(self):
        return sum(len(name) for name in self.names)

    def twins(self):
        return [name for name in self.names for other in self.names if name == other]

class Chain:
    def __init__(self):
        self.first, self.length = None, 0

    def add(self, name):
        node, self.length = [name, None], self.length + 1
        if self.first is None:
            self.first = node
            return
        last = self.first
        while last[1] is not None:
            last = last[1]
        last[1] = node

    def item(self, place):
        node = self.first
        for _ in range(place):
            node = node[1]
        return node[0]

    def items(self):
        return [self.item(place) for place in range(self.length)]

class Picky:
    def __init__(self, s):
        raise ValueError(s)

    def get(self):
        return 1
"""
A = recipe({"s": pumped(PartKind.TEXT, pump="a")})


@pytest.fixture(scope="module")
def stage_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Staged]:
    file = tmp_path_factory.mktemp("judge") / "judged.py"
    file.write_text(SOURCE)

    def made(name: str, shapes: dict[str, Shape] | None = None) -> Staged:
        return staged(file, name, {"s": text()} if shapes is None else shapes)

    return made


def test_a_cost_in_proportion_to_the_size_does_not_bend(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("linear")
    judged = stage.judge.judge(A, "evolve")
    assert judged.bend is None
    assert stage.meter.runs == 3
    assert judged.cost == stage.meter.run({"s": "a" * 3 * BASE}).cost
    assert judged.length == 3 * BASE


@pytest.mark.parametrize(("name", "expected"), [("suffixes", True), ("square", False)])
def test_memory_bends_or_not(stage_of: Callable[..., Staged], name: str, expected: bool) -> None:
    stage = stage_of(name)
    bend = stage.judge.judge(A, "evolve").bend
    assert bend is not None
    assert stage.judge.bends_in_memory(bend) is expected


def test_a_square_bends_by_twice_its_factor(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("square")
    bend = stage.judge.judge(A, "evolve").bend
    assert bend is not None
    one, two, three = bend.costs
    assert bend.costs == tuple(stage.meter.run({"s": "a" * n * BASE}).milli for n in (1, 2, 3))
    # C(3n) - 2 C(2n) + C(n) of f n² + ... is 2 f n²: two inner executions for each pair.
    assert bend.score == (three - 2 * two + one) / BASE**2
    site = stage.scene.loaded.ledger.sites[bend.niche]
    assert (Path(site.file).name, site.line) == ("judged.py", 9)  # the inner loop


def test_a_bend_that_lasts_is_steep(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("square")
    bend = stage.judge.bend(A)
    assert bend is not None
    assert not bend.is_superlinear  # until it is confirmed
    confirmed = stage.judge.confirmed(bend)
    assert confirmed.steepness == 4.0  # the size is doubled
    assert confirmed.size == 4 * BASE
    assert confirmed.is_superlinear
    assert STEEP < 4.0


def test_sizes_are_halved_until_the_runs_end(stage_of: Callable[..., Staged]) -> None:
    bend = stage_of("subsets").judge.bend(A)
    assert bend is not None
    assert bend.size == 3  # 2^9 calls; 2^18 are over the budget
    confirmed = stage_of("subsets").judge.confirmed(bend)
    assert confirmed.steepness == math.inf


def test_sizes_are_quartered_at_the_recursion_limit(stage_of: Callable[..., Staged]) -> None:
    judge = stage_of("depth").judge
    bend = judge.bend(A, size=400)
    assert bend is not None
    assert (bend.size, bend.deep) == (100, True)


def test_what_does_not_end_at_size_one_is_noted(stage_of: Callable[..., Staged]) -> None:
    judge = stage_of("tags").judge
    endless = recipe({"s": pumped(PartKind.TEXT, "aaa", "<")})
    judge.judge(endless, "evolve")
    noted = [judge.unended]  # perhaps nothing ends
    judge.judge(A, "evolve")
    assert judge.judge(endless, "evolve") == Judged(endless, "evolve")
    assert [*noted, judge.unended] == [None, endless]
    plainer = recipe({"s": pumped(PartKind.TEXT, "", "<")})
    judge.judge(plainer, "evolve")
    judge.judge(endless, "evolve")
    assert judge.unended == plainer


def test_what_returns_at_the_smallest_size_alone_is_accepted(stage_of: Callable[..., Staged]) -> None:
    for budget, expected in ((MAX_OPS, 8), (20_000, 1), (2_000, 0)):  # at N = 1 it takes 20,000 rounds
        judge = stage_of("heavy").judge
        judge.meter.max_ops = budget
        for _ in range(8):
            assert judge.judge(A, "evolve") == Judged(A, "evolve")  # at N = 2 it does not end
        assert judge.accepted == expected


def test_an_input_that_the_constructor_refuses_costs_nothing(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("Picky.get", {"s": text()})
    made = recipe({"s": pumped(PartKind.TEXT, pump="a")})
    assert stage.judge.judge(made, "flip") == Judged(made, "flip")
    assert stage.meter.runs == 1


@pytest.mark.parametrize(("name", "expected"), [("letters", False), ("pairs", True)])
def test_a_cost_in_proportion_to_what_an_input_holds_is_none_to_find(
    stage_of: Callable[..., Staged], name: str, expected: bool
) -> None:
    triangle = recipe({"words": Family("['a' * i for i in range(N)]")})
    stage = stage_of(name, {"words": lists(text())})
    with stage.meter.installed():
        bend = stage.judge.bend(triangle)
        assert bend is not None
        assert stage.judge.confirmed(bend).is_superlinear is expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("letters('ab' * (2 * (N + 1)) * N)", 2.0),
        ("text = 'a' * N\nwords = text * N\nletters(words)", 2.0),
        ("words = []\nfor i in range(N):\n    words.append('a' * N)\nletters(words)", 2.0),
        ("words = [['a'] * N] * N\nletters(words)", 2.0),  # one row N times is read N times
        ("word = 'a'\nfor i in range(N):\n    word = 'a' * N\nletters(word)", 1.0),  # most is thrown away
        ("words = []\nfor i in range(N):\n    words.append(f'a{i}')\nletters(words)", 1.0),
    ],
)
def test_what_a_program_makes_is_measured(
    stage_of: Callable[..., Staged], source: str, expected: float
) -> None:
    stage = stage_of("letters", {"words": lists(text())})
    use = use_of(parse_program(source), stage.scene.loaded.target)
    assert use is not None
    with stage.meter.installed():
        assert stage.judge.swelling(use) == pytest.approx(expected, abs=0.2)


def filling() -> Recipe:
    return recipe({filled_by_each("add", "name"): Family("[str(i) for i in range(N)]")})


def test_a_bend_of_what_fills_the_receiver_is_not_the_target_s(stage_of: Callable[..., Staged]) -> None:
    judge = stage_of("Roll.count", {}).judge
    judged = judge.judge(filling(), "evolve")
    assert judged.bend is None  # only adding is quadratic
    assert judged.cost > 0


def test_a_bend_of_the_target_on_a_filled_receiver_is_its_own(stage_of: Callable[..., Staged]) -> None:
    assert stage_of("Roll.twins", {}).judge.judge(filling(), "evolve").bend is not None


def test_a_receiver_that_is_costly_to_fill_is_filled_for_larger_runs_too(
    stage_of: Callable[..., Staged],
) -> None:
    judge = stage_of("Chain.items", {}).judge
    filling = recipe({filled_by_each("add", "name"): Family("[str(i) for i in range(N)]")})
    for size in (12, 96, 144):
        judged = judge.judge(filling, "evolve", size)
        assert judged.bend is not None
        assert judge.confirmed(judged.bend).is_superlinear


def test_an_input_that_does_not_grow_does_not_bend(stage_of: Callable[..., Staged]) -> None:
    judged = stage_of("square").judge.judge(recipe({"s": Fixed("'aa'")}), "evolve")
    assert (judged.bend, judged.length) == (None, 0)


def test_what_was_reached_is_told(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("square")
    judged = stage.judge.judge(A, "evolve")
    sites = stage.scene.loaded.ledger.sites
    reached = {(sites[index].kind.value, sites[index].line): count for index, count in judged.reached}
    assert reached == {("function", 6): 1, ("loop", 7): 36, ("loop", 8): 36 * 36}


def test_recipes_for_which_the_target_returns_are_counted(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("linear")
    stage.judge.judge(A, "evolve")
    assert stage.judge.accepted == 1
    stage.judge.judge(recipe({"s": Fixed("None")}), "evolve")  # a TypeError
    assert stage.judge.accepted == 1


@pytest.mark.parametrize(("name", "bends"), [("count", False), ("total", True)])
def test_what_is_fed_in_turns_is_not_the_target(
    stage_of: Callable[..., Staged], name: str, bends: bool
) -> None:
    stage = stage_of(f"Roll.{name}", {})
    source = f"x = Roll()\nfor i in range(N):  # measured\n    x.add(f'a{{i}}')\n    x.{name}()"
    use = use_of(parse_program(source), stage.meter.loaded.target)
    assert use is not None
    assert (stage.judge.judge(use, "program").bend is not None) == bends


def test_a_bend_in_memory_is_seen_twice(
    stage_of: Callable[..., Staged], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = stage_of("suffixes")
    bend = stage.judge.judge(A, "evolve").bend
    assert bend is not None
    large, flat = [1_000_000, 4_000_000, 9_000_000], [1_000_000, 2_000_000, 3_000_000]
    for found, expected in (([*large, *large], True), ([*large, *flat], False), (flat, False)):
        peaks = iter(found)
        monkeypatch.setattr(stage.judge.meter, "peak", lambda *_, given=peaks: next(given))
        assert stage.judge.bends_in_memory(bend) is expected
        assert next(peaks, None) is None
