"""A steered run answers as its policy wants, and ends with an input that answers so by itself."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.search.policy.policy import EITHER, Policy, Rule
from slowpath.search.policy.steered import GuideTally, Steered
from tests.unit.search.policy import programs
from tests.unit.search.policy.support import program, small

UP = Rule(True)  # every number is a new maximum


def steered(
    rules: dict[tuple[int, tuple[int, ...]], Rule],
    size: int,
    answers: Sequence[int] = (),
    *,
    length: int = 0,
    asking: bool = False,
    spent: GuideTally | None = None,
) -> Steered:
    """A run of `climb`, whose numbers are from 0 to 3: place 0 asks whether one is a new maximum."""
    tracer = program("climb").tracing(size)
    places = small("climb").places.numbers
    assert len(places) == 1
    spent = spent or GuideTally(1_000, 1_000)
    trace = Steered(tracer.sites, Policy("test", length, places, rules), {}, spent, answers, asking=asking)
    with tracer.installed():
        tracer.run({}, trace=trace)
    return trace


def climbed(trace: Steered) -> list[int]:
    """Which numbers of the input that the run ends with are new maxima."""
    model = trace.final()
    assert model is not None
    xs = [int(value) for _, value in sorted(model.items())]
    assert all(0 <= x <= 3 for x in xs)
    assert programs.climb(xs) == sum(trace.taken)
    return [int(x > max(xs[:at], default=-1)) for at, x in enumerate(xs)]


def test_a_certain_rule_is_followed_without_a_question() -> None:
    spent = GuideTally(1_000, 1_000)
    trace = steered({(0, ()): UP}, 4, spent=spent)
    assert (list(trace.taken), spent.solves, spent.decisions) == ([1, 1, 1, 1], 0, 4)
    assert climbed(trace) == [1, 1, 1, 1]
    assert spent.solves == 1


def test_a_certain_rule_may_go_too_far() -> None:
    trace = steered({(0, ()): UP}, 6)
    assert list(trace.taken) == [1] * 6
    assert trace.final() is None
    assert trace.infeasible


def test_with_asking_a_rule_is_followed_as_long_as_it_is_feasible() -> None:
    trace = steered({(0, ()): UP}, 6, asking=True)
    assert list(trace.taken) == climbed(trace) == [1, 1, 1, 1, 0, 0]
    assert not trace.infeasible
    uncertain = steered({(0, ()): Rule(True, certain=False)}, 6)
    assert list(uncertain.taken) == climbed(uncertain) == [1, 1, 1, 1, 0, 0]


def test_answers_come_before_the_policy() -> None:
    trace = steered({(0, ()): UP}, 4, [1, 0, 0])
    assert list(trace.taken) == climbed(trace) == [1, 0, 0, 1]


def test_what_no_rule_takes_is_open_and_answered_by_the_input() -> None:
    trace = steered({(0, ()): EITHER}, 4, [1, 1])
    assert trace.open == [2, 3]
    assert list(trace.taken) == climbed(trace) == [1, 1, 0, 0]  # the others are 0


def test_histories_decide() -> None:
    rules = {(0, ()): UP, (0, (1,)): Rule(False), (0, (0,)): UP}  # in turn
    trace = steered(rules, 5, length=1)
    assert list(trace.taken) == climbed(trace) == [1, 0, 1, 0, 1]


def test_a_budget_stops_a_run() -> None:
    trace = steered({(0, ()): UP}, 6, spent=GuideTally(3, 1_000))
    assert (trace.stopped, list(trace.taken)) == (True, [1, 1, 1])
    trace = steered({(0, ()): UP}, 6, asking=True, spent=GuideTally(1_000, 0))
    assert (trace.stopped, trace.infeasible) == (True, False)
    trace = steered({(0, ()): UP}, 6, spent=GuideTally(1_000, 1_000, lambda: True))
    assert (trace.stopped, len(trace.taken)) == (True, 0)


def test_answers_that_no_input_gives_are_infeasible() -> None:
    trace = steered({(0, ()): EITHER}, 3, [0])  # the first number is always a new maximum
    assert (trace.infeasible, trace.stopped) == (True, True)
