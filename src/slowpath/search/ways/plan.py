"""What each way to a worst case may take."""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.scaling.path.scaling import PathPlan
from slowpath.scaling.path.worst import WorstEffort
from slowpath.scaling.pattern.generator import RecipeEffort
from slowpath.search.policy.guide import GuideEffort
from slowpath.search.policy.learning import LearningPlan


@dataclass(frozen=True, slots=True)
class ScalePlan:
    """What each way may take. With `recipe`, input space is asked even where another way has the answer.

    `held_out` is what the search at the size that proves a promise may take, `rivals` the seconds of random
    inputs and of a climb. `seconds` bound all ways together.
    """

    path: PathPlan = field(default_factory=PathPlan)
    small: LearningPlan = field(default_factory=LearningPlan)
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
        PathPlan(first=first, seconds=0.25 * seconds, effort=one),
        LearningPlan(first=first, last=first + 4, seconds=0.1 * seconds, effort=one),
        GuideEffort(seconds=0.1 * seconds),
        RecipeEffort(seconds=0.15 * seconds),
        recipe=True,
        held_out=WorstEffort(paths=500, variations=3_000, patience=200, seconds=0.05 * seconds),
        rivals=0.1 * seconds,
        seconds=0.85 * seconds,
    )
