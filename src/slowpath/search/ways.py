"""A worst case of a large size by whichever way gets there: path space, policies, input space."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Any

from slowpath.explore.example import build_example, write_example
from slowpath.explore.exhaustive import Clock
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.recipe.recipe import Recipe
from slowpath.scaling.path import scaling
from slowpath.scaling.path.census import Filler
from slowpath.scaling.path.factor import SIZE
from slowpath.scaling.path.family import Stopped
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.worst import WorstEffort, WorstPaths, fine_cost
from slowpath.scaling.path.worst import worst as searched
from slowpath.scaling.pattern.explain import WorstModels, catalogue_costs, explain
from slowpath.scaling.pattern.generator import RecipeEffort
from slowpath.scaling.promise import BEYOND, Promise, learned_rule, promised
from slowpath.search.policy import learning
from slowpath.search.policy.guide import GuideEffort, guide
from slowpath.search.policy.learning import Explored, LearnedPolicy
from slowpath.search.rivals import Rival, climbed, costliest_random
from slowpath.shape.inputs import write_inputs
from slowpath.shape.replayer import Replayer

ROUNDING = 0.002  # share of a promise in ops: native work is rounded down at every site
UNSURE = 0.3  # of the seconds of a policy, for one that is not confirmed: it may lead to the worst case
UNCONFIRMED = "no policy leads to the worst cases of small sizes"
KEPT = 0.3  # of the seconds of a way, if another way gives the cost that is promised
FEW_PATHS = 64  # of the last explored size: then those of twice that size can be seen, too


class By(StrEnum):
    """How a worst case was found."""

    PATH = "path space"
    PLACES = "a policy by place"
    HISTORY = "a policy by history"
    INPUT = "input space"
    EXPLORED = "exploration"
    RANDOM = "random inputs"
    CLIMB = "a climb"


OnSize = Callable[[WorstPaths], None]


@dataclass(frozen=True, slots=True)
class WorstInput:
    """The costliest input that was found at a size, confirmed by a counted run.

    `expected` is the worst cost as far as the costs at small sizes follow a form; it is a guess unless it is
    `proven` at a size that was held out. `stopped` says of each way that was tried in vain, or fell short,
    why. `recipe` gives inputs of any size, where one is known. `slack` is the share by which the expected
    cost may be off.
    """

    inputs: dict[str, Any]
    cost: int
    by: By
    expected: int | None
    stopped: Mapping[By, str]
    recipe: Recipe | None = None
    slack: float = 0.0
    proven: bool = True

    @property
    def reached(self) -> bool:
        """Whether the input costs just what small sizes promise; one that costs more refutes the form."""
        if self.expected is None or not self.proven:
            return False
        return abs(self.cost - self.expected) <= self.slack * self.expected


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one way came to: an input with its counted cost, or `why` it has none or is not certain.

    `sources` are the input as Python, by parameter: expressions in N where `recipe` gives them. `conditions`
    is how many different rows path space solved.
    """

    by: By
    worst: WorstInput | None
    why: str | None
    sources: Callable[[], dict[str, str]] = dict
    conditions: int | None = None
    seconds: float = 0.0

    @property
    def reached(self) -> bool:
        return self.worst is not None and self.worst.reached


@dataclass(frozen=True, slots=True)
class ScalePlan:
    """What each way may take. With `recipe`, input space is asked even where another way has the answer.

    `held_out` is what the search at the size that proves a promise may take, `rivals` the seconds of random
    inputs and of a climb. `seconds` bound all ways together.
    """

    path: scaling.PathPlan = field(default_factory=scaling.PathPlan)
    small: learning.LearningPlan = field(default_factory=learning.LearningPlan)
    guiding: GuideEffort = field(default_factory=GuideEffort)
    recipes: RecipeEffort = field(default_factory=RecipeEffort)
    recipe: bool = False
    held_out: WorstEffort = field(
        default_factory=lambda: WorstEffort(paths=500, variations=3_000, patience=200)
    )
    rivals: float = 4.0
    seconds: float | None = None


