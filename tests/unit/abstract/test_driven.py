"""Cases by way of traces."""

from __future__ import annotations

import pytest

from slowpath.abstract.driven import Budget
from slowpath.errors import MeasureError, NotAbstracted, NotObservable, UsageError
from slowpath.explore.cases import shown_cost
from slowpath.model.stop import StopReason
from slowpath.shape.base import Shape
from slowpath.shape.library import boolean, literal
from tests.unit.abstract.support import driven


def test_traces_come_costliest_first_and_the_first_feasible_one_ends_worst() -> None:
    search = driven("branches")
    costs = [trace.most for trace in search.abstraction.graph.traces()]
    assert len(costs) == search.abstraction.graph.count == 4
    assert costs == sorted(costs, reverse=True)
    (case,) = search.cases("worst")
    assert case.cost("instructions") == costs[0]
    assert case.condition() == "a >= 1 and b >= 1"
    assert (search.tally.tried, search.tally.feasible) == (1, 1)


def test_traces_that_no_input_takes_are_found_out() -> None:
    search = driven("same_twice")
    assert search.abstraction.graph.count == 4
    cases = search.cases("instructions >= 0")
    assert {case.condition() for case in cases} == {"b < a", "a <= b"}
    assert (search.tally.tried, search.tally.feasible) == (4, 2)


def test_kept_variables_spare_traces() -> None:
    search, naive = driven("instantiated"), driven("instantiated", naive=True)
    kept = search.abstraction.setting.kept
    assert kept is not None
    assert ("instantiated", "size") in kept
    assert ("instantiated", "limit") in kept
    assert ("instantiated", "total") not in kept  # it decides nothing
    assert ("instantiated", "x") not in kept
    assert search.abstraction.graph.count < naive.abstraction.graph.count
    wanted = search.cases("worst")[0].cost("instructions")
    assert naive.cases("worst")[0].cost("instructions") == wanted


def test_a_complete_trace_is_followed_without_backtracking() -> None:
    search = driven("counted")
    for trace in search.abstraction.graph.traces():
        assert len(search.follow(trace)) <= 1
    assert search.follower.backtracks == 0
    assert len(search.cases("instructions >= 0")) == 4


def test_conditions_that_blocks_do_not_tell_apart_are_all_tried() -> None:
    search = driven("both")
    assert search.abstraction.graph.count == 2
    assert len(search.cases("instructions >= 0")) == 3  # a and b, a and not b, not a


def test_a_partial_trace_leaves_calls_open() -> None:
    search = driven("outer")
    traces = list(search.abstraction.graph.traces())
    assert len(traces) == 6
    calls = search.blocks_of("inner")
    twice = [trace for trace in traces if len(calls.intersection(trace.blocks[2:])) and search.follow(trace)]
    longest = max(twice, key=lambda trace: len(trace.blocks))
    partial = longest.without(search.blocks_of("inner"))
    # b > 0 is told, and decides the second call of inner; a is open.
    assert {case.condition() for case in search.follow(partial)} == {"a >= 1 and b >= 1", "a <= 0 and b >= 1"}


def test_exceptions_handlers_and_finally() -> None:
    search = driven("cleaned")
    cases = search.cases("instructions >= 0")
    assert {case.raises and case.raises.partition(":")[0] for case in cases} == {None, "ZeroDivisionError"}
    # a is 1, 2 or neither; b is positive or not; unless a decides, b is zero, or makes the result.
    assert len(cases) == 2 + 2 + 3


def test_comprehensions_are_loops() -> None:
    cases = driven("squares", "memory").cases("memory >= 0")
    assert len(cases) == 8
    assert {case.cost("memory") for case in cases} == {56, 64, 72, 80}


def test_memory_that_depends_on_the_input() -> None:
    search = driven("made", "memory")
    bounded, unbounded = search.cases("worst")
    assert bounded.cost("memory") == 56
    assert unbounded.condition() == "n >= 1"
    assert shown_cost(unbounded.costs["memory"], unbounded.region) == "56 + 8*n"
    (case,) = search.cases("memory > 1000")
    assert case.cost("memory") > 1000


def test_recursion_is_bounded() -> None:
    search = driven("down", "calls:down", criterion="recursion-3")
    assert sorted(case.cost("calls:down") for case in search.cases("returns")) == [1, 2, 3, 4]


