"""Growth that is proven by exact costs, though other terms hide it at the sizes that were run first."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from slowpath.model.cost import Number
from slowpath.model.find import Inputs
from slowpath.model.growth import Growth
from slowpath.model.run import End
from slowpath.run.client import Worker
from slowpath.run.messages import OPS
from slowpath.scaling.exact import Polynomial, polynomial
from slowpath.scaling.growth import fit

SIZES = 16  # equally spaced, up to the largest size that was run: twice as many as a proof needs
LEADING = Fraction(3, 5)  # of the cost: from here on the slope of a square term is above 1.5
_SPEED = 50_000_000  # ops that a counted run makes in a second, at least: half of what a free machine does
_WORTH = 64  # ops that the leading term is worth at the largest size, at least: less is rounding


def proven(
    recipe: Inputs,
    worker: Worker,
    growth: Growth,
    max_ops: int,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Growth | None:
    """Return the growth of a cost that a polynomial of degree two or more reproduces exactly, or None.

    The polynomial is checked at sizes that it was not made from, up to one at which its leading term is most
    of the cost, if `max_ops` and `seconds` allow that size: smaller ones would not show the growth.
    """
    deadline = clock() + seconds

    def cost(size: int, most: int) -> Number | None:
        left = deadline - clock()
        run = worker.run(recipe, size, most, left) if left > 0 else None
        return run.costs[OPS] if run is not None and run.end is End.RETURNED else None

    largest = growth.points[-1][0] if growth.points else 0
    found = _polynomial(cost, _step(largest), max_ops)
    if found is None or found.degree < 2 or found.leading(largest) < _WORTH:
        return None
    points = dict(growth.points)
    affordable = min(max_ops, int(_SPEED * seconds))
    for size in _beyond(found, largest) if found.at(found.leads_from(LEADING)) <= affordable else ():
        predicted = found.at(size)
        counted = cost(size, int(2 * predicted) + 1000) if predicted <= max_ops else None
        if counted is None:
            break
        # Costs are rounded down to whole ops, which moves the curve by some ops at the largest size.
        rounding = (found.degree + 1) * Fraction(size, largest) ** found.degree
        if abs(Fraction(counted) - predicted) > rounding:
            return None
        points[size] = counted
    known = sorted(points.items())
    return replace(
        fit(known),
        klass=f"O(n^{found.degree})",
        confidence=1.0,
        residual=0.0,
        why="",
        terms=found.terms,
    )


def _step(largest: int) -> int:
    """The distance of the sizes, a power of two: what depends on n // 2 or n % 4 is a polynomial then."""
    return 1 << ((largest // SIZES).bit_length() - 1) if largest >= SIZES else 0


def _polynomial(cost: Callable[[int, int], Number | None], step: int, most: int) -> Polynomial | None:
    points = []
    for size in range(step, SIZES * step + 1, step) if step else ():
        counted = cost(size, most)
        if counted is None:
            return None
        points.append((size, counted))
    return polynomial(points)


def _beyond(found: Polynomial, largest: int) -> list[int]:
    """Sizes beyond the largest one, up to twice that at which the leading term is most of the cost."""
    last = 2 * found.leads_from(LEADING)
    sizes = []
    while 2 * largest <= last:
        largest *= 2
        sizes.append(largest)
    return sizes[-4:]  # enough for the clock to tell a slope
