"""Which sizes to run.

Sizes double while the cost permits. Where doubling would cost more than the budget, the sizes grow
in smaller steps, after smaller sizes have widened the span; where even the first size is too large
the sizes shrink. So an exponential target shows its growth too. Everything follows from the points so
far, so a plan can be repeated.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from slowpath.model.cost import Number

START = 8  # smaller inputs cost little more than the constant part of the cost
LIMIT = 1 << 16  # 14 sizes from START on; a linear target takes about a million ops there
SPAN = 8  # the largest size over the smallest, sought before steps smaller than doubling
WANTED = 9  # points to have before a target is left whose size cannot be doubled: a fit needs four
PATIENCE = 8  # sizes over the budget before a target is left: each of them spent a whole budget


def sizes(start: int = START, limit: int = LIMIT) -> Iterator[int]:
    """Yield start, 2*start, ... up to `limit`."""
    size = start
    while size <= limit:
        yield size
        size *= 2


def next_size(
    points: Sequence[tuple[int, Number]],
    over: Collection[int] = (),
    budget: Number = math.inf,
    *,
    start: int = START,
    limit: int = LIMIT,
    smallest: int = 1,
) -> int | None:
    """Return the size to run next, or None when the points suffice or no size is left.

    `points` are the (size, cost) pairs measured, `over` the sizes whose run went over a budget, and
    `budget` what the next run may cost. The sizes stay between `smallest` and `limit`; the first is
    `start`, halved until a run stays within the budget.
    """
    if len(over) >= PATIENCE:
        return None
    if not points:
        first = min(max(start, smallest), limit) if not over else min(over) // 2
        return first if first >= smallest and first not in over else None
    known = sorted(points)
    size = known[-1][0]
    ceiling = min([limit, *(bad - 1 for bad in over if bad > size)])
    reach = min(ceiling, _affordable(known, budget, bool(over)))
    if 2 * size <= reach:
        return 2 * size
    missing = WANTED - len(known)
    if missing <= 0:
        return None
    least = known[0][0]
    if least > smallest and size < SPAN * least:
        return max(smallest, least // 2)
    if reach > size:
        return size + max(1, (reach - size) // missing)
    return _between([size for size, _ in known], smallest)


def _affordable(known: Sequence[tuple[int, Number]], budget: Number, careful: bool) -> int:
    """The largest size up to the double of the last one whose predicted cost is within the budget."""
    size = known[-1][0]
    if len(known) == 1:
        return size if careful else 2 * size
    low, high = size, 2 * size
    while low < high:
        middle = (low + high + 1) // 2
        if _predicted(known, middle) <= budget:
            low = middle
        else:
            high = middle - 1
    return low


def _predicted(known: Sequence[tuple[int, Number]], size: int) -> float:
    """The cost at `size`: by the last slope or, where it is too steep for a power of n, exponentially."""
    (n1, c1), (n2, c2) = known[-2:]
    rise = math.log(max(c2, 1)) - math.log(max(c1, 1))
    slope = rise / math.log(n2 / n1)
    exponential = slope > 4 or (len(known) > 2 and slope > 1.5 and slope > 1.5 * _slope_before(known))
    growth = rise / (n2 - n1) * (size - n2) if exponential else max(0.0, slope) * math.log(size / n2)
    log_cost = math.log(max(c2, 1)) + growth
    return math.exp(log_cost) if log_cost < 700 else math.inf


def _slope_before(known: Sequence[tuple[int, Number]]) -> float:
    (n1, c1), (n2, c2) = known[-3:-1]
    return max(0.0, math.log(max(c2, 1)) - math.log(max(c1, 1))) / math.log(n2 / n1)


def _between(known: Sequence[int], smallest: int) -> int | None:
    """The middle of the widest gap between the sizes, by ratio, or the size below them all."""
    gaps = [(low, high) for low, high in pairwise(known) if high - low > 1]
    if gaps:
        low, high = max(gaps, key=lambda gap: gap[1] / gap[0])
        return (low + high) // 2
    return known[0] - 1 if known[0] > smallest else None
