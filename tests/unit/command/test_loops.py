"""`loops` as an order: what runs in fresh processes, what is kept, and what is then told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest

from slowpath.command import loops
from slowpath.command.loops import GoalsTold, LoopsOrder, LoopsOver, Nearer, run
from slowpath.errors import InputError, UsageError
from slowpath.model.loops import Goal, Loop, LoopsReport, NestRun
from slowpath.model.run import End, Run
from slowpath.model.scenario import Scenario
from slowpath.model.stop import StopReason
from slowpath.run.frames import Pickled
from tests.unit.command.fakes import INTERRUPT, FakeChild, ran, use, written
from tests.unit.command.test_kept import Memory

GOALS = tuple(Goal(Loop(("m.py", n), "m.py", n, "f"), 1, 7, (), ()) for n in (2, 4))
TOLD = GoalsTold(Pickled(GOALS), 1, {})
DONE = LoopsOver(90, StopReason.GOALS_REACHED)


def nearer(goal: int, source: str, blocked_by: str | None = None, *, target: str = "m:f") -> Nearer:
    """News of a program that reaches a goal, or that something blocks."""
    return Nearer(goal, target, f"f({source})", {"n": source}, "", 7, 7, blocked_by, 30)


def went_round(times: int, end: End = End.RETURNED, **more: Any) -> Run:
    """A run in which every loop went round so often."""
    nests = tuple(NestRun((goal.loop.key,), (times,), "f") for goal in GOALS)
    return ran(0, end, nests=nests, **more)


@dataclass
class FakeNests:
    """The workers of a search; they note for which targets they started, and what they ran."""

    run: Callable[[Mapping[str, str]], Run] = lambda inputs: went_round(7)
    made: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __call__(self, spec: str, **options: Any) -> Self:
        assert options["loops"]
        self.made.append(spec)
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None: ...

    def with_scenario(self, scenario: Scenario, build_ops: int) -> Self:
        return self

    def nests(self, inputs: Mapping[str, str], *limits: Any) -> Run:
        self.asked.append(inputs["n"])
        return self.run(inputs)


def order(**more: Any) -> LoopsOrder:
    fields: dict[str, Any] = {"spec": "m:f", "seconds": 10.0, "max_ops": 9_000, "depth": 1, "iterations": 7}
    return LoopsOrder(**fields | more)


def answered(
    monkeypatch: pytest.MonkeyPatch,
    *messages: Any,
    workers: FakeNests | None = None,
    said: list[str] | None = None,
    documents: Memory | None = None,
    child: type[FakeChild] = FakeChild,
    **fields: Any,
) -> tuple[LoopsReport, list[LoopsOrder]]:
    """The report of a search whose child says these messages, and the orders that it was started with."""
    started = use(monkeypatch, loops, child(messages))
    monkeypatch.setattr(loops, "Worker", workers or FakeNests())
    heard: list[str] = [] if said is None else said
    return run(order(**fields), heard.append, documents), started()


def test_a_goal_is_reached_if_a_fresh_run_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    workers, said = FakeNests(lambda inputs: went_round(7 if inputs["n"] == "N" else 3)), list[str]()
    messages = [TOLD, nearer(0, "N"), nearer(1, "N - 4"), DONE]
    report, _ = answered(monkeypatch, *messages, workers=workers, said=said)
    assert (report.reached, report.feasible, report.unreachable, report.runs) == (1, 2, 1, 90)
    assert [each.blocked_by for each in report.goals] == [None, "a fresh run makes 3 iterations"]
    assert [each.program for each in report.goals] == ["N = 7\nf(N)", "N = 7\nf(N - 4)"]
    assert workers.asked == ["N", "N - 4"]
    assert said[0] == "0 of 2 goals reached, 0 runs"
    assert said[-1] == "2 of 2 goals reached, 30 runs"


def test_what_is_only_nearer_runs_once_the_search_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = FakeNests(lambda inputs: went_round(5 if inputs["n"] == "4" else 7))
    blocked = [nearer(0, "1", "line 2"), nearer(0, "4", "line 2"), nearer(1, "N")]
    report, _ = answered(monkeypatch, TOLD, *blocked, DONE, workers=workers)
    assert workers.asked == ["N", "4"]  # the last program that came nearer
    assert [(each.iterations, each.blocked_by) for each in report.goals] == [(5, "line 2"), (7, None)]


class Hasty(FakeChild):
    """A child that has said everything before any of it runs."""

    def follow(self, take: Callable[[Any], bool], *work: Callable[[], bool]) -> bool:
        return any(take(each) for each in self._said())


def test_programs_of_one_target_run_after_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    third = Goal(Loop(("m.py", 9), "m.py", 9, "f"), 1, 7, (), ())
    goals, workers = GoalsTold(Pickled((*GOALS, third)), 0, {}), FakeNests()
    said = [nearer(0, "1"), nearer(1, "2", target="m:g"), nearer(2, "3")]
    answered(monkeypatch, goals, *said, DONE, workers=workers, child=Hasty)
    assert workers.asked == ["1", "3", "2"]
    assert workers.made == ["m:f", "m:g"]


def test_a_fresh_run_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(inputs: Mapping[str, str]) -> Run:
        if inputs["n"] == "N":
            raise InputError("no such name")
        return went_round(7, End.RAISED, detail="ValueError: no")

    messages = [TOLD, nearer(0, "N"), nearer(1, "2"), DONE]
    report, _ = answered(monkeypatch, *messages, workers=FakeNests(fails))
    assert report.goals[0].blocked_by == "a fresh run fails: no such name"
    assert (report.goals[1].blocked_by, report.goals[1].raises) == (None, "ValueError: no")


def test_ctrl_c_leaves_what_was_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = FakeNests()
    messages = [TOLD, nearer(0, "N"), INTERRUPT, nearer(1, "2")]
    report, _ = answered(monkeypatch, *messages, workers=workers)
    assert (report.stopped_because, report.reached) == (StopReason.INTERRUPTED, 1)
    assert report.goals[1].blocked_by == "it was not run in a fresh process"
    assert workers.asked == ["N"]


def test_no_fresh_run_of_what_is_only_nearer_begins_beyond_the_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0

    def slow(inputs: Mapping[str, str]) -> Run:
        nonlocal now
        now += 1_000.0
        return went_round(7)

    clock = SimpleNamespace(monotonic=lambda: now)
    for module in ("command.search", "command.loops", "run.order"):
        monkeypatch.setattr(f"slowpath.{module}.time", clock)
    workers = FakeNests(slow)
    report, _ = answered(monkeypatch, TOLD, nearer(0, "1", "line 2"), nearer(1, "N"), DONE, workers=workers)
    assert workers.asked == ["N"]
    unshown = "line 2; the search ended before a fresh run could show that"
    assert [each.blocked_by for each in report.goals] == [unshown, None]
    assert report.elapsed == 1_000.0


def test_an_equal_order_searches_only_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec, said = f"{written(tmp_path, 'def f(n): ...')}:f", list[str]()
    given: dict[str, Any] = {"spec": spec, "documents": Memory(), "seed": 3}
    first, (whole,) = answered(monkeypatch, TOLD, nearer(0, "N"), **given)
    second, (rest,) = answered(monkeypatch, TOLD, nearer(1, "2"), DONE, said=said, **given)
    third, started = answered(monkeypatch, **given)
    assert (whole.reached, rest.reached) == ((), (("m.py", 2),))
    assert whole.seed != rest.seed
    assert said == ["1 of 2 goals reached, 0 runs", "2 of 2 goals reached, 30 runs"]
    assert [each.reached for each in (first, second, third)] == [1, 2, 2]
    assert [each.kept for each in (first, second, third)] == [0, 1, 2]
    assert {each.seed for each in (first, second, third)} == {3}
    assert (first.stopped_because, second.runs, started) == (StopReason.DIED, 120, [])
    anew, (again,) = answered(monkeypatch, TOLD, fresh=True, **given)
    assert (again.reached, anew.reached) == ((), 0)


def test_ctrl_c_loses_nothing_that_an_earlier_search_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {"spec": f"{written(tmp_path, 'def f(n): ...')}:f", "documents": Memory()}
    workers = FakeNests(lambda inputs: went_round(5))
    answered(monkeypatch, TOLD, nearer(0, "4", "line 2"), DONE, workers=workers, **given)
    report, _ = answered(monkeypatch, TOLD, INTERRUPT, nearer(0, "6", "line 3"), **given)
    assert report.stopped_because is StopReason.INTERRUPTED
    first = report.goals[0]
    assert (first.iterations, first.program, first.blocked_by) == (5, "N = 7\nf(4)", "line 2")


def test_a_search_without_any_program_means_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    report, _ = answered(monkeypatch, TOLD, DONE)
    assert report.inconclusive == "no program that calls a target came to its end"
    assert {each.blocked_by for each in report.goals} == {"no program ran within the time"}
    unloaded = GoalsTold(Pickled(()), 0, {"m:g": "importing it fails"})
    assert answered(monkeypatch, unloaded, DONE)[0].inconclusive == "m:g: importing it fails"


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"depth": 0}, "depth must be at least 1, not 0"),
        ({"iterations": 0}, "iterations must be at least 1, not 0"),
        ({"jobs": 0}, "jobs must be at least 1, not 0"),
        ({"algorithm": "x"}, "no algorithm 'x'"),
    ],
)
def test_an_order_without_sense_is_refused(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        run(order(**fields))
