"""The surveys of all modules, each in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from slowpath.run.pool import Pool
from slowpath.search.loops.plan import Bench, Plan, Unit, limit_look
from slowpath.search.loops.survey import Surveyed

_SHARE = 0.8  # of the time at most: a survey reaches most of what is reached, and ends when it has tried all


@dataclass(frozen=True, slots=True)
class SurveyTask:
    """Targets of one module, the goals that are looked for, and when the time for them is over."""

    specs: tuple[str, ...]
    goals: frozenset[int]
    deadline: float


class Surveys:
    """Looks at the modules of some units. `died` counts the processes that a target ended."""

    def __init__(self, bench: Bench, units: Sequence[Unit], plan: Plan) -> None:
        self.died = 0
        self._bench = bench
        self._units = units
        self._plan = plan

    def run(self) -> Iterator[Surveyed]:
        """Yield what is found. A process that a target ends is followed by one for the other targets."""
        self._bench.read_examples()
        again: list[SurveyTask] = []
        yield from self._run(self._tasks(), self._plan.jobs, again)
        while again and not self._plan.is_over:
            left, again = again, []
            yield from self._run(iter(left), self._plan.jobs, again)

    def _run(self, tasks: Iterator[SurveyTask], jobs: int, again: list[SurveyTask]) -> Iterator[Surveyed]:
        with Pool[SurveyTask, Surveyed](self._look, jobs, ahead=2 * jobs) as pool:
            for call in pool.calls(tasks):
                last = ""
                reached: set[int] = set()
                for each in call:
                    last = each.spec
                    reached |= {goal for goal, attempt in each.attempts.items() if attempt.reaches}
                    yield each
                if call.died:
                    self.died += 1
                    others = tuple(spec for spec in call.task.specs if spec != last)
                    if last and others:
                        again.append(replace(call.task, specs=others, goals=call.task.goals - reached))

    def _tasks(self) -> Iterator[SurveyTask]:
        """The targets by module. A goal is looked for in the module that has its loop, if a target there
        leads to it; so what a module looks for does not depend on what the others found."""
        specs: dict[str, list[str]] = {}
        leading: dict[int, list[str]] = {}
        for unit in self._units:
            module = self._bench.module(unit.spec)
            specs.setdefault(module, []).append(unit.spec)
            for goal in unit.numbers:
                leading.setdefault(goal, []).append(module)
        owned: dict[str, set[int]] = {}
        for goal, modules in leading.items():
            home = self._bench.home(goal)
            owned.setdefault(home if home in modules else modules[0], set()).add(goal)
        left = sum(map(len, owned.values()))
        for module, goals in owned.items():
            now = self._plan.clock()
            end = self._plan.began + _SHARE * (self._plan.deadline - self._plan.began)
            share = max(end - now, 0.0) * len(goals) / left * self._plan.jobs
            left -= len(goals)
            yield SurveyTask(tuple(specs[module]), frozenset(goals), min(now + share, end))

    def _look(self, task: SurveyTask) -> Iterator[Surveyed]:
        """Survey one module, in a forked process."""
        self._plan.guard()
        clock = self._plan.clock
        survey = self._bench.survey(task.specs, task.goals, lambda: clock() >= task.deadline)
        for each in survey.run():
            if each.is_begun:
                limit_look()
            yield each
