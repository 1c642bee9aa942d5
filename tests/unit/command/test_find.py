"""`find` as an order: what is verified in which order, when it is enough, and what is then told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slowpath.command import find
from slowpath.command.find import FEWEST_ACCEPTED, SETTLED, FindOrder, run, usual_jobs
from slowpath.errors import SourceUnavailable, TargetImportError
from slowpath.model.find import (
    Baseline,
)
from slowpath.model.provenance import Provenance, ShapeNote
from slowpath.model.run import End
from slowpath.model.scenario import Scenario
from slowpath.model.stop import StopReason
from slowpath.model.target import Parameter
from slowpath.oracle.verify import Verified
from slowpath.search.hunter import key
from slowpath.search.hunting import Accepted, Caught
from tests.unit.command.fakes import TARGET, FakeWorker, ran, written
from tests.unit.command.searched import SHAPES, FakePack, Searched, caught, recipes, refused, verdict


def test_there_is_one_finding_for_each_place(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [caught("'a' * N"), caught("'b' * N"), caught("'c' * N", site="m.py:9")]
    searched = Searched(monkeypatch, FakePack(steps))
    searched.verdicts = lambda catch: verdict(catch, 3.0 if "b" in catch.recipe["s"] else 2.0)
    assert recipes(searched.report()) == ["'b' * N", "'c' * N"]


@pytest.mark.parametrize(("seconds", "quiet"), [(10.0, SETTLED), (60.0, 9.0), (600.0, 15.0)])
def test_a_finding_is_final_after_a_quiet_time(
    monkeypatch: pytest.MonkeyPatch, seconds: float, quiet: float
) -> None:
    searched = Searched(monkeypatch, FakePack([None, caught("'a' * N")], ends=False))
    report = searched.report(seconds)
    assert report.stopped_because is StopReason.QUIET
    assert 2 + quiet < report.elapsed <= 2 + quiet + 1  # found in the second second


def test_a_user_who_gives_the_patience_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([None, caught("'a' * N")], ends=False))
    report = searched.report(600.0, patience=0.5)
    assert report.stopped_because is StopReason.QUIET
    assert 2 < report.elapsed <= 4  # the fake pack is heard once a second
    assert report.circumstances is not None
    assert "--patience 0.5s" in report.circumstances.command


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
    searched = Searched(monkeypatch, FakePack(tried=(900, FEWEST_ACCEPTED)))
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


def test_too_few_inputs_for_which_the_target_returns_mean_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    report = Searched(monkeypatch, FakePack(tried=(900, FEWEST_ACCEPTED - 1))).report()
    told = f"the target returned for {FEWEST_ACCEPTED - 1} of 900 inputs that were tried"
    assert report.inconclusive == told
    assert (report.tried, report.accepted, report.returned) == (900, FEWEST_ACCEPTED - 1, 2_500)
    assert Searched(monkeypatch, FakePack(tried=(900, FEWEST_ACCEPTED))).report().inconclusive is None
    few = Searched(monkeypatch, FakePack(tried=(3, 3))).report().inconclusive
    assert few == "only 3 inputs of growing size could be tried"
    untried = Searched(monkeypatch, FakePack(tried=(0, 0))).report().inconclusive
    assert untried == "no input was tried before the time was over: give more with --budget"
    found = Searched(monkeypatch, FakePack([caught("'a' * N")], tried=(900, 0))).report()
    assert (len(found.findings), found.inconclusive) == (1, None)


def test_what_works_is_told_as_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = FakePack([caught("'a' * N")], accepted_as=Accepted({"s": "'<' * N"}))
    searched = Searched(monkeypatch, pack)
    searched.worker.target = replace(TARGET, parameters=(Parameter("s", "POSITIONAL_OR_KEYWORD", True),))
    report = searched.report()
    assert report.usages == ("f('aaa')", "f('<<<')")
    assert report.blocks == (7, 9)


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


def test_random_inputs_that_a_constructor_refuses_are_no_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N")]))
    searched.worker = FakeWorker(refused)
    report = searched.report()
    assert len(report.findings) == 1
    assert report.baseline is None


def test_random_inputs_vary_what_the_finding_varies(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = FakePack([caught("'a' * N")], inferred={**SHAPES, "other": SHAPES["s"]})
    searched = Searched(monkeypatch, pack)
    searched.report()
    assert {tuple(each) for each in searched.worker.asked} == {("s",)}


@pytest.mark.parametrize(
    ("ended", "loaded", "how"),
    [
        (True, True, "a run of the target ended its process, or closed its files; see slowpath cost"),
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
    assert report.stopped_because is (StopReason.DIED if ended else StopReason.TIME)


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
    (order,) = searched.started
    assert (order.spec, order.shapes, order.seed) == ("m:f", {"s": "text(N)"}, 7)
    assert (order.without, order.allow, order.seconds) == (("flip", "knowledge"), ("files",), 60.0)


def test_two_processes_search_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, expected in ((1, 1), (2, 2), (16, 2)):
        monkeypatch.setattr("os.sched_getaffinity", lambda pid, cores=cores: range(cores), raising=False)
        assert usual_jobs() == expected


def test_the_figures_of_a_real_search_are_true(tmp_path: Path) -> None:
    file = written(
        tmp_path, "def subsets(xs: list[int]):\n    return subsets(xs[1:]) + subsets(xs[1:]) if xs else 1\n"
    )
    report = run(FindOrder(spec=f"{file}:subsets", seconds=60.0, max_ops=1_000_000_000, patience=1.0))
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
