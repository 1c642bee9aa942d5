"""`find` as an order: what is verified in which order, when it is enough, and what is then told."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import msgspec
import pytest

from slowpath.command import find
from slowpath.command.find import FEWEST_ACCEPTED, SETTLED, FindOrder, run, usual_jobs
from slowpath.errors import InputError, SourceUnavailable, TargetImportError
from slowpath.model.find import (
    Baseline,
    Case,
    Finding,
    FindReport,
    LargeResult,
    Measured,
    StrategyFigures,
    Unended,
)
from slowpath.model.growth import Growth
from slowpath.model.provenance import Provenance, ShapeNote
from slowpath.model.run import End, Lost
from slowpath.model.scenario import Scenario
from slowpath.model.stop import StopReason
from slowpath.oracle.verify import Verified
from slowpath.search.hunter import Key, key
from slowpath.search.hunting import Caught, FoundUnending
from slowpath.shape.infer import Inferred
from slowpath.shape.library import text
from tests.unit.command.fakes import FakeWorker, ran, written

SHAPES = {"s": Inferred(text(), Provenance.HINT, "str")}


def caught(source: str, score: float = 1.0, site: str = "m.py:3") -> Caught:
    return Caught({"s": source}, score, 4.0, site, "f", "evolve", (1, 2))


def grown(exponent: float | None, cost: int = 1_000) -> Growth:
    return Growth(((50, cost // 4), (100, cost)), "O(2^n)" if exponent is None else "O(n^x)", exponent, 1.0)


def verdict(catch: Caught, exponent: float | None, cost: int = 1_000) -> Verified:
    """What fresh processes say of a catch: it is a finding if its exponent is 2 or unknown."""
    growth = grown(exponent, cost)
    finding = Finding(
        catch.recipe,
        growth,
        (),
        None,
        "",
        catch.site,
        catch.function,
        (),
        None,
        catch.found_by,
        scenario=catch.scenario,
    )
    case = Case(100, catch.recipe, cost, None, None, "digest", catch.found_by)
    return Verified(finding, exponent is None or exponent >= 1.5, case)


@dataclass
class FakePack:
    """Hunters that catch what they are given, one step of a second each time they are listened to."""

    steps: list[Any] = field(default_factory=list)
    ends: bool = True  # when there are no more steps
    now: float = 0.0
    caught: dict[Key, Caught] = field(default_factory=dict)
    unending: list[FoundUnending] = field(default_factory=list)
    inferred: Mapping[str, Inferred] = field(default_factory=lambda: SHAPES)
    strategies: tuple[StrategyFigures, ...] = (StrategyFigures("evolve", 30, 0, 9, 0.5),)
    lost: tuple[Lost, ...] = ()
    grows: bool = True
    tried: tuple[int, int] = (900, 800)
    returned: int = 2_500
    ended: bool = False
    gave_up: bool = False
    is_loaded: bool = True
    begins: bool = True
    deadline: float = 0.0
    spare: int = 0  # hunters that can join
    joined: list[float] = field(default_factory=list)  # when others joined
    speed: float = 1.0  # the share of the time that a busy machine gives a hunter

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None: ...

    @property
    def worked(self) -> float:
        return self.speed * self.now

    def begin(self) -> bool:
        return self.begins

    def listen(self, seconds: float) -> bool:
        self.now += 1.0
        step = self.steps.pop(0) if self.steps else None
        if isinstance(step, KeyboardInterrupt):
            raise step
        if isinstance(step, Caught):
            self.caught[key(step.recipe, step.scenario)] = step
        if isinstance(step, dict):
            self.unending.append(FoundUnending(step))
        return isinstance(step, Caught)

    def join(self) -> bool:
        if self.spare:
            self.spare -= 1
            self.joined.append(self.now)
            return True
        return False

    @property
    def is_over(self) -> bool:
        return self.ends and not self.steps

    def inferred_for(self, name: Key) -> Mapping[str, Inferred]:
        assert name in self.caught
        return self.inferred


class Searched:
    """A search whose hunters, workers and clock are not real."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, pack: FakePack) -> None:
        self.pack = pack
        self.worker = FakeWorker(lambda inputs: ran(len(eval(inputs["s"]))))
        self.verified: list[str] = []
        self.waited: list[str] = []
        self.said: list[str] = []
        self.made: list[dict[str, Any]] = []  # the options of each worker
        self.started: list[Any] = []
        self.verdicts: Callable[[Caught], Verified | None] = lambda catch: verdict(catch, 2.0)
        self.memories: Callable[[str], Growth | None] = lambda source: None
        self.weighed: list[str] = []
        self.no_end: Callable[[Mapping[str, str]], bool] = lambda recipe: True
        monkeypatch.setattr(find, "time", SimpleNamespace(monotonic=lambda: pack.now))
        monkeypatch.setattr("slowpath.command.order.Worker", self._worker)
        monkeypatch.setattr(find, "Pack", self._pack)
        monkeypatch.setattr(find, "verified", self._verify)
        monkeypatch.setattr(find, "with_memory", self._weigh)
        monkeypatch.setattr(find, "unended", self._wait)
        monkeypatch.setattr(find, "neighbours", lambda file, module: ())

    def _worker(self, spec: str, **options: Any) -> FakeWorker:
        self.made.append(options)
        return self.worker

    def _pack(self, start: Any, jobs: int, deadline: float, tell: Any) -> FakePack:
        self.started.append(start)
        return self.pack

    def _verify(
        self, catch: Caught, worker: Any, seconds: float, *, timed: bool, only_memory: bool
    ) -> Verified | None:
        assert worker is self.worker
        self.verified.append(catch.recipe["s"])
        return self.verdicts(catch)

    def _weigh(self, seen: Verified, worker: Any, seconds: float) -> Finding:
        assert worker is self.worker
        source = seen.finding.recipe["s"]
        self.weighed.append(source)
        return replace(seen.finding, memory=self.memories(source))

    def _wait(self, found: FoundUnending, worker: Any, seconds: float, *, timed: bool) -> Unended | None:
        self.waited.append(found.recipe["s"])
        return Unended(found.recipe, 10, 4.0) if self.no_end(found.recipe) else None

    def report(self, seconds: float = 60.0, **fields: Any) -> FindReport:
        return run(FindOrder(spec="m:f", seconds=seconds, max_ops=100, **fields), self.said.append)