def within(seconds: float, first: int = 2) -> ScalePlan:
    """The plan that takes about so many seconds if every way is tried, a recipe in any case."""
    one = WorstEffort(seconds=0.1 * seconds)
    return ScalePlan(
        scaling.PathPlan(first=first, seconds=0.25 * seconds, effort=one),
        learning.LearningPlan(first=first, last=first + 4, seconds=0.1 * seconds, effort=one),
        GuideEffort(seconds=0.1 * seconds),
        RecipeEffort(seconds=0.15 * seconds),
        recipe=True,
        held_out=WorstEffort(paths=500, variations=3_000, patience=200, seconds=0.05 * seconds),
        rivals=0.1 * seconds,
        seconds=0.85 * seconds,
    )


def worst(
    subject: ScaledTarget,
    size: int,
    plan: ScalePlan | None = None,
    clock: Clock = time.process_time,
    knowledge: Knowledge = ALL,
) -> WorstInput | None:
    """Go through path space, policies and input space until one gives the cost that small sizes promise;
    where none does, or they promise nothing, the costliest input of all. None where no way gives any."""
    tried = list(attempts(subject, size, plan, clock, knowledge=knowledge))
    found = [each.worst for each in tried if each.worst is not None]
    if not found:
        return None
    best = max(found, key=lambda each: each.cost)
    expected = best.expected if best.reached or best.cost < (best.expected or 0) else None
    stopped = {each.by: each.why for each in tried if each.why is not None and each.by is not best.by}
    return replace(best, expected=expected, stopped=stopped)


def attempts(
    subject: ScaledTarget,
    size: int,
    plan: ScalePlan | None = None,
    clock: Clock = time.process_time,
    on_size: OnSize | None = None,
    knowledge: Knowledge = ALL,
) -> Iterator[Attempt]:
    """Yield what each way came to, up to the first that gives the cost that small sizes promise.

    Random inputs and a climb come last. If the promise is kept, they are told only if they cost more.
    """
    return _Attempts(subject, size, plan or ScalePlan(), clock, on_size, knowledge).made()


