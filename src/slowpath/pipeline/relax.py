"""Algorithms 3 and 4 of CompSLG: conditions of several stages, relaxed until they hold together.

The paper solves the whole set, removes the weakest condition of an unsatisfiable core, and solves again. Here
conditions are assumed one after the other, those of the heaviest stage first, and each that the values at
hand break is repaired: thousands of conditions need no whole solution. What contradicts goes the same way: of
the core, the stage with the least weight gives up its cheapest condition. What was assumed before and is
given up leaves with the next pass; until then conditions that need it wait. Stages whose conditions are in no
core with others take no part.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from slowpath.expr.condition import FALSE, Condition
from slowpath.expr.variable import Values, Variables
from slowpath.solve.chain import Options, session
from slowpath.solve.session import Session
from slowpath.solve.verdict import Model, Unsat, completed

Clock = Callable[[], float]

# Passes in which assumed conditions may be given up. Cores mostly share nothing, so the first few settle
# nearly all; what still waits then is given up itself.
PASSES = 8


@dataclass(frozen=True, slots=True)
class Demand:
    """What one stage asks for: conditions over the input of the pipeline, what each is worth, and its
    weight."""

    conditions: Sequence[Condition]
    costs: Sequence[int]
    weight: float


@dataclass(frozen=True, slots=True)
class Relaxed:
    """Values under which all conditions hold that were not given up. By stage: how many were given up, how
    many of these could not be decided, and the weights after compensation."""

    values: Values
    given_up: tuple[int, ...]
    undecided: tuple[int, ...]
    weights: tuple[float, ...]


@dataclass(slots=True)
class _Conjunct:
    stage: int
    condition: Condition
    cost: int
    doomed: bool = False


def relax(
    demands: Sequence[Demand],
    variables: Variables,
    hint: Values,
    seconds: float | None = None,
    clock: Clock = time.monotonic,
    options: Options | None = None,
) -> Relaxed:
    """Return values that satisfy as many conditions as they can, the costly ones of heavy stages first."""
    relaxing = _Relaxing(demands, variables, hint, options or Options(cores=True), clock)
    return relaxing.run(None if seconds is None else clock() + seconds)


@dataclass(slots=True)
class _Relaxing:
    demands: Sequence[Demand]
    variables: Variables
    hint: Values
    options: Options
    clock: Clock
    weights: list[float] = field(default_factory=list)
    given_up: list[int] = field(default_factory=list)
    undecided: list[int] = field(default_factory=list)
    deadline: float | None = None

    def run(self, deadline: float | None) -> Relaxed:
        self.deadline = deadline
        self.weights = [max(each.weight, 1.0) for each in self.demands]
        self.given_up = [0] * len(self.demands)
        self.undecided = [0] * len(self.demands)
        values = Model(completed(self.hint, self.variables))
        conjuncts = self._conjuncts()
        if all(each.condition.holds(values) for each in conjuncts):
            conjuncts = []  # a solver need not hear of them
        for number in range(PASSES):
            values, waiting = self._pass(conjuncts, values)
            if not waiting:
                break
            if number == PASSES - 1:
                for each in waiting:
                    self._lose(each)
            conjuncts = [each for each in conjuncts if not each.doomed]
        return Relaxed(values, tuple(self.given_up), tuple(self.undecided), tuple(self.weights))

    def _conjuncts(self) -> list[_Conjunct]:
        """The conditions of all stages, those of the heaviest first; each once."""
        heaviest = sorted(range(len(self.demands)), key=lambda stage: -self.weights[stage])
        seen: set[Condition] = set()
        found: list[_Conjunct] = []
        for stage in heaviest:
            demand = self.demands[stage]
            for condition, cost in zip(demand.conditions, demand.costs, strict=True):
                if condition not in seen:
                    seen.add(condition)
                    found.append(_Conjunct(stage, condition, cost))
        return found

    def _pass(self, conjuncts: list[_Conjunct], values: Model) -> tuple[Model, list[_Conjunct]]:
        """Assume conditions in turn; return values that satisfy what is assumed, and the conditions that
        wait for one that is given up."""
        assumed: list[_Conjunct] = []
        waiting: list[_Conjunct] = []
        solving = session(self.variables, self.options)
        for each in conjuncts:
            if each.condition.holds(values):
                solving.push(each.condition)
                assumed.append(each)
                continue
            found = self._solved(solving, each, values, assumed)
            if isinstance(found, Model):
                values = found
                solving.push(each.condition)
                assumed.append(each)
            elif found:
                waiting.append(each)
        return values, waiting

    def _solved(
        self, solving: Session, new: _Conjunct, values: Model, assumed: Sequence[_Conjunct]
    ) -> Model | bool:
        """Values with one condition more; else whether it may hold once another is given up."""
        if new.condition == FALSE:
            self._lose(new)
            return False
        if self.deadline is not None and self.clock() >= self.deadline:
            self.undecided[new.stage] += 1
            self._lose(new)
            return False
        verdict = solving.solve(new.condition, values)
        if isinstance(verdict, Model):
            return verdict
        if not isinstance(verdict, Unsat):
            self.undecided[new.stage] += 1
            self._lose(new)
            return False
        core = [new if place == len(assumed) else assumed[place] for place in verdict.core]
        if any(each.doomed for each in core):
            return True
        weakest = self._weakest(core or [new])
        self._lose(weakest)
        return weakest is not new

    def _weakest(self, core: Sequence[_Conjunct]) -> _Conjunct:
        """Algorithm 4: the cheapest condition of the stage with the least weight; its weight is then
        adjusted."""
        target = min({each.stage for each in core}, key=lambda stage: (self.weights[stage], stage))
        weakest = min((each for each in core if each.stage == target), key=lambda each: each.cost)
        weight = self.weights[target]
        self.weights[target] = max(weight - weakest.cost, 1.0) + max(self.weights) / weight
        return weakest

    def _lose(self, each: _Conjunct) -> None:
        each.doomed = True
        self.given_up[each.stage] += 1
