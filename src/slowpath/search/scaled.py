"""A worst case of a large size by whichever way gets there: path space, policies, input space."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from slowpath.explore.exhaustive import Clock
from slowpath.scale.path import scaling
from slowpath.scale.path.factor import SIZE
from slowpath.scale.path.family import Stopped, cost_form
from slowpath.scale.path.subject import Subject
from slowpath.scale.pattern.generator import Effort as Recipes
from slowpath.scale.pattern.generator import Pattern, patterned
from slowpath.scale.pump.recipe import Recipe
from slowpath.search.policy import learning
from slowpath.search.policy.guide import Effort, guide, made
from slowpath.search.policy.learning import Explored, Learned

TRIAL = 20_000_000  # ops of a run that a recipe is tried with


class By(StrEnum):
    """How a worst case was found."""

    PATH = "path space"
    PLACES = "a policy by place"
    HISTORY = "a policy by history"
    INPUT = "input space"


@dataclass(frozen=True, slots=True)
class Worst:
    """The costliest input that was found at a size, confirmed by a counted run.

    `expected` is the worst cost as far as the costs at small sizes follow a form. `stopped` says of each way
    that was tried in vain, or fell short, why. `recipe` gives inputs of any size, where one is known.
    """

    inputs: dict[str, Any]
    cost: int
    by: By
    expected: int | None
    stopped: Mapping[By, str]
    recipe: Recipe | None = None

    @property
    def reached(self) -> bool:
        """Whether the input costs just what small sizes promise; one that costs more refutes the form."""
        return self.cost == self.expected


@dataclass(frozen=True, slots=True)
class Plan:
    """What each way may take."""

    path: scaling.Plan = field(default_factory=scaling.Plan)
    small: learning.Plan = field(default_factory=learning.Plan)
    guiding: Effort = field(default_factory=Effort)
    recipes: Recipes = field(default_factory=Recipes)


def worst(
    subject: Subject, size: int, plan: Plan | None = None, clock: Clock = time.process_time
) -> Worst | None:
    """Go through path space, policies and input space until one gives the cost that small sizes promise;
    where none does, or they promise nothing, the costliest input of all. None where no way gives any."""
    plan = plan or Plan()
    found: list[Worst] = []
    stopped: dict[By, str] = {}
    known = scaling.learned(subject, plan.path, clock)
    if known.family is not None:
        predicted = scaling.predicted(subject, known.family, size, clock)
        if not isinstance(predicted, Stopped):
            cost = subject.cost(deepcopy(predicted.inputs))  # a target may change its input
            found.append(Worst(predicted.inputs, cost, By.PATH, predicted.cost, {}))
            if found[-1].reached:
                return found[-1]
            stopped[By.PATH] = f"its input costs {cost:,}"
        else:
            stopped[By.PATH] = predicted.construct
    elif known.stopped is not None:
        stopped[By.PATH] = f"{known.stopped.construct} {known.stopped.place}".strip()
    small = learning.explored(subject, plan.small, clock)
    costs = {**{each.size: each.cost for each in small.sizes}, **known.costs}
    expected = _expected(costs, size)
    for by, learn in ((By.PLACES, learning.wise), (By.HISTORY, learning.history)):
        outcome = _guided(subject, learn(subject, small), size, by, expected, plan.guiding, clock)
        if isinstance(outcome, str):
            stopped[by] = outcome
            continue
        found.append(outcome)
        if outcome.reached:
            return _noted(outcome, stopped)
        stopped[by] = f"its input costs {outcome.cost:,}"
    pattern = patterned_at(subject, small, size, plan.recipes, clock)
    if pattern is None:
        stopped[By.INPUT] = "no family of inputs for these shapes"
    else:
        cost = subject.cost(pattern.recipe.values(size))
        inputs = pattern.recipe.values(size)
        found.append(Worst(inputs, cost, By.INPUT, expected, {}, pattern.recipe))
        if not pattern.explains:
            stopped[By.INPUT] = "no recipe has the worst cost at all small sizes"
    if not found:
        return None
    best = max(found, key=lambda each: each.cost)
    return _noted(best, {by: why for by, why in stopped.items() if by is not best.by})


def patterned_at(
    subject: Subject,
    small: Explored,
    size: int,
    effort: Recipes | None = None,
    clock: Clock = time.process_time,
) -> Pattern | None:
    """The recipe that explains the worst cases of small sizes, tried at a large one."""
    examples: dict[int, Sequence[dict[str, Any]]] = {}
    for each in small.sizes:
        variables = subject.tracing(each.size).run(each.paths[0].model).variables
        examples[each.size] = [made(subject, each.size, path.model, variables) for path in each.paths]
    return patterned(
        subject.shapes,
        examples,
        {each.size: each.cost for each in small.sizes},
        size,
        lambda inputs: subject.cost(inputs, TRIAL),
        subject.admits,
        effort,
        clock,
    )


def _guided(
    subject: Subject,
    learned: Learned | None,
    size: int,
    by: By,
    expected: int | None,
    effort: Effort,
    clock: Clock,
) -> Worst | str:
    """The input that a policy leads to, or why there is none."""
    if learned is None:
        return "nothing was explored"
    if not learned.confirmed:
        return "no policy leads to the worst cases of small sizes"
    guided = guide(subject, learned.policy, size, effort, clock)
    if guided is None:
        return "its decisions are not feasible"
    return Worst(guided.inputs, guided.cost, by, expected, {})


def _expected(costs: Mapping[int, int], size: int) -> int | None:
    form = cost_form(costs) if len(costs) > 2 else None
    return None if form is None else int(form.at({SIZE: size}))


def _noted(found: Worst, stopped: Mapping[By, str]) -> Worst:
    expected = found.expected
    if expected is not None and found.cost > expected:
        expected = None
    return Worst(found.inputs, found.cost, found.by, expected, dict(stopped), found.recipe)
