from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from slowpath.model.loops import Execution
from slowpath.model.run import End
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program
from slowpath.recipe.use import Use
from slowpath.search.loops.algorithm import Aims, algorithm_named
from slowpath.search.loops.plan import Plan, Unit
from slowpath.search.loops.rating import GoalAttempt, RunOutcome
from slowpath.search.loops.rounds import Rounds
from slowpath.search.loops.search import SearchState
from slowpath.search.loops.survey import Surveyed

USE = Use(parse_program("f(N)"), (("x", "N"),))


class Countdown:
    """A search whose goals are reached in a later round, the later the greater their number. A target called
    "crash" ends its process."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit

    def begin(self, algorithm: str, seed: int, starts: Sequence[Program] = ()) -> SearchState:
        if self._unit.spec == "crash":
            os._exit(3)
        aims = Aims(len(self._unit.numbers))
        made: Any = algorithm_named(algorithm)(aims, None, None)  # type: ignore[arg-type]
        return SearchState(made, [None] * len(self._unit.numbers), {})

    def advance(self, state: SearchState, runs: int, elapsed: Callable[[], float]) -> None:
        state.runs += runs
        for place, number in enumerate(self._unit.numbers):
            left = max(number - state.runs // 600, 0)
            outcome = RunOutcome(Execution(frozenset()), End.RETURNED)
            state.attempts[place] = GoalAttempt(USE, 8, outcome, 0, left / 100)
            if not left:
                state.algorithm.archive.closed.add(place)


@dataclass
class FakeSurvey:
    found: list[Surveyed]

    def run(self) -> Iterator[Surveyed]:
        yield from self.found


@dataclass
class FakeBench:
    surveyed: list[Surveyed] = field(default_factory=list)

    def module(self, spec: str) -> str:
        return "m"

    def home(self, goal: int) -> str | None:
        return None

    def read_examples(self) -> None:
        pass

    def survey(self, specs: Sequence[str], goals: Collection[int], is_over: Callable[[], bool]) -> Any:
        return FakeSurvey(self.surveyed)

    def search(self, unit: Unit, is_over: Callable[[], bool]) -> Any:
        return Countdown(unit)

    def traced(self, spec: str) -> None:
        return None


def _plan(jobs: int, ticks: int = 10_000) -> Plan:
    count = itertools.count()
    return Plan("mosa", 0, 0.0, float(ticks), jobs, lambda: float(next(count)))


def _news(units: list[Unit], jobs: int) -> tuple[list[tuple[str, int, float]], Rounds]:
    rounds = Rounds(FakeBench(), units, _plan(jobs))
    return [(each.spec, each.goal, each.attempt.fitness) for each in rounds.run()], rounds


def test_the_targets_that_come_nearest_go_on_with_a_goal() -> None:
    units = [Unit(spec, (9, 1)) for spec in "abcde"]
    _, rounds = _news(units, 2)
    assert rounds.reached == {1, 9}
    # The survey finds nothing, so two begin; goal 1 is reached in the second round; both go on with goal 9.
    assert rounds.runs == 2 * (600 + 1200 + 2400 + 4800)


def _attempt(fitness: float, end: End = End.RETURNED, *, reaches: bool = False) -> GoalAttempt:
    return GoalAttempt(USE, 8, RunOutcome(Execution(frozenset()), end), 0, fitness, reaches=reaches)


def test_a_survey_comes_first_and_what_it_reaches_is_not_searched() -> None:
    found = [
        Surveyed("b", 10, {1: _attempt(0.0, reaches=True), 2: _attempt(0.6)}),
        Surveyed("a", 5, {2: _attempt(0.7)}),
    ]
    units = [Unit("a", (1, 2)), Unit("b", (2,)), Unit("c", (2,))]
    rounds = Rounds(FakeBench(found), units, _plan(1))
    news = list(rounds.run())
    assert [(each.spec, each.goal) for each in news[:2]] == [("b", 1), ("b", 2)]
    assert {each.spec for each in news[2:]} <= {"a", "b"}  # the targets that came nearest
    assert rounds.reached == {1, 2}
    assert rounds.runs == 15 + 2 * (600 + 1200)


def test_a_run_that_raises_is_enough_if_there_are_many_targets() -> None:
    found = [Surveyed("a", 1, {1: _attempt(0.005, End.RAISED, reaches=True)})]
    rounds = Rounds(FakeBench(found), [Unit("a", (1,)), Unit("b", (1,))], _plan(1))
    assert [each.attempt.fitness for each in rounds.run()] == [0.005]
    assert rounds.reached == {1}


def test_the_number_of_processes_changes_nothing() -> None:
    units = [Unit("a", (1, 2)), Unit("b", (2, 3)), Unit("c", (5,))]
    one, rounds = _news(units, 1)
    two, others = _news(units, 3)
    assert one == two
    assert rounds.runs == others.runs > 0
    assert {goal for _, goal, fitness in one if not fitness} == {1, 2, 3, 5}


def test_only_what_comes_nearer_is_news() -> None:
    news, _ = _news([Unit("a", (2,)), Unit("b", (2,))], 2)
    assert news == [("a", 2, 0.01), ("a", 2, 0.0)]


def test_a_process_that_dies_leaves_the_others_alone() -> None:
    news, rounds = _news([Unit("crash", (1,)), Unit("b", (1,))], 2)
    assert news == [("b", 1, 0.0)]
    assert rounds.died == 1


def test_no_round_begins_when_the_time_is_over() -> None:
    rounds = Rounds(FakeBench(), [Unit("a", (1,))], _plan(1, ticks=0))
    assert list(rounds.run()) == []
    assert rounds.runs == 0
