"""The recipe that explains the worst cases of small sizes, tried at a large one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from slowpath.explore.example import build_example
from slowpath.explore.exhaustive import Clock
from slowpath.expr.variable import Values
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.recipe.part import Family
from slowpath.recipe.recipe import Recipe
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.pattern.generator import Pattern, RecipeEffort, admitted, combined, patterned
from slowpath.scaling.pattern.proposals import proposed

TRIAL = 60_000_000  # ops of a run that a recipe is tried with: three nested loops over 100 items end


@dataclass(frozen=True, slots=True)
class WorstModels:
    """The inputs of one size that cost most, by the values of their variables."""

    size: int
    cost: int
    models: tuple[Values, ...]


def explain(
    target: ScaledTarget,
    small: Sequence[WorstModels],
    size: int,
    effort: RecipeEffort | None = None,
    clock: Clock = time.process_time,
    knowledge: Knowledge = ALL,
) -> Pattern | None:
    """Return the recipe that gives the worst cases of small sizes and costs most at a large one."""
    examples: dict[int, Sequence[dict[str, Any]]] = {}
    for each in small:
        variables = target.tracing(each.size).run(each.models[0]).variables
        examples[each.size] = [
            build_example(model, variables, target.shapes, each.size) for model in each.models
        ]
    with target.counted.copies.installed():  # once: that takes longer than a small run
        return patterned(
            target.shapes,
            examples,
            {each.size: each.cost for each in small},
            size,
            lambda inputs, size: target.cost(inputs, TRIAL, size),
            target.admits,
            effort,
            clock,
            knowledge,
        )


def catalogue_costs(
    target: ScaledTarget, size: int, over: Callable[[], bool], knowledge: Knowledge = ALL
) -> list[int]:
    """What the inputs of known expressions cost at a size, before rounding; none runs when it is `over`."""
    options = [proposed(shape, name, {}, knowledge) for name, shape in target.shapes.items()]
    costs: list[int] = []
    with target.counted.copies.installed():
        for sources in combined(options):
            if over():
                break
            recipe = Recipe(tuple(zip(target.shapes, map(Family, sources), strict=True)))
            inputs = admitted(recipe, target.shapes, size)
            if inputs is not None and target.admits(inputs):
                costs.append(target.fine_cost(recipe.values(size), TRIAL, size))
    return costs