def recipes(report: FindReport) -> list[str]:
    return [each.recipe["s"] for each in report.findings]


def test_after_an_explosion_only_other_places_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [
        caught("'a' * N", site="m.py:1"),
        caught("'b' * N"),
        caught("'c' * N"),
        caught("'d' * N", site="m.py:9"),
    ]
    searched = Searched(monkeypatch, FakePack(steps))
    searched.verdicts = lambda catch: verdict(catch, None if "b" in catch.recipe["s"] else 2.0)
    report = searched.report()
    assert report.stopped_because is StopReason.NOTHING_LEFT
    assert recipes(report) == ["'b' * N", "'a' * N", "'d' * N"]  # the worst first
    assert searched.verified == ["'a' * N", "'b' * N", "'d' * N"]
    assert report.growth == grown(None)
    assert report.recipe == {"s": "'b' * N"}
    assert report.strategies == searched.pack.strategies


def test_there_is_one_finding_for_each_place(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [caught("'a' * N"), caught("'b' * N"), caught("'c' * N", site="m.py:9")]
    searched = Searched(monkeypatch, FakePack(steps))
    searched.verdicts = lambda catch: verdict(catch, 3.0 if "b" in catch.recipe["s"] else 2.0)
    assert recipes(searched.report()) == ["'b' * N", "'c' * N"]


def test_what_remains_in_doubt_gets_a_second_look_when_nothing_else_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N"), caught("'b' * N", site="m.py:9")]))
    looks: list[str] = []

    def seen(catch: Caught) -> Verified:
        looks.append(catch.recipe["s"])
        if "b" in catch.recipe["s"]:
            return verdict(catch, 2.0)
        return (
            replace(verdict(catch, 1.2), in_doubt=True)
            if looks.count("'a' * N") == 1
            else verdict(catch, 2.0)
        )

    searched.verdicts = seen
    report = searched.report()
    assert sorted(looks) == ["'a' * N", "'a' * N", "'b' * N"]
    assert sorted(recipes(report)) == ["'a' * N", "'b' * N"]


def test_what_is_in_doubt_does_not_wait_for_better_catches_at_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = {"a": "m.py:3", "b": "m.py:3", "c": "m.py:9"}
    catches = [caught(f"'{name}' * N", 1.0, site) for name, site in places.items()]
    searched = Searched(monkeypatch, FakePack(caught={key(each.recipe): each for each in catches}))
    searched.verdicts = lambda catch: replace(verdict(catch, 1.2), in_doubt=True)
    searched.report()
    assert sorted(searched.verified[:2]) == ["'a' * N", "'c' * N"]  # the places that are new
    assert "'b' * N" in searched.verified[4:]  # after the second looks


def test_memory_is_not_weighed_if_growth_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N")]))
    searched.verdicts = lambda catch: replace(verdict(catch, 1.0), ends=True)
    assert searched.report().findings == ()
    assert searched.weighed == []


def test_memory_is_weighed_when_nothing_else_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N"), caught("'b' * N", site="m.py:9")]))
    searched.memories = lambda source: grown(2.0)
    told = {each.recipe["s"]: each for each in searched.report().findings}
    assert sorted(searched.weighed) == sorted(told) == ["'a' * N", "'b' * N"]
    assert all(each.memory is not None and each.measure is Measured.TIME for each in told.values())


def test_doubts_that_stay_end_with_the_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N")]))
    searched.verdicts = lambda catch: replace(verdict(catch, 1.2), in_doubt=True)
    assert searched.report().findings == ()
    assert searched.verified == ["'a' * N"] * 2


@pytest.mark.parametrize(("seconds", "quiet"), [(10.0, SETTLED), (60.0, 9.0), (600.0, 15.0)])
def test_a_finding_is_final_after_a_quiet_time(
    monkeypatch: pytest.MonkeyPatch, seconds: float, quiet: float
) -> None:
    searched = Searched(monkeypatch, FakePack([None, caught("'a' * N")], ends=False))
    report = searched.report(seconds)
    assert report.stopped_because is StopReason.QUIET
    assert 2 + quiet < report.elapsed <= 2 + quiet + 1  # found in the second second


def test_hunters_that_wait_for_a_core_have_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = FakePack([None, caught("'a' * N")], ends=False, speed=0.25)
    assert Searched(monkeypatch, pack).report(60.0).stopped_because is StopReason.QUIET
    assert pack.now == pytest.approx(2 + 9.0 / 0.25, abs=2)


def test_a_search_does_not_end_while_catches_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    # The second one takes long to verify, and is no finding: the third still gets its look.
    pack = FakePack([caught("'a' * N", site="m.py:3"), *[None] * 5], ends=False)
    searched = Searched(monkeypatch, pack)

    def judge(catch: Caught) -> Verified:
        if catch.recipe["s"] == "'a' * N":
            for source in ("'bb' * N", "'ccc' * N"):
                other = caught(source, site=f"m.py:{len(source)}")
                pack.caught[key(other.recipe)] = other
            return verdict(catch, 2.0)
        if "bb" in catch.recipe["s"]:
            pack.now += 20.0
            return verdict(catch, 1.0)
        return verdict(catch, 2.0)

    searched.verdicts = judge
    assert recipes(searched.report()) == ["'a' * N", "'ccc' * N"]


def test_what_came_during_the_last_look_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = FakePack([caught("'a' * N")], ends=False, tried=(1, 1))
    searched = Searched(monkeypatch, pack)

    def judge(catch: Caught) -> Verified:
        pack.now += 60.0  # the time is over
        monkeypatch.setattr(FakePack, "listen", lambda self, seconds: setattr(self, "tried", (900, 800)))
        return verdict(catch, 1.0)

    searched.verdicts = judge
    assert searched.report().inconclusive is None


def test_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    report = Searched(monkeypatch, FakePack(ends=False)).report(seconds=20.0)
    assert (report.stopped_because, report.elapsed) == (StopReason.TIME, 20.0)


def test_nothing_is_left_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack())
    searched.worker = FakeWorker(lambda inputs: ran(0, End.RAISED, raises="ValueError: no"))
    report = searched.report()
    assert report.stopped_because is StopReason.NOTHING_LEFT
    assert (report.findings, report.cases, report.growth, report.recipe) == ((), (), None, None)
    assert report.advice.startswith("random inputs all raise, the last one ValueError: no")
    assert report.shapes == {"s": ShapeNote("text(N)", Provenance.HINT, "str")}