@dataclass(slots=True)
class _Attempts:
    """One way after the other, within one budget."""

    subject: ScaledTarget
    size: int
    plan: ScalePlan
    clock: Clock
    on_size: OnSize | None
    knowledge: Knowledge
    _end: float = math.inf
    _best: Attempt | None = None

    def __post_init__(self) -> None:
        if self.plan.seconds is not None:
            self._end = self.clock() + self.plan.seconds

    def made(self) -> Iterator[Attempt]:
        """Yield what each way came to."""
        plan, size, clock = self.plan, self.size, self.clock
        path = replace(plan.path, last=min(plan.path.last, size))
        known = scaling.learned(self.subject, path, clock, self.on_size)
        last = min(plan.small.last, size)
        small = learning.explored(
            self.subject, replace(plan.small, last=last), clock, known.found, self.on_size
        )
        explored = _explored(self.subject, small.found, size)
        if explored is not None:
            yield self._taken(explored)
        promise = self._promise(small.found, known)
        for attempt in self._by_small_sizes(known, small, promise):
            yield self._taken(attempt)
            if attempt.reached and not plan.recipe:
                return
        yield from self._by_rivals()

    def _by_small_sizes(
        self, known: scaling.LearnedFamily, small: Explored, promise: Promise | None
    ) -> Iterator[Attempt]:
        """What small sizes lead to."""
        plan, clock = self.plan, self.clock
        attempt = _predicted(self.subject, known, self.size, promise, clock)
        yield attempt
        if not attempt.reached:
            for by, learn in ((By.PLACES, learning.wise), (By.HISTORY, learning.history)):
                if self._is_over():
                    return
                effort = replace(plan.guiding, seconds=self._at_most(plan.guiding.seconds))
                learned = learn(self.subject, small, _after(effort.seconds, clock))
                attempt = _guided(self.subject, learned, self.size, by, promise, effort, clock)
                yield attempt
                if attempt.reached:
                    break
        if self._is_over():
            return
        seconds = self._at_most(plan.recipes.seconds * (KEPT if attempt.reached else 1))
        recipes = replace(plan.recipes, seconds=seconds)
        yield _from_recipe(self.subject, small, self.size, promise, recipes, clock, self.knowledge)

    def _by_rivals(self) -> Iterator[Attempt]:
        """What random inputs, and a climb from the best so far, come to at the size itself."""
        before = self._best
        kept = before is not None and before.reached
        share = self._at_most(self.plan.rivals * (KEPT if kept else 1)) / 2
        began = self.clock()
        random = costliest_random(self.subject, self.size, _after(share, self.clock))
        if not kept and self.plan.seconds is not None:
            share = max(share, (self._end - self.clock()) / 2)  # nothing else is left to try
        if random is None:
            return
        drawn = self._rival(By.RANDOM, random, self.clock() - began)
        if not kept or self._gains(drawn):
            yield self._taken(drawn)
        began, start = self.clock(), random
        if self._best is not None and self._best.worst is not None and self._best.worst.cost > random.cost:
            start = Rival(self._best.worst.inputs, self._best.sources(), self._best.worst.cost)
        climb = climbed(self.subject, self.size, start, _after(share, self.clock))
        made = self._rival(By.CLIMB, climb, self.clock() - began)
        if climb is not start and self._gains(made):
            yield self._taken(made)

    def _rival(self, by: By, rival: Rival, seconds: float) -> Attempt:
        found = WorstInput(rival.inputs, rival.cost, by, None, {}, slack=_slack(self.subject))
        before = None if self._best is None else self._best.worst
        if before is not None:
            found = replace(found, expected=before.expected, proven=before.proven)
        return Attempt(by, found, None, lambda: rival.sources, seconds=seconds)

    def _promise(self, found: Sequence[WorstPaths], known: scaling.LearnedFamily) -> Promise | None:
        """What the costs of small sizes promise for the size.

        A size beyond those that were explored is searched to prove it, if it is smaller than the size itself.
        """
        subject = self.subject
        costs = {each.size: fine_cost(subject, each) for each in found if each.paths}
        held = BEYOND * max(costs, default=0)
        if learned_rule(costs) is not None and held < self.size and not self._is_over():
            beyond = self._held_out(held, found[-1], known)
            if beyond is not None:
                costs[held] = beyond
        promise = promised(costs, self.size, subject.fineness)
        if (
            known.family is not None
            and known.family.cost is not None
            and (promise is None or not promise.proven)
        ):
            # The family has been followed beyond the explored sizes: its costs are as good as theirs.
            form = known.family.cost
            last = max(costs)
            if int(form.at({SIZE: last})) == costs[last]:
                return Promise(int(form.at({SIZE: self.size})) // subject.fineness, True)
        return promise

    def _held_out(self, size: int, last: WorstPaths, known: scaling.LearnedFamily) -> int | None:
        """The worst cost that is found at a size beyond those that were explored, before it is rounded."""
        subject, clock = self.subject, self.clock
        effort = replace(self.plan.held_out, seconds=self._at_most(self.plan.held_out.seconds))
        few = last.exact and last.runs <= FEW_PATHS
        found = searched(subject, size, effort, clock, exhaust=few)
        if not found.paths:
            return None
        costs = [fine_cost(subject, found)]
        if known.family is not None:
            made = scaling.predicted(subject, known.family, size, clock)
            if not isinstance(made, Stopped):
                costs.append(subject.fine_cost(made.inputs))
        over = _after(effort.seconds, clock)
        costs += catalogue_costs(subject, size, over, self.knowledge)
        best = max(costs)
        if self.on_size is not None:
            self.on_size(replace(found, cost=best // subject.fineness))
        return best

    def _taken(self, attempt: Attempt) -> Attempt:
        """Take an attempt into account."""
        if self._gains(attempt):
            self._best = attempt
        return attempt

    def _gains(self, attempt: Attempt) -> bool:
        if attempt.worst is None:
            return False
        best = None if self._best is None else self._best.worst
        return best is None or attempt.worst.cost > best.cost

    def _at_most(self, seconds: float) -> float:
        return max(min(seconds, self._end - self.clock()), 0.0)

    def _is_over(self) -> bool:
        return self.clock() > self._end


def worst_models(small: Explored) -> list[WorstModels]:
    """The inputs of small worst cases, as recipes explain them."""
    return [
        WorstModels(each.size, each.cost, tuple(path.model for path in each.paths)) for each in small.sizes
    ]


def _explored(subject: ScaledTarget, found: Sequence[WorstPaths], size: int) -> Attempt | None:
    """The worst input that was explored, of the size itself or of another at which it is admitted too.

    Its cost is known to be the worst if every path of the size was seen.
    """
    best: Attempt | None = None
    for each in found:
        path = each.paths[0]
        inputs = build_example(path.model, path.variables, subject.shapes, each.size)
        if any(subject.shapes[name].fault(value, size, name) is not None for name, value in inputs.items()):
            continue
        cost = subject.cost(deepcopy(inputs))
        expected = cost if each.size == size and each.exact else None
        worst = WorstInput(inputs, cost, By.EXPLORED, expected, {}, slack=_slack(subject))
        sources = write_example(path.model, path.variables, subject.shapes, each.size)
        if best is None or best.worst is None or cost >= best.worst.cost:
            best = Attempt(By.EXPLORED, worst, None, partial(dict, sources))
    return best


def _predicted(
    subject: ScaledTarget,
    known: scaling.LearnedFamily,
    size: int,
    promise: Promise | None,
    clock: Clock,
) -> Attempt:
    """What path space comes to."""
    if known.family is None:
        stopped = known.stopped or Stopped("nothing was explored", "")
        return Attempt(By.PATH, None, str(stopped))
    predicted = scaling.predicted(subject, known.family, size, clock)
    if isinstance(predicted, Stopped):
        return Attempt(By.PATH, None, predicted.construct)
    values = predicted.values
    cost = subject.cost(deepcopy(predicted.inputs))  # a target may change its input
    found = _found(subject, predicted.inputs, cost, By.PATH, promise)
    return Attempt(
        By.PATH,
        found,
        _short(found),
        lambda: write_inputs(subject.shapes, size, Filler(iter(values.tolist()))),
        predicted.rows,
        predicted.synthesis + predicted.solving,
    )


def _guided(
    subject: ScaledTarget,
    learned: LearnedPolicy | None,
    size: int,
    by: By,
    promise: Promise | None,
    effort: GuideEffort,
    clock: Clock,
) -> Attempt:
    """What a policy comes to."""
    if learned is None:
        return Attempt(by, None, "nothing was explored")
    began = clock()
    doubt = None if learned.confirmed else UNCONFIRMED
    guided = guide(subject, learned.policy, size, effort if learned.confirmed else _less(effort), clock=clock)
    if guided is None:
        why = doubt or "its decisions are not feasible"
        return Attempt(by, None, why, seconds=clock() - began)
    found = _found(subject, guided.inputs, guided.cost, by, promise)
    leaves = guided.leaves
    return Attempt(
        by,
        found,
        doubt or _short(found),
        lambda: write_inputs(subject.shapes, size, Replayer(leaves)),
        seconds=clock() - began,
    )


def _from_recipe(
    subject: ScaledTarget,
    small: Explored,
    size: int,
    promise: Promise | None,
    effort: RecipeEffort,
    clock: Clock,
    knowledge: Knowledge,
) -> Attempt:
    """What input space comes to."""
    began = clock()
    pattern = explain(subject, worst_models(small), size, effort, clock, knowledge) if small.sizes else None
    if pattern is None:
        late = clock() - began >= effort.seconds
        stopped = "its time was over" if late else "no family of inputs for these shapes"
        return Attempt(By.INPUT, None, stopped, seconds=clock() - began)
    recipe = pattern.recipe
    cost = subject.cost(recipe.values(size))
    found = _found(subject, recipe.values(size), cost, By.INPUT, promise, recipe)
    why = _short(found) if pattern.explains else "no recipe has the worst cost at all small sizes"
    return Attempt(By.INPUT, found, why, lambda: recipe.sources, seconds=clock() - began)


def _found(
    subject: ScaledTarget,
    inputs: dict[str, Any],
    cost: int,
    by: By,
    promise: Promise | None,
    recipe: Recipe | None = None,
) -> WorstInput:
    expected, proven = (None, True) if promise is None else (promise.cost, promise.proven)
    return WorstInput(inputs, cost, by, expected, {}, recipe, _slack(subject), proven)


def _less(effort: GuideEffort) -> GuideEffort:
    """What is spent on a policy that is not expected to lead to the worst case."""
    return replace(effort, seconds=UNSURE * effort.seconds, paths=1)


def _after(seconds: float, clock: Clock) -> Callable[[], bool]:
    """What tells whether some seconds are over."""
    end = clock() + seconds
    return lambda: clock() > end


def _slack(subject: ScaledTarget) -> float:
    """By how much a promised cost may be off: ops have the native work in thousandths, rounded down."""
    return ROUNDING if subject.hot is None else 0.0


def _short(found: WorstInput) -> str | None:
    """Why an input is not known to be a worst case, or None."""
    if found.reached or found.expected is None or not found.proven:
        return None
    return f"its input costs {found.cost:,}"
