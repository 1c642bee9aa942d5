"""Many targets, searched side by side in rounds: each is given as many runs as the others, and more in every
round. A round is spread over processes; their number changes nothing but the time."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from slowpath.run.pool import Pool
from slowpath.search.loops.rating import GoalAttempt
from slowpath.search.loops.search import LoopSearch, SearchState
from slowpath.target.load import Loaded

_RUNS = 600  # of each unit in the second round: a second or two
_GROWTH = 2  # times as many in each further round
_TARGETS = 3  # that go on with a goal which several lead to: those that came nearest
_GROUP = 4  # goals of a unit: enough to learn from each other, few enough to spread over processes
_PATIENCE = 5.0  # seconds beyond the deadline after which a process that hangs is killed


@dataclass(frozen=True, slots=True)
class Unit:
    """Some goals of one target, by their numbers among all."""

    spec: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class News:
    """An attempt of a target that comes nearer to a goal, by its number, than those before."""

    spec: str
    goal: int
    attempt: GoalAttempt


class Bench(Protocol):
    """Makes targets ready to be searched, each once."""

    def search(self, unit: Unit, is_over: Callable[[], bool]) -> LoopSearch:
        """Return the search for the goals of a unit."""

    def traced(self, spec: str) -> Loaded | None:
        """Return a target in the trace build; None if the concolic engine is not to help."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to search: the name of an algorithm, the seed, the deadline by a clock, and how many processes."""

    algorithm: str
    seed: int
    began: float
    deadline: float
    jobs: int
    clock: Callable[[], float]

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self.clock() >= self.deadline

    @property
    def elapsed(self) -> float:
        """The share of the time that is over."""
        return (self.clock() - self.began) / max(self.deadline - self.began, 1e-9)


@dataclass(frozen=True, slots=True)
class Task:
    """One unit in one round."""

    number: int
    state: SearchState | None
    runs: int


class Rounds:
    """Searches units. `runs` counts the runs of all, `died` the processes that a target ended; `reached` are
    the goals that were, by the end of the last round."""

    def __init__(self, bench: Bench, units: Sequence[Unit], plan: Plan) -> None:
        self.runs = self.died = 0
        self._bench = bench
        self._units = list(units)
        self._plan = plan
        self._states: list[SearchState | None] = [None] * len(units)
        self._failed: set[int] = set()  # units whose process died
        self.reached: set[int] = set()  # goals
        self._nearest: dict[int, float] = {}  # the best fitness for each goal

    def run(self) -> Iterator[News]:
        """Yield attempts that come nearer to a goal than those before."""
        runs = 0
        while not self._plan.is_over:
            open_units = [number for number in range(len(self._units)) if self._is_open(number)]
            if not open_units:
                return
            yield from self._round(open_units, runs)
            if runs <= _RUNS:  # the first round begins, the second asks the concolic engine
                self._share_out(_GROUP if runs else None)
            runs = runs * _GROWTH or _RUNS

    def _round(self, numbers: Sequence[int], runs: int) -> Iterator[News]:
        tasks = (Task(number, self._states[number], runs) for number in numbers if not self._plan.is_over)
        reached: set[int] = set()
        with Pool[Task, SearchState](self._work, self._plan.jobs, ahead=2 * self._plan.jobs) as pool:
            for call in pool.calls(tasks):
                number = call.task.number
                for state in call:
                    yield from self._news(number, state, reached)
                if call.died:
                    self.died += 1
                    self._failed.add(number)
        self.reached |= reached  # after the round: which unit is the first may not matter
        self._close()

    def _news(self, number: int, state: SearchState, reached: set[int]) -> Iterator[News]:
        before, unit = self._states[number], self._units[number]
        self.runs += state.runs - (0 if before is None else before.runs)
        self._states[number] = state
        for goal, attempt in zip(unit.numbers, state.attempts, strict=True):
            if attempt is not None and attempt.fitness < self._nearest.get(goal, 1.0):
                self._nearest[goal] = attempt.fitness
                yield News(unit.spec, goal, attempt)
            if attempt is not None and not attempt.fitness:
                reached.add(goal)

    def _close(self) -> None:
        """Close the goals that are reached in every unit that has them."""
        for unit, state in zip(self._units, self._states, strict=True):
            if state is not None:
                closed = {place for place, goal in enumerate(unit.numbers) if goal in self.reached}
                state.algorithm.archive.closed |= closed

    def _share_out(self, group: int | None) -> None:
        """Let the targets that came nearest to a goal go on with it, in units of so many goals."""
        begun = [(unit, state) for unit, state in zip(self._units, self._states, strict=True) if state]
        offers: dict[int, list[tuple[float, int]]] = {}
        for number, (unit, state) in enumerate(begun):
            for goal, fitness in zip(unit.numbers, state.algorithm.archive.fitness, strict=True):
                if goal not in self.reached:
                    offers.setdefault(goal, []).append((fitness, number))
        chosen = {goal: {number for _, number in sorted(each)[:_TARGETS]} for goal, each in offers.items()}
        units: list[Unit] = []
        states: list[SearchState | None] = []
        for number, (unit, state) in enumerate(begun):
            places = [place for place, goal in enumerate(unit.numbers) if number in chosen.get(goal, ())]
            size = group or max(len(places), 1)
            for own in (places[start : start + size] for start in range(0, len(places), size)):
                units.append(Unit(unit.spec, tuple(unit.numbers[place] for place in own)))
                states.append(state.narrowed(own, self._plan.seed + len(units)))
        self._units, self._states = units, states
        self._failed.clear()

    def _is_open(self, number: int) -> bool:
        state = self._states[number]
        if number in self._failed:
            return False
        return (
            not set(self._units[number].numbers) <= self.reached
            if state is None
            else not state.algorithm.is_over
        )

    # -- in a forked process ---------------------------------------------------------------------

    def _work(self, task: Task) -> Iterator[SearchState]:
        """Search one unit for so many runs."""
        plan, unit = self._plan, self._units[task.number]
        # A run that hangs in C code cannot be broken off by Python.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(max(1, math.ceil(plan.deadline - plan.clock() + _PATIENCE)))
        search = self._bench.search(unit, lambda: plan.is_over)
        state = task.state
        if state is None:
            yield search.begin(plan.algorithm, plan.seed + task.number)
            return
        if not state.is_solved:
            traced = self._bench.traced(unit.spec)
            if traced is not None:
                search.solve(state, traced)
            state.is_solved = True
        search.advance(state, task.runs, lambda: plan.elapsed)
        yield state