def test_a_search_whose_processes_end_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    report = Searched(monkeypatch, FakePack(gave_up=True)).report()
    assert report.stopped_because is StopReason.DIED
    assert report.inconclusive == "runs of the target ended the searching process too often"
    found = Searched(monkeypatch, FakePack([caught("'a' * N")], gave_up=True)).report()
    assert (found.stopped_because, found.inconclusive) == (StopReason.DIED, None)


def test_a_catch_that_grows_no_faster_than_it_should_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N")]))
    searched.verdicts = lambda catch: verdict(catch, 1.0)
    report = searched.report()
    assert report.findings == ()
    assert report.growth == grown(1.0)  # what was measured is told
    assert report.recipe == {"s": "'a' * N"}
    assert [case.cost for case in report.cases] == [1_000]
    assert report.advice == ""


def large(catch: Caught) -> Verified:
    """What fresh processes say of a catch whose cost grows with the result."""
    seen = verdict(catch, 2.0)
    found = seen.finding
    result = LargeResult(found.recipe, found.growth, found.growth, found.site, found.function, found.found_by)
    return Verified(found, False, None, result)


def test_a_large_result_is_no_finding_and_the_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N"), caught("'b' * N")]))
    searched.verdicts = lambda catch: large(catch) if "a" in catch.recipe["s"] else verdict(catch, 2.0)
    report = searched.report()
    assert [each.recipe["s"] for each in report.large_results] == ["'a' * N"]
    assert recipes(report) == ["'b' * N"]
    assert [case.input["s"] for case in report.cases] == ["'b' * N"]


