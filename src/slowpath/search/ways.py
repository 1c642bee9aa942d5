"""A worst case of a large size by whichever way gets there: path space, policies, input space."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from slowpath.explore.exhaustive import Clock
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.recipe.recipe import Recipe
from slowpath.scaling.path import scaling
from slowpath.scaling.path.census import Filler
from slowpath.scaling.path.factor import SIZE
from slowpath.scaling.path.family import Stopped, cost_form
from slowpath.scaling.path.recurrence import recurrence
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.worst import WorstEffort, WorstPaths
from slowpath.scaling.pattern.explain import WorstModels, explain
from slowpath.scaling.pattern.generator import RecipeEffort
from slowpath.search.policy import learning
from slowpath.search.policy.guide import GuideEffort, guide
from slowpath.search.policy.learning import Explored, LearnedPolicy
from slowpath.shape.inputs import write_inputs
from slowpath.shape.replayer import Replayer

ROUNDING = 0.002  # share of a promise in ops: native work is rounded down at every site
UNSURE = 0.3  # of the seconds of a policy, for one that is not confirmed: it may lead to the worst case
UNCONFIRMED = "no policy leads to the worst cases of small sizes"
EXCEPTIONS = 2  # small sizes whose costs a promise may leave out: a logarithm looks linear for a while
LEAST_COSTS = 3  # from which a form may be told: any line goes through two


class By(StrEnum):
    """How a worst case was found."""

    PATH = "path space"
    PLACES = "a policy by place"
    HISTORY = "a policy by history"
    INPUT = "input space"


OnSize = Callable[[WorstPaths], None]


@dataclass(frozen=True, slots=True)
class WorstInput:
    """The costliest input that was found at a size, confirmed by a counted run.

    `expected` is the worst cost as far as the costs at small sizes follow a form. `stopped` says of each way
    that was tried in vain, or fell short, why. `recipe` gives inputs of any size, where one is known. `slack`
    is the share by which the expected cost may be off.
    """

    inputs: dict[str, Any]
    cost: int
    by: By
    expected: int | None
    stopped: Mapping[By, str]
    recipe: Recipe | None = None
    slack: float = 0.0

    @property
    def reached(self) -> bool:
        """Whether the input costs just what small sizes promise; one that costs more refutes the form."""
        return self.expected is not None and abs(self.cost - self.expected) <= self.slack * self.expected


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
    """What each way may take. With `recipe`, input space is asked even where another way has the answer."""

    path: scaling.PathPlan = field(default_factory=scaling.PathPlan)
    small: learning.LearningPlan = field(default_factory=learning.LearningPlan)
    guiding: GuideEffort = field(default_factory=GuideEffort)
    recipes: RecipeEffort = field(default_factory=RecipeEffort)
    recipe: bool = False


def within(seconds: float, first: int = 2) -> ScalePlan:
    """The plan that takes about so many seconds if every way is tried, a recipe in any case."""
    one = WorstEffort(seconds=0.2 * seconds)
    return ScalePlan(
        scaling.PathPlan(first=first, seconds=0.3 * seconds, effort=one),
        learning.LearningPlan(first=first, last=first + 4, seconds=0.1 * seconds, effort=one),
        GuideEffort(seconds=0.15 * seconds),
        RecipeEffort(seconds=0.15 * seconds),
        recipe=True,
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
    """Yield what each way came to, up to the first that gives the cost that small sizes promise."""
    plan = plan or ScalePlan()
    known = scaling.learned(subject, plan.path, clock, on_size)
    attempt = _predicted(subject, known, size, clock)
    yield attempt
    if attempt.reached and not plan.recipe:
        return
    small = learning.explored(subject, plan.small, clock, known.found, on_size)
    expected = _expected({each.size: each.cost for each in small.sizes}, size)
    if not attempt.reached:
        for by, learn in ((By.PLACES, learning.wise), (By.HISTORY, learning.history)):
            learned = learn(subject, small, _after(plan.guiding.seconds, clock))
            attempt = _guided(subject, learned, size, by, expected, plan.guiding, clock)
            yield attempt
            if attempt.reached:
                break
    if not attempt.reached or plan.recipe:
        yield _from_recipe(subject, small, size, expected, plan.recipes, clock, knowledge)


def worst_models(small: Explored) -> list[WorstModels]:
    """The inputs of small worst cases, as recipes explain them."""
    return [
        WorstModels(each.size, each.cost, tuple(path.model for path in each.paths)) for each in small.sizes
    ]


def _predicted(subject: ScaledTarget, known: scaling.LearnedFamily, size: int, clock: Clock) -> Attempt:
    """What path space comes to."""
    if known.family is None:
        stopped = known.stopped or Stopped("nothing was explored", "")
        return Attempt(By.PATH, None, str(stopped))
    predicted = scaling.predicted(subject, known.family, size, clock)
    if isinstance(predicted, Stopped):
        return Attempt(By.PATH, None, predicted.construct)
    values = predicted.values
    cost = subject.cost(deepcopy(predicted.inputs))  # a target may change its input
    found = WorstInput(predicted.inputs, cost, By.PATH, predicted.cost, {}, slack=_slack(subject))
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
    expected: int | None,
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
    found = WorstInput(guided.inputs, guided.cost, by, expected, {}, slack=_slack(subject))
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
    expected: int | None,
    effort: RecipeEffort,
    clock: Clock,
    knowledge: Knowledge,
) -> Attempt:
    """What input space comes to."""
    began = clock()
    pattern = explain(subject, worst_models(small), size, effort, clock, knowledge) if small.sizes else None
    if pattern is None:
        return Attempt(By.INPUT, None, "no family of inputs for these shapes", seconds=clock() - began)
    recipe = pattern.recipe
    cost = subject.cost(recipe.values(size))
    found = WorstInput(recipe.values(size), cost, By.INPUT, expected, {}, recipe, _slack(subject))
    why = _short(found) if pattern.explains else "no recipe has the worst cost at all small sizes"
    return Attempt(By.INPUT, found, why, lambda: recipe.sources, seconds=clock() - began)


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
    return None if found.reached or found.expected is None else f"its input costs {found.cost:,}"


def _expected(costs: Mapping[int, int], size: int) -> int | None:
    """The worst cost at a size as far as the costs of small sizes tell: by a recurrence, or by a form."""
    recursive = recurrence(costs)
    if recursive is not None:
        return recursive.at(size)
    form = cost_form(costs, EXCEPTIONS) if len(costs) >= LEAST_COSTS else None
    return None if form is None else int(form.at({SIZE: size}))
