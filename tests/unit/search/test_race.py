"""A race finds recipes whose cost bends, and no others; strategies have their turns and true figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from slowpath.errors import UsageError
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.part import Part, PartKind, pumped
from slowpath.recipe.recipe import recipe
from slowpath.recipe.use import use_of
from slowpath.search import race as racing
from slowpath.search.judge import Bend, Judged
from slowpath.search.race import EXHAUSTED, Race
from slowpath.search.strategies.evolve import Evolve
from slowpath.search.strategies.regex import RegexAttacks
from slowpath.search.strategy import Proposal, Scene, Strategy
from slowpath.shape.base import Shape
from slowpath.shape.library import blob, boolean, integer, ints, lists, text
from tests.unit.search.programs.trees import written
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


class Fake(Strategy, name="fake", place=99):
    """Proposes what it is given, and notes what it observes."""

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
        return staged(file, name, shapes)

    return made


class Waiting(Fake, name="waiting", place=99):
    """Gives its turn back again and again."""

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        while True:
            yield from self.proposals
            yield None


def test_a_race_ends_if_all_that_is_left_only_waits(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("linear", s=text())
    made = recipe({"s": pumped(PartKind.TEXT, pump="a")})
    with stage.meter.installed():
        judged = [each.recipe for each, _ in race(stage, Waiting([Proposal(made)])).run()]
    assert judged == [made]


class Slow(Fake, name="fake", place=99):
    """Needs several turns before it has something to propose."""

    def __init__(self, clock: Clock, made: Proposal) -> None:
        super().__init__([])
        self._clock, self._made = clock, made

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        for _ in range(3):
            self._clock.now = scene.until
            yield None
        yield self._made


def test_a_race_goes_on_if_the_time_ended_a_turn(stage_of: Callable[..., Staged]) -> None:
    stage, clock = stage_of("linear", s=text()), Clock()
    stage.scene.clock = clock
    made = recipe({"s": pumped(PartKind.TEXT, pump="a")})
    with stage.meter.installed():
        judged = [each.recipe for each, _ in race(stage, Slow(clock, Proposal(made))).run()]
    assert judged == [made]


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
        ("Parser.feed", {"data": text(), "strict": boolean()}),
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


class Timed(Strategy, place=0):
    """Proposes another pump each time, which takes it a second; what is judged takes none."""

    def __init__(self, name: str, clock: Clock, most: int = 1_000, *, traced: bool = False) -> None:
        super().__init__()
        self.name = name  # type: ignore[misc]
        self.traced = traced  # type: ignore[misc]
        self._clock, self._most = clock, most

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        for number in range(self._most):
            self._clock.now += 1.0
            yield Proposal(recipe({"s": pumped(PartKind.TEXT, self.name, str(number))}))


class Clock:
    """Stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def turns(
    stage: Staged, clock: Clock, *strategies: Strategy, traced_first: bool = False
) -> list[tuple[str, int]]:
    """Who proposed how many recipes in a row, in a race of 100 s."""
    stage.scene.clock = clock
    run = Race(stage.scene, stage.judge, strategies, 100.0, traced_first=traced_first)
    told: list[tuple[str, int]] = []
    with stage.meter.installed():
        for judged, _ in run.run():
            if told and told[-1][0] == judged.by:
                told[-1] = (judged.by, told[-1][1] + 1)
            else:
                told.append((judged.by, 1))
            if clock.now >= 60:
                break
    return told


def test_traced_strategies_have_one_turn_each_between_those_of_others(
    stage_of: Callable[..., Staged],
) -> None:
    clock = Clock()
    flip, worst = (Timed(name, clock, traced=True) for name in ("flip", "worst"))
    told = turns(stage_of("linear", s=text()), clock, Timed("evolve", clock), flip, worst)
    # A fifth of the time to begin with, six seconds for each traced one, a tenth in between.
    assert told == [("evolve", 20), ("flip", 6), ("evolve", 10), ("worst", 6), ("evolve", 18)]


