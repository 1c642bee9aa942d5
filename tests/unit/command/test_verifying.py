"""What a search catches is looked at in an order, and kept as what it shows."""

from __future__ import annotations

import math
from dataclasses import replace

import msgspec
import pytest

from slowpath.model.find import (
    LargeResult,
    Measured,
)
from slowpath.model.stop import StopReason
from slowpath.oracle.verify import Verified
from slowpath.search.hunter import key
from slowpath.search.hunting import Caught
from tests.unit.command.searched import FakePack, Searched, caught, grown, recipes, refused, verdict


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


def test_a_second_look_replaces_the_first_if_only_the_clock_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N")]))
    searched.verdicts = lambda catch: replace(verdict(catch, 2.0), is_superlinear=False, in_doubt=True)
    asked: list[Verified] = []

    def again(seen: Verified, worker: object, seconds: float) -> Verified:
        asked.append(seen)
        return replace(seen, finding=replace(seen.finding, slope=1.9), is_superlinear=True, in_doubt=False)

    monkeypatch.setattr("slowpath.command.verifying.asked_again", again)
    report = searched.report()
    assert len(asked) == 1
    assert searched.verified == ["'a' * N"]  # it is counted once
    assert [each.slope for each in report.findings] == [1.9]
    assert len(report.cases) == 1


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


def test_a_catch_that_a_constructor_refuses_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Searched(monkeypatch, FakePack([caught("'a' * N"), caught("'bb' * N", site="m.py:4")]))
    searched.verdicts = lambda catch: refused() if "a" in catch.recipe["s"] else verdict(catch, 2.0)
    assert recipes(searched.report()) == ["'bb' * N"]


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