def test_a_large_result_alone_is_nothing_found(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N")]))
    searched.verdicts = large
    report = searched.report()
    assert (report.findings, report.growth, report.advice) == ((), None, "")
    assert report.inconclusive is None
    assert report.stopped_because is StopReason.NOTHING_LEFT


def test_large_results_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [caught(f"'{number}' * N") for number in range(8)]
    steps += [caught(f"'x{number}' * N") for number in range(20)]
    searched = Searched(monkeypatch, FakePack(list(steps)))
    searched.verdicts = lambda catch: None if "x" in catch.recipe["s"] else large(catch)
    searched.report()
    assert len(searched.verified) == 8 + 12
    searched = Searched(monkeypatch, FakePack(steps))
    searched.verdicts = large
    assert len(searched.report().large_results) == 12


def test_too_few_inputs_for_which_the_target_returns_mean_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    report = Searched(monkeypatch, FakePack(tried=(900, FEWEST_ACCEPTED - 1))).report()
    told = f"the target returned for {FEWEST_ACCEPTED - 1} of 900 inputs that were tried"
    assert report.inconclusive == told
    assert (report.tried, report.accepted, report.returned) == (900, FEWEST_ACCEPTED - 1, 2_500)
    assert Searched(monkeypatch, FakePack(tried=(900, FEWEST_ACCEPTED))).report().inconclusive is None
    found = Searched(monkeypatch, FakePack([caught("'a' * N")], tried=(900, 0))).report()
    assert (len(found.findings), found.inconclusive) == (1, None)


@pytest.mark.parametrize("fields", [{"inferred": {}, "grows": False}, {"grows": False}])
def test_nothing_that_grows_was_searched(monkeypatch: pytest.MonkeyPatch, fields: dict[str, Any]) -> None:
    report = Searched(monkeypatch, FakePack(**fields)).report()
    assert report.inconclusive == "no input of growing size was searched"
    programs = FakePack(inferred={}, tried=(900, FEWEST_ACCEPTED))  # no parameter, but programs were searched
    assert Searched(monkeypatch, programs).report().inconclusive is None


def test_the_costliest_cases_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = {"'a' * N": 100, "'b' * N": 300, "'c' * N": 200}
    searched = Searched(monkeypatch, FakePack([caught(source) for source in costs]))
    searched.verdicts = lambda catch: verdict(catch, 2.0, costs[catch.recipe["s"]])
    assert [case.cost for case in searched.report(tests=2).cases] == [300, 200]


def test_what_is_verified_first(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = FakePack([None])
    for each in (
        caught("'elsewhere' * N", 9.0, "m.py:3"),
        caught("'far better' * N", 900.0, "m.py:4"),
        caught("'plain' * N", 100.0, "m.py:4"),
        caught("'weak' * N", 80.0, "m.py:4"),
        caught("'x' * N", 8.0, "m.py:5"),
    ):
        pack.caught[key(each.recipe)] = each
    searched = Searched(monkeypatch, pack)
    searched.verdicts = lambda catch: None
    searched.report()
    # The plainest of those above a tenth of the best score; then what is at a new place, plainest first.
    assert searched.verified == [
        "'plain' * N",
        "'x' * N",
        "'elsewhere' * N",
        "'far better' * N",
        "'weak' * N",
    ]


def test_what_seems_to_explode_is_verified_before_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = FakePack([None])
    steep = msgspec.structs.replace(caught("'explodes' * N", 1.0, "m.py:3"), steepness=math.inf)
    for each in (caught("'a' * N", 900.0), caught("'b' * N", 900.0), steep):
        pack.caught[key(each.recipe)] = each
    searched = Searched(monkeypatch, pack)
    searched.verdicts = lambda catch: None
    searched.report()
    assert searched.verified == ["'explodes' * N", "'a' * N", "'b' * N"]


def test_all_catches_are_verified_though_the_hunt_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = FakePack()
    for each in (caught("'a' * N"), caught("'bb' * N")):
        pack.caught[key(each.recipe)] = each
    searched = Searched(monkeypatch, pack)
    searched.verdicts = lambda catch: verdict(catch, 2.0 if "bb" in catch.recipe["s"] else 1.0)
    assert recipes(searched.report()) == ["'bb' * N"]


def test_a_dozen_is_verified_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught(f"'{number}' * N") for number in range(20)]))
    searched.verdicts = lambda catch: None
    searched.report()
    assert len(searched.verified) == 12


