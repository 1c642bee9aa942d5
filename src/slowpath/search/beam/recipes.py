"""Where a beam of a large size starts: inputs by recipes that suites of small sizes suggest.

A run of a quadratic target at N = 1,024 makes half a million decisions and takes seconds: a beam makes a
handful of them. So beams of small sizes go first; their suites propose expressions in N (`scale.pattern`),
well-known ones among them; these are compared at a size in the middle, and the costliest give the inputs to
start from. What a recipe promises at one size need not hold at another: the runs at the large size tell.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Any

from slowpath.explore.example import build_example
from slowpath.explore.exhaustive import Clock
from slowpath.expr.variable import Values
from slowpath.knowledge.catalogue import Knowledge
from slowpath.model.cost import Number
from slowpath.recipe.part import Family
from slowpath.recipe.recipe import Recipe
from slowpath.scaling.pattern.proposals import proposed
from slowpath.search.beam.beam import Beam, load
from slowpath.search.beam.states import is_whole
from slowpath.search.beam.target import BeamTarget
from slowpath.shape.base import Shape

LARGE = 32  # from this size on recipes are worth looking for: twice the largest small one
SMALL = (7, 10, 13, 16)  # odd and even ones: a recipe that explains all four is hardly chance
MIDDLE = 48  # three times the largest small size: recipes that fit by chance fall behind
SHARE = 0.3  # of the time, at most: the beam that starts from them needs the rest
FEW = Beam(tests=4, look_ahead=16, width=8)  # for small sizes: worst inputs of one size are mostly alike
MOST_RECIPES = 600  # that are compared in the middle, where a run takes milliseconds
MOST_COMBINED = 100_000  # choices of a proposal for each parameter that are put in order, the shortest first

Examples = dict[int, list[dict[str, Any]]]


def starts(
    at: Callable[[int], BeamTarget],
    size: int,
    count: int,
    seconds: float | None = None,
    clock: Clock = time.monotonic,
    *,
    knowledge: Knowledge,
) -> list[Values]:
    """Inputs of a size to start from, the most promising first, `count` at most: none where shapes have no
    recipes. Of recipes that take one path in the middle the first is kept. `at` prepares the target at a
    size; `seconds` are those of the search."""
    deadline = None if seconds is None else clock() + SHARE * seconds
    examples = _small(at, deadline, clock)
    large, middle = at(size), at(min(MIDDLE, size))
    costs: list[tuple[Number, Recipe]] = []
    paths: set[tuple[bytes, bytes]] = set()
    with middle.tracer.installed():
        for recipe in islice(_recipes(large.shapes, examples, knowledge), MOST_RECIPES):
            if deadline is not None and clock() >= deadline:
                break
            values = _made(middle, recipe)
            if values is None:
                continue
            path = middle.run(values, ())
            if is_whole(path) and path.key() not in paths:
                paths.add(path.key())
                costs.append((middle.judge(path), recipe))
    found: list[Values] = []
    for _, recipe in sorted(costs, key=lambda each: -each[0]):
        values = _made(large, recipe)
        if values is not None and values not in found:
            found.append(values)
        if len(found) == count:
            break
    return found


def _small(at: Callable[[int], BeamTarget], deadline: float | None, clock: Clock) -> Examples:
    """Suites of small sizes."""
    examples: Examples = {}
    for place, size in enumerate(SMALL):
        left = None if deadline is None else max(deadline - clock(), 0) / (len(SMALL) - place + 1)
        chosen = at(size)
        beam = Beam(FEW.tests, FEW.look_ahead, width=FEW.width, seconds=left)
        with chosen.tracer.installed():
            suite = load(chosen.run, beam, judge=chosen.judge, clock=clock, plain=chosen.plain)
        paths = [test.path for test in suite.tests]
        examples[size] = [build_example(path.model, path.variables, chosen.shapes, size) for path in paths]
    return examples


def _recipes(shapes: Mapping[str, Shape], examples: Examples, knowledge: Knowledge) -> Iterator[Recipe]:
    """Recipes of what is proposed for each parameter, the shortest first."""
    options = [proposed(shape, name, examples, knowledge) for name, shape in shapes.items()]
    places = islice(product(*[range(len(each)) for each in options]), MOST_COMBINED)
    for chosen in sorted(places, key=sum):
        sources = [each[place] for each, place in zip(options, chosen, strict=True)]
        yield Recipe(tuple((name, Family(source)) for name, source in zip(shapes, sources, strict=True)))


def _made(subject: BeamTarget, recipe: Recipe) -> Values | None:
    """The input of a recipe at the size of a subject; None where the shapes do not admit it."""
    try:
        inputs = recipe.values(subject.size)
    except (ArithmeticError, ValueError):
        return None
    faults = (subject.shapes[name].fault(value, subject.size, name) for name, value in inputs.items())
    return None if any(fault is not None for fault in faults) else subject.values(inputs)
