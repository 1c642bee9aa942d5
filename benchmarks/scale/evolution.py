"""A plain (1+lambda) evolutionary search on the counted cost of inputs of one size."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from slowpath.expr.variable import Characters, Domain, Integers
from slowpath.scaling.path.census import Census, Filler
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.shape.inputs import build_inputs

CHILDREN = 8  # of one parent
READABLE = range(32, 127)  # the characters that are tried

Draw = Callable[[], int]
Admits = Callable[..., bool]


def evolved(subject: ScaledTarget, size: int, seconds: float, truth: int | None, seed: int = 0) -> int:
    """The cost of the best input found within some CPU seconds; a known worst case ends the search.

    Each leaf of a child is drawn anew with a chance of one in the number of leaves, one leaf at least. The
    search begins with a random input, or with equal numbers where there is a precondition: those meet it.
    """
    census = Census()
    for name, shape in subject.shapes.items():
        shape.build(size, census, name)
    random = Random(seed)
    draws = [_draw(domain, size, random) for domain in census.domains]
    admits = _precondition(subject)
    parent = [0] * len(draws) if subject.requires else [draw() for draw in draws]
    deadline = time.process_time() + seconds
    with subject.counted.copies.installed():  # once: that takes longer than a small run
        best = _cost(subject, size, parent, admits)
        while time.process_time() < deadline and (truth is None or best < truth):
            children = [_mutated(parent, draws, random) for _ in range(CHILDREN)]
            costs = [_cost(subject, size, child, admits) for child in children]
            top = max(costs)
            if top >= best:
                best, parent = top, children[costs.index(top)]
    return best


def _draw(domain: Domain, size: int, random: Random) -> Draw:
    """What draws a value of a leaf."""
    if isinstance(domain, Characters):
        characters = [code for code in READABLE if code in domain.chars]
        return lambda: random.choice(characters)
    assert isinstance(domain, Integers)
    widest = max(100, 4 * size)
    low = -widest if domain.lo is None else domain.lo
    high = low + 2 * widest if domain.hi is None else domain.hi
    return lambda: random.randint(low, high)


def _mutated(parent: Sequence[int], draws: Sequence[Draw], random: Random) -> list[int]:
    child = list(parent)
    count = sum(random.random() < 1 / len(child) for _ in child)
    for _ in range(max(1, count)):
        place = random.randrange(len(child))
        child[place] = draws[place]()
    return child


def _cost(subject: ScaledTarget, size: int, leaves: Sequence[int], admits: Admits | None) -> int:
    filler = Filler(iter(leaves))
    inputs = build_inputs(subject.shapes, size, filler)
    if admits is not None and not admits(**inputs):
        return -1
    return subject.cost(inputs)


def _precondition(subject: ScaledTarget) -> Admits | None:
    if subject.requires is None:
        return None
    predicate: Any = eval(f"lambda {', '.join(subject.shapes)}: {subject.requires}")
    return lambda **inputs: bool(predicate(**inputs))