def test_an_input_that_does_not_terminate_is_told_and_the_search_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recipe = {"s": "'<' * N"}
    searched = Searched(monkeypatch, FakePack([recipe], ends=False))
    report = searched.report()
    assert report.stopped_because is StopReason.TIME
    assert [each.recipe for each in report.unended] == [recipe]
    assert searched.waited == ["'<' * N"]
    assert (report.findings, report.advice) == ((), "")


def test_the_end_of_three_recipes_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([{"s": "'a' * N" + " + 'b'" * more} for more in range(5)]))
    searched.no_end = lambda recipe: False
    report = searched.report()
    assert report.unended == ()
    assert len(searched.waited) == 3


def test_another_process_joins_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack(ends=False, spare=1))
    searched.report(seconds=60.0)
    assert searched.pack.joined == [4.0]  # more than a twentieth of the time
    found = Searched(monkeypatch, FakePack([caught("'a' * N")], ends=False, spare=1))
    found.report(seconds=60.0)
    assert found.pack.joined == [4.0]  # there may be worse places


def test_another_process_joins_if_the_first_has_nothing_new(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack(spare=2))
    report = searched.report(seconds=60.0)
    assert searched.pack.joined == [1.0, 2.0]
    assert report.stopped_because is StopReason.NOTHING_LEFT


def test_ctrl_c_tells_what_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N"), KeyboardInterrupt(), caught("'b' * N")]))
    report = searched.report()
    assert report.stopped_because is StopReason.INTERRUPTED
    assert recipes(report) == ["'a' * N"]
    assert report.baseline is None
    assert searched.worker.asked == []


def test_random_inputs_as_long_as_the_largest_case_are_the_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N")]))
    report = searched.report()
    assert {len(eval(each["s"])) for each in searched.worker.asked} == {100}
    assert report.baseline == Baseline(100, 5)


def test_a_receiver_that_is_filled_has_no_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = Scenario("box = Box()\nbox.add('a' * N)")
    filled = Caught(
        {"self": "box", "s": "'a' * N"}, 1.0, 4.0, "m.py:3", "f", "evolve", (1, 2), scenario=scenario
    )
    report = Searched(monkeypatch, FakePack([filled])).report()
    assert len(report.findings) == 1
    assert report.baseline is None


def refused(*anything: Any) -> Any:
    raise InputError("the receiver cannot be made: ValueError: no")


def test_random_inputs_that_a_constructor_refuses_are_no_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N")]))
    searched.worker = FakeWorker(refused)
    report = searched.report()
    assert len(report.findings) == 1
    assert report.baseline is None


def test_a_catch_that_a_constructor_refuses_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N"), caught("'bb' * N", site="m.py:4")]))
    searched.verdicts = lambda catch: refused() if "a" in catch.recipe["s"] else verdict(catch, 2.0)
    assert recipes(searched.report()) == ["'bb' * N"]


