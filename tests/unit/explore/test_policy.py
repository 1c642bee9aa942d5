"""Policies keep the cases they describe; on costs that depend on the input the solver decides."""

from __future__ import annotations

import pytest

from slowpath.counting.model import CostModel
from slowpath.errors import MeasureError, UsageError
from slowpath.explore.policy import Costliest, Ending, Threshold, exceeds, parse, ranked, rule, worst
from slowpath.explore.region import Truth
from tests.unit.explore.gathered import cases, cost


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("memory > 48", (Threshold("memory", ">", 48),)),
        ("48 < memory", (Threshold("memory", ">", 48),)),
        ("ops <= 1,000 and returns", (Threshold("ops", "<=", 1000), Ending(False))),
        ("raises and worst", (Ending(True), Costliest(None, "ops"))),
        ("top 5 memory", (Costliest(5, "memory"),)),
        ("0.5*ops + memory >= 1.5", (Threshold("0.5*ops + memory", ">=", 1.5),)),
        ("calls:f == 2", (Threshold("calls:f", "==", 2),)),
    ],
)
def test_parsing(text: str, clauses: tuple[object, ...]) -> None:
    assert parse(text).clauses == clauses


@pytest.mark.parametrize(
    "text", ["", "memory", "memory > ops", "memory > 1 and", "top 0", "top", "ops > inf"]
)
def test_what_is_no_policy(text: str) -> None:
    with pytest.raises(UsageError):
        parse(text)


def test_measures_of_policies_are_measures() -> None:
    with pytest.raises(MeasureError, match="memory"):
        parse("memori > 3")
    assert parse("energy > 3", model=CostModel("m", {}, {"energy": "2*ops"})).measures == ("energy",)


def by_condition(text: str) -> dict[str, str | None]:
    return {case.condition(): case.demand() for case in parse(text).chosen(cases("reserve"))}


def test_a_threshold_holds_always_never_or_under_a_condition() -> None:
    middle = "n >= 1 and n <= 100"
    assert by_condition("memory > 400") == {middle: "n >= 44", "n >= 101": None}
    assert by_condition("memory < 900") == {"n <= 0": None, middle: None, "n >= 101": None}
    assert by_condition("memory > 856") == {}
    assert by_condition("memory == 64") == {middle: "n == 1"}
    assert by_condition("memory >= 400 and memory < 409") == {middle: "n >= 43 and n <= 44"}


def test_the_example_meets_the_policy() -> None:
    (case, _) = parse("memory > 400").chosen(cases("reserve"))
    assert case.cost("memory") > 400
    assert all(each.holds(case.region.values) for each in case.region.held)


def test_rulings() -> None:
    low, middle, high = sorted(cases("reserve"), key=lambda case: case.cost("memory"))
    limit = Threshold("memory", ">", 400)
    truths = [rule(case, limit).truth for case in (low, middle, high)]
    assert truths == [Truth.NEVER, Truth.SOMETIMES, Truth.ALWAYS]


def test_which_case_exceeds_which() -> None:
    low, middle, high = sorted(cases("reserve"), key=lambda case: case.cost("memory"))
    assert exceeds(middle, low, "memory")[0].truth is Truth.ALWAYS
    assert exceeds(middle, high, "memory")[0].truth is Truth.NEVER
    assert exceeds(middle, middle, "memory")[0].truth is Truth.NEVER


def test_ranked_by_what_cases_can_cost() -> None:
    assert [cost(case, "memory") for case in ranked(cases("reserve"), "memory")] == [856, "56 + 8*n", 56]


def test_worst_of_costs_without_a_bound() -> None:
    """The worst cost that has a bound, and each without one where it is above that."""
    kept = worst(cases("pair"), "memory")
    shown = [(case.demand(), cost(case, "memory")) for case in kept]
    assert shown[0] == (None, 192)
    assert ("n + m >= 11", "112 + 8*n + 8*m") in shown
    assert {text for _, text in shown[1:]} == {"112 + 8*n + 8*m", "112 + 8*n", "112 + 8*m"}


def test_top_and_endings() -> None:
    found = cases("chain", ("calls", "memory"))
    assert [case.cost("calls") for case in parse("top 2 calls").chosen(found)] == [4, 3]
    assert parse("raises").chosen(found) == []
    assert len(parse("returns").chosen(found)) == len(found)


def test_a_measure_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="'calls'"):
        parse("calls > 1").chosen(cases("reserve"))