def test_the_seconds_of_a_traced_one_are_its_own(
    stage_of: Callable[..., Staged], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, stage = Clock(), stage_of("linear", s=text())
    judge = stage.judge.judge

    def slowly(*arguments: Any) -> Judged:
        clock.now += 2.0
        return judge(*arguments)

    monkeypatch.setattr(stage.judge, "judge", slowly)
    told = turns(stage, clock, Timed("flip", clock, traced=True), traced_first=True)
    assert told == [("flip", 6)]  # what it takes to judge is not counted


def test_a_scout_begins_with_the_traced_ones(stage_of: Callable[..., Staged]) -> None:
    clock = Clock()
    flip = Timed("flip", clock, traced=True)
    told = turns(stage_of("linear", s=text()), clock, Timed("evolve", clock), flip, traced_first=True)
    assert told == [("flip", 6), ("evolve", 54)]


def test_what_is_eager_comes_before_all_else(stage_of: Callable[..., Staged]) -> None:
    clock = Clock()
    eager = Timed("regex", clock, most=3)
    eager.eager = True  # type: ignore[misc]
    told = turns(stage_of("linear", s=text()), clock, Timed("evolve", clock, most=5), eager)
    assert told == [("regex", 3), ("evolve", 5)]


def fail(message: str) -> Proposal:
    raise UsageError(message)


def test_a_target_that_cannot_be_traced_is_searched_without(stage_of: Callable[..., Staged]) -> None:
    class Refused(Fake, name="fake", place=99, traced=True):
        def propose(self, scene: Scene) -> Iterator[Proposal | None]:
            yield from map(fail, ["no source"])

    stage = stage_of("linear", s=text())
    slow = Fake([Proposal(recipe({"s": pumped(PartKind.TEXT, "", "a")}))])
    run = race(stage, slow, Refused([]))
    with stage.meter.installed():
        assert len(list(run.run())) == 1
    assert run.refused == "no source"


def test_an_error_of_another_strategy_is_an_error(stage_of: Callable[..., Staged]) -> None:
    class Broken(Fake, name="fake", place=99):
        def propose(self, scene: Scene) -> Iterator[Proposal | None]:
            yield from map(fail, ["no shapes"])

    with pytest.raises(UsageError, match="no shapes"):
        list(race(stage_of("linear", s=text()), Broken([])).run())


def test_a_strategy_that_meets_code_of_the_target_and_fails_leaves_the_others_alone(
    stage_of: Callable[..., Staged],
) -> None:
    class Asking(Fake, name="fake", place=99):
        def propose(self, scene: Scene) -> Iterator[Proposal | None]:
            yield Proposal(recipe({"s": pumped(PartKind.TEXT, "", "b")}))
            raise TypeError("it is not set up")

    stage = stage_of("linear", s=text())
    other = Fake([Proposal(recipe({"s": pumped(PartKind.TEXT, "", "a")}))])
    run = race(stage, Asking([]), other)
    with stage.meter.installed():
        assert len(list(run.run())) == 2
    assert run.failed == {"fake": "TypeError: it is not set up"}


def test_a_strategy_whose_runs_never_end_is_over_if_others_have_runs_that_do(
    stage_of: Callable[..., Staged], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(racing, "_IN_VAIN", 20)

    def proposals(most: int, **more: Part) -> list[Proposal | None]:
        pumps = [pumped(PartKind.TEXT, "", "a" * (1 + number)) for number in range(most)]
        return [Proposal(recipe({"data": pump, **more})) for pump in pumps]

    vain = proposals(100)  # without an argument of the constructor there is no receiver
    good = proposals(3, strict=pumped(PartKind.TEXT, "b"))
    for others, tried in ((good, 3 + 20), ([], 100)):
        stage = stage_of("Parser.feed", data=text(), strict=text())
        with stage.meter.installed():
            assert len(list(race(stage, Fake(others), Fake(vain)).run())) == tried


def test_a_strategy_that_only_repeats_itself_is_over(stage_of: Callable[..., Staged]) -> None:
    class Same(Fake, name="fake", place=99):
        def propose(self, scene: Scene) -> Iterator[Proposal | None]:
            while True:
                self.runs += 1
                yield Proposal(recipe({"s": pumped(PartKind.TEXT, "", "a")}))

    stage = stage_of("linear", s=text())
    same = Same([])
    with stage.meter.installed():
        assert len(list(race(stage, same).run())) == 1
    assert same.runs == EXHAUSTED + 2  # the first is new; one more than so many were known


def test_runs_of_its_own_count_for_a_strategy(stage_of: Callable[..., Staged]) -> None:
    stage = stage_of("linear", s=text())
    fake = Fake([Proposal(recipe({"s": pumped(PartKind.TEXT, "", "a")}))])
    fake.runs, fake.solves = 40, 7
    idle = Fake([None])
    idle.name = "idle"  # type: ignore[misc]
    run = race(stage, fake, idle)
    with stage.meter.installed():
        next(run.run())
    (figures,) = run.figures  # who did nothing is not told
    assert (figures.name, figures.runs, figures.solves) == ("fake", 43, 7)


def test_programs_have_an_archive_of_their_own(tmp_path: Path) -> None:
    stage = staged(written(tmp_path), "Table.repeated", {"name": text()})
    source = "x = Table()\nx.section('a')\nfor i in range(N):\n    x.put('a', i)\nx.repeated('a')"
    use = use_of(parse_program(source), stage.scene.loaded.target)
    assert use is not None
    proposal = Proposal(use)

    class Told(Strategy, name="told", place=1):
        def propose(self, scene: Scene) -> Iterator[Proposal | None]:
            yield proposal
            yield proposal

    with stage.meter.installed():
        ((judged, is_best),) = Race(stage.scene, stage.judge, [Told()], 10.0).run()
    assert is_best
    assert judged.recipe is use
    assert judged.bend is not None
    assert [each.recipe for each in stage.scene.programs.kept] == [use]
    assert not stage.scene.archive.kept
    assert not stage.scene.archive.has_reached