def test_what_values_decide_is_not_observable() -> None:
    search = driven("found", "ops")
    with pytest.raises(NotObservable, match=r"programs\.py:\d+: the native work of this search"):
        search.cases("worst")
    assert len(driven("found").cases("worst")) == 1


def test_what_the_abstraction_cannot_follow_is_refused() -> None:
    with pytest.raises(NotAbstracted, match=r"programs\.py:\d+: .* generatorexp"):
        driven("generated").cases("worst")


def test_a_criterion_is_needed_where_loops_have_no_end() -> None:
    with pytest.raises(UsageError, match="traces without end"):
        driven("endless", criterion=None).cases("worst")


def test_budgets() -> None:
    with pytest.raises(NotAbstracted, match="more than 3 states"):
        driven("instantiated", budget=Budget(states=3)).cases("worst")
    search = driven("same_twice", budget=Budget(traces=1))
    assert search.cases("worst") == []
    assert search.tally.stopped is StopReason.TRACES
    with pytest.raises(NotAbstracted, match="not done in time: 255 states"):
        driven("nested", criterion="loop-30", budget=Budget(seconds=0)).cases("worst")
    clock = iter(range(100))
    search = driven("same_twice", budget=Budget(seconds=1.5), clock=lambda: float(next(clock)))
    search.cases("worst")
    assert search.tally.stopped is StopReason.TIME


def test_a_policy_on_another_measure_is_refused() -> None:
    with pytest.raises(MeasureError, match="weighed by 'calls'"):
        driven("branches", "calls").cases("ops > 3")
    with pytest.raises(UsageError, match="sum"):
        driven("branches", "ops+calls").cases("worst")


def test_a_precondition_runs_besides_the_trace() -> None:
    search = driven("branches", requires="inner(a) == 2 and b > 0")
    cases = search.cases("instructions >= 0")
    assert [case.condition() for case in cases] == ["a <= 0 and b >= 1"]
    assert search.follower.explorer.tally.rejected


def test_other_measures_of_the_cases() -> None:
    (case,) = driven("outer", others=("calls:inner", "ops")).cases("worst")
    assert (case.cost("calls:inner"), case.cost("ops")) == (2, case.cost("instructions"))


def test_what_parallel_runs_lose_is_told() -> None:
    def tally(jobs: int) -> tuple[int, int]:
        search = driven("same_twice", jobs=jobs)
        search.cases("instructions >= 0")
        done = search.follower.explorer.tally
        return done.runs, done.solves

    assert tally(2) == tally(1)


@pytest.mark.parametrize("jobs", [2, 3])
def test_traces_are_followed_in_parallel(jobs: int) -> None:
    def found(jobs: int) -> list[tuple[str, float]]:
        cases = driven("instantiated", jobs=jobs).cases("instructions >= 0")
        return [(case.condition(), case.cost("instructions")) for case in cases]

    assert found(jobs) == found(1)
    (case,) = driven("same_twice", jobs=jobs).cases("worst")
    assert case.condition() in ("b < a", "a <= b")


@pytest.mark.parametrize(
    ("criterion", "iterations"),
    [
        ("loop-1", {0, 1, 2}),
        ("loop-2", {0, 1, 2, 3, 4, 6}),
        ("block-1", {0, 1, 2}),
        ("loop-2 and block-1", {0, 1, 2}),
    ],
)
def test_criteria_bound_traces(criterion: str, iterations: set[int]) -> None:
    search = driven("nested", "iterations", criterion)
    assert {case.cost("iterations") for case in search.cases("returns")} == iterations


@pytest.mark.parametrize(
    ("name", "shapes"),
    [("shortcut", {"fast": boolean()}), ("named", {"mode": literal("all", "none", "some")})],
)
def test_choices_that_the_code_does_not_keep_are_all_tried(name: str, shapes: dict[str, Shape]) -> None:
    search = driven(name, shapes=shapes)
    every = [case.cost("instructions") for case in search.cases("instructions >= 0")]
    assert len(every) == (2 if name == "shortcut" else 3)
    (worst,) = search.cases("worst")
    assert worst.cost("instructions") == max(every) > min(every)
