"""What small sizes lead to at a large one: a function for each way, which returns its attempt."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import Any

from slowpath.explore.example import build_example, write_example
from slowpath.explore.exhaustive import Clock
from slowpath.knowledge.catalogue import Knowledge
from slowpath.recipe.recipe import Recipe
from slowpath.scaling.path import scaling
from slowpath.scaling.path.census import Filler
from slowpath.scaling.path.family import Stopped
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.worst import WorstPaths
from slowpath.scaling.pattern.explain import WorstModels, explain
from slowpath.scaling.pattern.generator import RecipeEffort
from slowpath.scaling.promise import Promise
from slowpath.search.policy.guide import GuideEffort, guide
from slowpath.search.policy.learning import Explored, LearnedPolicy
from slowpath.search.ways.attempt import Attempt, By, WorstInput
from slowpath.shape.inputs import write_inputs
from slowpath.shape.replayer import Replayer

ROUNDING = 0.002  # share of a promise in ops: native work is rounded down at every site
UNSURE = 0.3  # of the seconds of a policy, for one that is not confirmed: it may lead to the worst case
UNCONFIRMED = "no policy leads to the worst cases of small sizes"


def explored_worst(subject: ScaledTarget, found: Sequence[WorstPaths], size: int) -> Attempt | None:
    """The worst input that was explored, of the size itself or of another at which it is admitted too.

    Its cost is known to be the worst if every path of the size was seen.
    """
    best: Attempt | None = None
    for each in found:
        path = each.paths[0]
        inputs = build_example(path.model, path.variables, subject.shapes, each.size)
        if any(subject.shapes[name].fault(value, size, name) is not None for name, value in inputs.items()):
            continue
        cost = subject.cost(deepcopy(inputs), size=size)
        expected = cost if each.size == size and each.exact else None
        worst = WorstInput(inputs, cost, By.EXPLORED, expected, {}, slack=slack(subject))
        sources = write_example(path.model, path.variables, subject.shapes, each.size)
        if best is None or best.worst is None or cost >= best.worst.cost:
            best = Attempt(By.EXPLORED, worst, None, partial(dict, sources))
    return best


def by_path(
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
    cost = subject.cost(deepcopy(predicted.inputs), size=size)  # a target may change its input
    found = _found(subject, predicted.inputs, cost, By.PATH, promise)
    return Attempt(
        By.PATH,
        found,
        _short(found),
        lambda: write_inputs(subject.shapes, size, Filler(iter(values.tolist()))),
        predicted.rows,
        predicted.synthesis + predicted.solving,
    )


def by_policy(
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


def by_recipe(
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
    cost = subject.cost(recipe.values(size), size=size)
    found = _found(subject, recipe.values(size), cost, By.INPUT, promise, recipe)
    why = _short(found) if pattern.explains else "no recipe has the worst cost at all small sizes"
    return Attempt(By.INPUT, found, why, lambda: recipe.sources, seconds=clock() - began)


def slack(subject: ScaledTarget) -> float:
    """By how much a promised cost may be off: ops have the native work in thousandths, rounded down."""
    return ROUNDING if subject.hot is None else 0.0


def worst_models(small: Explored) -> list[WorstModels]:
    """The inputs of small worst cases, as recipes explain them."""
    return [
        WorstModels(each.size, each.cost, tuple(path.model for path in each.paths)) for each in small.sizes
    ]


def _found(
    subject: ScaledTarget,
    inputs: dict[str, Any],
    cost: int,
    by: By,
    promise: Promise | None,
    recipe: Recipe | None = None,
) -> WorstInput:
    expected, proven = (None, True) if promise is None else (promise.cost, promise.proven)
    return WorstInput(inputs, cost, by, expected, {}, recipe, slack(subject), proven)


def _less(effort: GuideEffort) -> GuideEffort:
    """What is spent on a policy that is not expected to lead to the worst case."""
    return replace(effort, seconds=UNSURE * effort.seconds, paths=1)


def _short(found: WorstInput) -> str | None:
    """Why an input is not known to be a worst case, or None."""
    if found.reached or found.expected is None or not found.proven:
        return None
    return f"its input costs {found.cost:,}"