def test_random_inputs_vary_what_the_finding_varies(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = FakePack([caught("'a' * N")], inferred={**SHAPES, "other": SHAPES["s"]})
    searched = Searched(monkeypatch, pack)
    searched.report()
    assert {tuple(each) for each in searched.worker.asked} == {("s",)}


@pytest.mark.parametrize(
    ("ended", "loaded", "how"),
    [
        (True, True, "a run of the target ended its process; see slowpath cost"),
        (False, True, "its first runs took all the time; give a larger --budget, or see slowpath cost"),
        (False, False, "the target was not loaded in the time; give a larger --budget"),
    ],
)
def test_a_search_that_cannot_begin_says_why(
    monkeypatch: pytest.MonkeyPatch, ended: bool, loaded: bool, how: str
) -> None:
    report = Searched(monkeypatch, FakePack(begins=False, ended=ended, is_loaded=loaded)).report()
    assert report.advice == f"the search could not begin: {how}"
    assert report.inconclusive == report.advice


def test_packages_beside_the_target_are_counted_in(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack())
    monkeypatch.setattr(find, "neighbours", lambda file, module: ("beside",))
    assert searched.report().scope == ("beside",)
    assert [each["scope"] for each in searched.made] == [(), ("beside",)]
    assert searched.started[0].scope == ("beside",)


def test_packages_that_cannot_be_copied_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack())
    monkeypatch.setattr(find, "neighbours", lambda file, module: ("beside",))

    def worker(spec: str, **options: Any) -> FakeWorker:
        if options["scope"]:
            raise TargetImportError("beside cannot be copied")
        return searched.worker

    monkeypatch.setattr("slowpath.command.order.Worker", worker)
    assert searched.report().scope == ()
    assert searched.started[0].scope == ()


def test_what_has_no_source_to_time_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N")]))
    timed: list[bool] = []

    def worker(spec: str, **options: Any) -> FakeWorker:
        if not options["reads"]:
            timed.append(options["timed"])
        if options["timed"]:
            raise SourceUnavailable("written in C")
        return searched.worker

    monkeypatch.setattr("slowpath.command.order.Worker", worker)
    assert len(searched.report().findings) == 1
    assert timed == [True, False]


def test_the_hunters_are_told_the_whole_order(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack())
    searched.report(shapes={"s": "text(N)"}, seed=7, without=("flip", "knowledge"), allow=("files",))
    (start,) = searched.started
    assert (start.spec, start.given, start.seed) == ("m:f", {"s": "text(N)"}, 7)
    assert (start.without, start.allow, start.seconds) == (("flip", "knowledge"), ("files",), 60.0)


def test_two_processes_search_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, expected in ((1, 1), (2, 2), (16, 2)):
        monkeypatch.setattr("os.sched_getaffinity", lambda pid, cores=cores: range(cores), raising=False)
        assert usual_jobs() == expected


def test_the_figures_of_a_real_search_are_true(tmp_path: Path) -> None:
    file = written(
        tmp_path, "def subsets(xs: list[int]):\n    return subsets(xs[1:]) + subsets(xs[1:]) if xs else 1\n"
    )
    report = run(FindOrder(spec=f"{file}:subsets", seconds=60.0, max_ops=1_000_000_000))
    assert report.stopped_because is StopReason.QUIET
    (finding,) = report.findings
    assert finding.growth.exponent is None
    figures = {each.name: each for each in report.strategies}
    assert finding.found_by in figures
    evolve = figures["evolve"]
    assert evolve.runs >= 3
    assert evolve.best > 0
    assert 0 < evolve.seconds < report.elapsed
    assert all(each.solves == 0 for each in report.strategies)  # no strategy had to trace


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        (None, {"'a' * N": Measured.TIME, "'b' * N": Measured.MEMORY}),
        (Measured.TIME, {"'a' * N": Measured.TIME}),
        (Measured.MEMORY, {"'a' * N": Measured.MEMORY, "'b' * N": Measured.MEMORY}),
    ],
)
def test_time_memory_or_both(
    monkeypatch: pytest.MonkeyPatch, measure: Measured | None, expected: dict[str, Measured]
) -> None:
    """The first takes too much time and memory, the second memory alone, the third none."""
    steps = [caught(f"'{name}' * N", site=f"m.py:{name}") for name in "abc"]
    searched = Searched(monkeypatch, FakePack(steps))

    searched.memories = lambda source: None if "c" in source else grown(2.0)

    def seen(catch: Caught) -> Verified:
        made = verdict(catch, 2.0 if "a" in catch.recipe["s"] else 1.0)
        if measure is not Measured.MEMORY:
            return made
        return replace(made, finding=replace(made.finding, memory=searched.memories(catch.recipe["s"])))

    searched.verdicts = seen
    report = searched.report(measure=measure)
    assert {each.recipe["s"]: each.measure for each in report.findings} == expected
    assert report.measure == (measure or Measured.TIME)
