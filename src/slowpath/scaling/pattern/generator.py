"""The simplest recipe that explains the worst cases of small sizes, validated by counted runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush, nlargest
from typing import Any

from slowpath.explore.exhaustive import Clock
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.recipe.part import Family
from slowpath.recipe.recipe import Recipe
from slowpath.scaling.pattern.proposals import Examples, proposed
from slowpath.scaling.pattern.regions import climbs, field
from slowpath.shape.base import Shape

# Small sizes are about 5, a run there takes a millisecond, and a run at the large size up to a minute.
ENOUGH_EXPLAINING = 6  # recipes that explain: others are tried only for a while, since most explain by chance
FURTHER = 100  # recipes that are tried then at least: about one catalogue of a parameter
MOST_EXPLAINING = 60  # recipes that are compared at a size between: a second of runs
MOST_LARGE = 4  # of them that are compared at the large size, where a run may take a minute
BETWEEN = 4  # times the largest small size: there most recipes that explain by chance fall behind
BEYOND = 2  # times the largest small size: a climb compares thousands of tables there
STEPS = 6_000  # steps of climbs: 6 seconds for weights of a graph, about ten climbs
LEAST_SIZES = 3  # sizes that a recipe explains: two follow any line

Measure = Callable[[Mapping[str, Any], int], int]  # the cost of an input of a size, by a counted run
Admits = Callable[[Mapping[str, Any]], bool]  # whether it meets the precondition


@dataclass(frozen=True, slots=True)
class RecipeEffort:
    """What a search for a recipe may take: CPU seconds, recipes."""

    seconds: float = 10.0
    recipes: int = 20_000


@dataclass(frozen=True, slots=True)
class Pattern:
    """A recipe and its counted costs, by size. `explains` where it has the worst cost at every small size
    from the first on at which it makes an input."""

    recipe: Recipe
    costs: Mapping[int, int]
    explains: bool
    tried: int


def patterned(
    shapes: Mapping[str, Shape],
    examples: Examples,
    worst: Mapping[int, int],
    large: int,
    measure: Measure,
    admits: Admits = lambda inputs: True,
    effort: RecipeEffort | None = None,
    clock: Clock = time.process_time,
    knowledge: Knowledge = ALL,
) -> Pattern | None:
    """The simplest recipe that costs at least the worst at every small size; else of the one that comes
    nearest, those that cost most beyond and those with a formula for each of several regions the best.

    `worst` are the worst costs by size. The examples of the largest size are held out: formulas are fitted to
    the others. Every recipe runs at the `large` size as far as the time allows, those that cost most at a
    size between first. The one that costs most there is taken, and of those the simplest. None where some
    parameter has no family.
    """
    effort = effort or RecipeEffort()
    deadline = clock() + effort.seconds
    sizes = sorted(worst)
    fitted = {size: examples[size] for size in sorted(examples)[:-1]} or examples
    search = _Search(shapes, worst, measure, admits, knowledge)

    def halfway() -> float:
        """The time at which half of what is left is over: the rest is for runs at larger sizes."""
        return clock() + max(deadline - clock(), 0.0) / 2

    options = [
        [
            source
            for source in proposed(shape, name, fitted, knowledge)
            if search.conforms(name, source, sizes[-1], large)
        ]
        for name, shape in shapes.items()
    ]
    found: list[Pattern] = []
    nearest: tuple[tuple[int, float], Pattern] | None = None
    others: list[Pattern] = []
    tried = 0
    for sources in combined(options):
        if tried >= effort.recipes or clock() > deadline or _is_enough(found, tried):
            break
        tried += 1
        recipe = Recipe(tuple((name, Family(source)) for name, source in zip(shapes, sources, strict=True)))
        costs, share = search.tried(recipe, sizes)
        if share >= 1:
            found.append(Pattern(recipe, costs, True, tried))
        elif costs:
            others.append(Pattern(recipe, costs, False, tried))
            if nearest is None or (len(costs), share) > nearest[0]:
                nearest = (len(costs), share), others[-1]
    if not found and nearest is not None:
        further = min(large, BEYOND * sizes[-1])
        steps = min(STEPS, effort.recipes - tried)
        found = [nearest[1], *search.costliest(others[:FURTHER], further)]
        climbing = halfway()
        found += search.climbed(nearest[1], sizes, further, steps, lambda: clock() > climbing)
    between, comparing = min(large, BETWEEN * sizes[-1]), halfway()
    kept: list[Pattern] = []
    for each in [*found, *others]:
        if len(kept) >= 2 * MOST_LARGE and clock() > comparing:
            break
        kept.append(search.measured(each, between))
    kept.sort(key=lambda each: (not each.explains, -each.costs[between]))
    measured = [replace(search.measured(each, large), tried=tried) for each in kept[:MOST_LARGE]]
    # What is the worst at small sizes need not be at the large one: the others run there too.
    for each in sorted(kept[MOST_LARGE:], key=lambda each: -each.costs[between]):
        if clock() > deadline:
            break
        measured.append(replace(search.measured(each, large), tried=tried))
    best = max(measured, key=lambda each: (each.costs[large], each.explains), default=None)
    return None if best is None or best.costs[large] < 0 else best


def _is_enough(found: Sequence[Pattern], tried: int) -> bool:
    """Whether so many recipes explain the small sizes that others need not be tried: the longer it took to
    find the first, the further it goes on."""
    if len(found) < ENOUGH_EXPLAINING:
        return False
    return len(found) >= MOST_EXPLAINING or tried > 2 * found[0].tried + FURTHER


def combined(options: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """One option of each list in every way, the shortest together first; the lists are sorted by length."""
    if not all(options):
        return
    start = (0,) * len(options)
    queue = [(sum(len(each[0]) for each in options), start)]
    seen = {start}
    while queue:
        _, chosen = heappop(queue)
        yield tuple(each[place] for each, place in zip(options, chosen, strict=True))
        for which, place in enumerate(chosen):
            nearby = (*chosen[:which], place + 1, *chosen[which + 1 :])
            if place + 1 < len(options[which]) and nearby not in seen:
                seen.add(nearby)
                length = sum(len(each[k]) for each, k in zip(options, nearby, strict=True))
                heappush(queue, (length, nearby))


@dataclass(frozen=True, slots=True)
class _Search:
    """Tries recipes at small sizes, whose worst costs are known."""

    shapes: Mapping[str, Shape]
    worst: Mapping[int, int]
    measure: Measure
    admits: Admits
    knowledge: Knowledge

    def measured(self, pattern: Pattern, size: int) -> Pattern:
        """The pattern with its cost at one size more: -1 where it has no admissible input there."""
        if size in pattern.costs:
            return pattern
        recipe = pattern.recipe
        admissible = self._is_admissible(recipe, size) and self.admits(recipe.values(size))
        cost = self.measure(recipe.values(size), size) if admissible else -1
        return replace(pattern, costs={**pattern.costs, size: cost})

    def costliest(self, patterns: Sequence[Pattern], further: int) -> list[Pattern]:
        """Those of some patterns that cost most at a further size."""
        measured = [self.measured(each, further) for each in patterns]
        return nlargest(MOST_LARGE - 1, measured, key=lambda each: each.costs[further])

    def climbed(
        self, nearest: Pattern, sizes: Sequence[int], further: int, most: int, over: Callable[[], bool]
    ) -> list[Pattern]:
        """The best patterns with a formula for each of several regions, as far as their costs at a further
        size tell; a parameter without regions has its nearest expression."""
        made = {name: field(shape, self.knowledge) for name, shape in self.shapes.items()}
        fields = {name: each for name, each in made.items() if each is not None}
        if not fields or most <= 0:
            return []
        steps = 0

        def recipe(sources: Mapping[str, str]) -> Recipe:
            whole = {**nearest.recipe.sources, **sources}
            return Recipe(tuple((name, Family(source)) for name, source in whole.items()))

        def cost(sources: Mapping[str, str]) -> int:
            nonlocal steps
            steps += 1
            return self.measured(Pattern(recipe(sources), {}, False, 0), further).costs[further]

        found: list[Pattern] = []
        reached = climbs(fields, cost, lambda: steps >= most or over())
        for _, sources in nlargest(MOST_LARGE - 1, reached, key=lambda each: each[0]):
            costs, share = self.tried(recipe(sources), sizes)
            found.append(Pattern(recipe(sources), costs, share >= 1, nearest.tried))
        return found

    def conforms(self, name: str, source: str, *sizes: int) -> bool:
        """Tell whether an expression gives values of the parameter's shape at some sizes."""
        recipe = Recipe(((name, Family(source)),))
        return all(self._is_admissible(recipe, size) for size in sizes)

    def tried(self, recipe: Recipe, sizes: Sequence[int]) -> tuple[dict[int, int], float]:
        """The costs at the sizes up to the first where it falls short, and its share of the worst there: 1
        where it does not."""
        least = min(LEAST_SIZES, len(sizes))
        made = (place for place, size in enumerate(sizes) if self._is_admissible(recipe, size))
        first = next(made, len(sizes))
        costs: dict[int, int] = {}
        for size in sizes[min(first, len(sizes) - least) :]:
            if not self._is_admissible(recipe, size):
                return costs, 0.0
            inputs = recipe.values(size)
            if not self.admits(inputs):
                return costs, 0.0
            costs[size] = self.measure(inputs, size)
            if costs[size] < self.worst[size]:
                return costs, costs[size] / self.worst[size]
        return costs, 1.0

    def _is_admissible(self, recipe: Recipe, size: int) -> bool:
        return admitted(recipe, self.shapes, size) is not None


def admitted(recipe: Recipe, shapes: Mapping[str, Shape], size: int) -> dict[str, Any] | None:
    """The input of a recipe at a size; None if the shapes do not admit it."""
    try:
        values = recipe.values(size)
    except (ArithmeticError, ValueError):
        return None
    faults = (shapes[name].fault(value, size, name) for name, value in values.items())
    return None if any(fault is not None for fault in faults) else values
