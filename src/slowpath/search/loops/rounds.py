"""Many targets, searched side by side: a survey of each module, then rounds for the goals that are left.

In a round each unit is given as many runs as the others, and more in every round. A round is spread over
processes; their number changes nothing but the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from slowpath.run.pool import Pool
from slowpath.search.loops.material import Material
from slowpath.search.loops.plan import Bench, Plan, Unit
from slowpath.search.loops.rating import GoalAttempt
from slowpath.search.loops.search import SearchState
from slowpath.search.loops.surveys import Surveys

_LIGHT = (400, 800)  # runs of each unit with what the survey learnt, before more is gathered for its target
_NEAREST = 2  # targets that go on with a goal after the survey: the second, if the first cannot get there
_RUNS = 600  # of each unit in the second round: a second or two
_GROWTH = 2  # times as many in each further round
_TARGETS = 3  # that go on with a goal which several lead to: those that came nearest
_GROUP = 4  # goals of a unit: enough to learn from each other, few enough to spread over processes


@dataclass(frozen=True, slots=True)
class Task:
    """One unit in one round."""

    number: int
    state: SearchState | None
    runs: int


@dataclass(frozen=True, slots=True)
class News:
    """An attempt of a target that comes nearer to a goal, by its number, than those before."""

    spec: str
    goal: int
    attempt: GoalAttempt


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
        self._looks: dict[str, dict[int, GoalAttempt]] = {}  # what the survey found, by target and goal
        self._materials: dict[str, Material] = {}  # what it learnt, by target
        self._is_many = len(units) > 1  # with one target there is time to look for a run that returns

    def run(self) -> Iterator[News]:
        """Yield attempts that come nearer to a goal than those before."""
        if self._is_many:
            yield from self._survey()
            self._begin_again(self._nearest_units())
            for runs in _LIGHT:
                known = [each for each in self._open_units() if self._units[each].spec in self._materials]
                yield from self._round(known, runs)
            self._materials.clear()
            self._begin_again([unit for unit in self._units if not set(unit.numbers) <= self.reached])
        yield from self._rounds()

    def _rounds(self) -> Iterator[News]:
        """Search the units until all goals are reached, or the time is over."""
        runs = 0
        while not self._plan.is_over:
            open_units = self._open_units()
            if not open_units:
                return
            yield from self._round(open_units, runs)
            if runs <= _RUNS:  # the first round begins, the second asks the concolic engine
                self._share_out(_GROUP if runs else None)
            runs = runs * _GROWTH or _RUNS

    def _open_units(self) -> list[int]:
        return [number for number in range(len(self._units)) if self._is_open(number)]

    def _begin_again(self, units: Sequence[Unit]) -> None:
        self._units, self._states = list(units), [None] * len(units)
        self._failed.clear()

    def _survey(self) -> Iterator[News]:
        """Look at each module, and keep what is found and learnt."""
        surveys = Surveys(self._bench, self._units, self._plan)
        for each in surveys.run():
            self.runs += each.runs
            if each.material is not None:
                self._materials[each.spec] = each.material
            self._looks.setdefault(each.spec, {}).update(each.attempts)
            for goal, attempt in each.attempts.items():
                yield from self._told(each.spec, goal, attempt, self.reached)
        self.died += surveys.died

    def _nearest_units(self) -> list[Unit]:
        """For each goal that is left, the targets that came nearest; the first ones if none came near."""
        offers: dict[int, list[tuple[float, int]]] = {}
        for number, unit in enumerate(self._units):
            for goal in unit.numbers:
                if goal not in self.reached:
                    attempt = self._looks.get(unit.spec, {}).get(goal)
                    offers.setdefault(goal, []).append((attempt.fitness if attempt else 1.0, number))
        chosen: dict[int, list[int]] = {}
        for goal, each in offers.items():
            for _, number in sorted(each)[:_NEAREST]:
                chosen.setdefault(number, []).append(goal)
        order = sorted(chosen, key=lambda number: -len(chosen[number]))
        return [Unit(self._units[number].spec, tuple(chosen[number])) for number in order]

    # -- rounds ----------------------------------------------------------------------------------

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
            if attempt is not None:
                yield from self._told(unit.spec, goal, attempt, reached)

    def _told(self, spec: str, goal: int, attempt: GoalAttempt, reached: set[int]) -> Iterator[News]:
        """The attempt, if it comes nearer to its goal than those before; `reached` gets what is reached."""
        if attempt.fitness < self._nearest.get(goal, 1.0):
            self._nearest[goal] = attempt.fitness
            yield News(spec, goal, attempt)
        if not attempt.fitness or (attempt.reaches and self._is_many):
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
        plan.guard()
        search = self._bench.search(unit, lambda: plan.is_over)
        state = task.state
        if state is None:
            seed, material = plan.seed + task.number, self._materials.get(unit.spec)
            if material is None:
                known = [each.use.program for each in self._looks.get(unit.spec, {}).values()]
                yield search.begin(plan.algorithm, seed, known)
                return
            state = search.begin_with(plan.algorithm, seed, material)
        if not state.is_solved:
            traced = self._bench.traced(unit.spec)
            if traced is not None:
                search.solve(state, traced)
            state.is_solved = True
        search.advance(state, task.runs, lambda: plan.elapsed)
        yield state
