"""Worst cases: the recipe that explains the costliest inputs of small sizes."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.worst import WorstEffort, WorstPaths, worst
from slowpath.scaling.pattern.explain import WorstModels, explain
from slowpath.scaling.pattern.generator import RecipeEffort
from slowpath.search.strategy import Proposal, Scene, Strategy

_FIRST, _LAST = 2, 5  # sizes: four points tell an order, and five items have 120 of them
_LARGE = 24  # the size at which recipes that explain them are compared: twice where others are judged
_PATHS = 600  # of one size: all orders of five items, and time is left for the recipes


class WorstCases(Strategy, place=30, traced=True):
    """Proposes a recipe in terms of N that gives the worst cases of small sizes."""

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Explore small sizes for half of the time; yield what explains them."""
        target = ScaledTarget(scene.traced(), scene.loaded, scene.shapes, small_ops=scene.max_ops)
        small = self._explored(target, scene)
        left = scene.until - scene.clock()
        if not small or left <= 0:
            return
        pattern = explain(target, small, _LARGE, RecipeEffort(seconds=left), scene.clock, scene.knowledge)
        if pattern is not None:
            yield Proposal(pattern.recipe)

    def _explored(self, target: ScaledTarget, scene: Scene) -> list[WorstModels]:
        half = (scene.until - scene.clock()) / 2
        end = scene.clock() + half
        effort = WorstEffort(paths=_PATHS, patience=_PATHS // 4, seconds=half / 2)
        found: list[WorstPaths] = []
        for size in range(_FIRST, _LAST + 1):
            if scene.clock() > end:
                break
            exhaust = not found or found[-1].exact  # a larger size has more paths
            found.append(worst(target, size, effort, scene.clock, exhaust=exhaust))
            self.runs += found[-1].runs
            self.solves += found[-1].solves
        return [
            WorstModels(each.size, each.cost, tuple(path.model for path in each.paths))
            for each in found
            if each.paths
        ]
