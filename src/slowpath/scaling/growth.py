"""Which class of growth the counted costs show.

Counted costs have no noise, but they have lower terms (constant + linear + ...), steps (amortised
growth, thresholds of a sort) and changes of regime. So every class is fitted with its usual lower
terms by relative least squares, the simplest form that explains the points is chosen, and the
slopes between the points must agree with it. Where the points do not tell, the answer is no class
and the reason.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from slowpath.model.cost import Number
from slowpath.model.growth import Growth
from slowpath.scaling.forms import CLEAN, FLOOR, SHARE, Fitted, fit_all, terms
from slowpath.scaling.plan import SPAN, next_size, sizes
from slowpath.scaling.squares import Points

__all__ = ["fit", "next_size", "sizes"]

FEWEST = 4  # sizes, over a span of SPAN for every class but the exponential ones
FEWEST_EXPLOSIVE = 5  # the same for these: a base is one parameter more
RISE_EXPLOSIVE = 4  # the largest cost over the smallest, for an exponential class
GOOD = 0.01  # a residual with which no smaller point need be left out: three times the steps of counted costs
WORST = 0.15  # a residual above which no class is named: a wrong class misleads more than none
WORST_EXPLOSIVE = 0.05  # the same for an exponential class: its base is a parameter more, which fits more
AWAY = 0.3  # how far the slope may be from that of the class where it does not move towards it
TIE = 1.15  # errors within this factor are a tie, won by the simpler class
TIE_ROUGH = 1.6  # the same where the steps of the cost are larger than what tells classes apart
HALVING = 0.02  # a residual that halves the confidence: twice that of a good fit
LEAP = 1.5  # by how much the slope may not rise for the sake of one size: a power more is seen by others too
STEPS = (2, 4)  # a cost may rise at multiples of these, as most of the sizes that are measured are
DOUBT = 0.5  # a confidence below which `why` names the rival


@dataclass(frozen=True, slots=True)
class _Choice:
    """The best form of the best class on some of the largest points, or on those whose size is a multiple of
    a `step`, and the best form of any other class."""

    points: Points
    best: Fitted
    rival: Fitted | None
    step: int = 1


def fit(points: Sequence[tuple[int, Number]]) -> Growth:
    """Return the growth that the points show, with its evidence; `klass` is None where they do not tell.

    Of several costs at one size the largest counts; sizes below 1 are not used. Confidence is
    1 - e1/e2, where e1 and e2 are the errors (residual times the price of complexity) of the chosen
    class and of its best rival: 0.9 means that the rival is ten times worse. It is lowered for few
    points, for a large residual, and where slopes or tied classes leave a doubt, named in `why`.
    """
    known = _clean(points)
    growth = Growth(
        points=known,
        klass=None,
        exponent=_exponent(known),
        confidence=0.0,
        ratios=tuple(_quotient(c2, c1) for (_, c1), (_, c2) in pairwise(known)),
    )
    usable = [(size, cost) for size, cost in known if size >= 1]
    why = _too_little(usable)
    if why:
        return replace(growth, why=f"not enough evidence: {why}")
    spread = usable[-1][0] / usable[0][0] >= SPAN
    choice = _choose(usable, spread=spread)
    why = _against(choice, spread=spread)
    if why and (stepped := _stepped(usable)) is not None:
        choice, why = stepped, ""
    elif choice is not None and not why:
        why = _last_alone(choice, usable, spread=spread)
    if choice is None or why:
        return replace(growth, why=f"not enough evidence: {why}")
    return _answer(growth, choice)


def _clean(points: Sequence[tuple[int, Number]]) -> tuple[tuple[int, Number], ...]:
    """The points by ascending size, one per size."""
    largest: dict[int, Number] = {}
    for size, cost in points:
        largest[size] = max(cost, largest.get(size, cost))
    return tuple(sorted(largest.items()))


def _too_little(points: Points) -> str:
    """What is missing before any class can be named, or ""."""
    if len(points) < FEWEST:
        return f"{_counted(len(points), 'size')} measured, at least {FEWEST} needed"
    if any(not 0 <= cost < math.inf for _, cost in points):
        return "a cost is negative or not finite"
    costs = [cost for _, cost in points]
    low = min(cost for cost in costs if cost > 0) if any(costs) else 1
    steps = [math.log(max(c2, low)) - math.log(max(c1, low)) for c1, c2 in pairwise(costs)]
    rise = sum(step for step in steps if step > 0)
    fall = -sum(step for step in steps if step < 0)
    if fall > 0.1 and fall > 0.25 * rise:
        return "the cost falls where the size grows, so other things than the size decide it"
    return ""


def _choose(points: Points, *, spread: bool) -> _Choice | None:
    """Choose on all points or, where no class fits them well, on the larger ones if one fits those.

    Leaving out small sizes is right where the program changes its method at a threshold. At least
    FEWEST + 1 points stay, and a span of SPAN for every class but the exponential ones.
    """
    whole = _select(points)
    if whole is not None and whole.best.residual <= GOOD:
        return whole
    for start in range(1, len(points) - FEWEST):
        tail = points[start:]
        choice = _select(tail)
        if choice is None or choice.best.residual > GOOD:
            continue
        wide = spread and tail[-1][0] / tail[0][0] >= SPAN
        if wide or (choice.best.form.explosive and _lead(choice) >= DOUBT):
            return choice
    return whole


def _stepped(points: Points) -> _Choice | None:
    """The choice of an exponential class on the sizes at which the cost rises: `2 ** (n // 2)` stands still
    at every second size. The costs of the others must lie between those of their neighbours."""
    costs = [cost for _, cost in points]
    if any(later < earlier for earlier, later in pairwise(costs)):
        return None
    for step in STEPS:
        rising = [(size, cost) for size, cost in points if size % step == 0]
        choice = _select(rising) if FEWEST_EXPLOSIVE <= len(rising) < len(points) else None
        if choice is None or not choice.best.form.explosive or choice.best.residual > GOOD:
            continue
        if not _against(choice, spread=False):
            return replace(choice, step=step)
    return None


def _select(points: Points) -> _Choice | None:
    """The simplest of the classes whose errors tie for the least, and the best of the others.

    A class whose slope the points have reached is preferred to a doubtful one whose slope is still far.
    """
    end, drift = _steepness(points)
    classes: dict[str, Fitted] = {}
    for fitted in fit_all(points, explosive=len(points) >= FEWEST_EXPLOSIVE):
        if fitted.form.explosive or _reachable(_slope(fitted, points[-1][0]), end, drift):
            key = fitted.form.klass
            if key not in classes or fitted.error < classes[key].error:
                classes[key] = fitted
    if not classes:
        return None
    least = min(fitted.error for fitted in classes.values())
    tie = TIE if least <= CLEAN else TIE_ROUGH
    best = min((f for f in classes.values() if f.error <= tie * least), key=lambda f: (f.form.rank, f.error))
    arrived = [
        f
        for f in classes.values()
        if f.form.rank < best.form.rank
        and f.error * DOUBT <= best.error
        and abs(_slope(f, points[-1][0]) - end) <= AWAY < _slope(best, points[-1][0]) - end
    ]
    best = min(arrived, key=lambda f: f.error, default=best)
    others = [f for f in classes.values() if f.form.rank != best.form.rank]
    return _Choice(points, best, min(others, key=lambda f: f.error, default=None))


def _steepness(points: Points) -> tuple[float, float]:
    """The slope of log cost against log size over the last quadrupling, and by how much it rose there.

    Taken over wide windows, so that steps in the cost do not look like a change of slope.
    """
    positive = [(math.log(size), math.log(cost)) for size, cost in points if cost > 0]
    if len(positive) < 3:
        return 0.0, 0.0
    last = positive[-1]
    middle = _at_least(positive[1:-1], last[0] - math.log(4))
    first = _at_least(positive[: positive.index(middle)], middle[0] - math.log(4))
    end = (last[1] - middle[1]) / (last[0] - middle[0])
    before = (middle[1] - first[1]) / (middle[0] - first[0])
    return end, end - before


def _at_least(points: Sequence[tuple[float, float]], bound: float) -> tuple[float, float]:
    """The last point not above the bound, or the first point."""
    return max((point for point in points if point[0] <= bound), default=points[0])


def _reachable(limit: float, slope: float, drift: float) -> bool:
    """Whether a slope that moves by `drift` can be on its way to `limit`."""
    gap = limit - slope
    if gap > AWAY:
        return drift > 0.3 * SHARE * gap
    return gap >= -AWAY or drift < 0


def _against(choice: _Choice | None, *, spread: bool) -> str:
    """What forbids to name the chosen class, or ""."""
    if choice is None:
        return "no class fits the points"
    best = choice.best
    if best.residual > (WORST_EXPLOSIVE if best.form.explosive else WORST):
        return f"no class fits the points; the nearest, {best.form.klass}, misses them by {best.residual:.0%}"
    low, high = choice.points[0][1], choice.points[-1][1]
    if best.form.explosive and low * RISE_EXPLOSIVE > high:
        return f"{best.form.klass} fits best, but the cost rises only by a factor of {high / low:.2g}"
    doubtful = choice.rival is not None and not choice.rival.form.explosive and _lead(choice) < DOUBT
    if not spread and (not best.form.explosive or doubtful):
        factor = choice.points[-1][0] / choice.points[0][0]
        return f"the sizes span a factor of {factor:.3g}, at least {SPAN} needed"
    return ""


def _last_alone(choice: _Choice, points: Points, *, spread: bool) -> str:
    """What to say if only the largest size speaks for so steep a class, or "".

    A cost that jumps once, as memory does from the number on that CPython does not keep ready, is fitted best
    by a high power that is next to nothing at all other sizes.
    """
    largest = points[-1][0]
    steepest = _slope(choice.best, largest)
    if choice.best.form.explosive or len(points) <= FEWEST or steepest < LEAP:  # no slope is below 0
        return ""
    before = _choose(points[:-1], spread=spread)
    if before is None or before.best.form.explosive or before.best.residual > WORST:
        return ""
    if steepest - _slope(before.best, largest) < LEAP:
        return ""
    return (
        f"the largest size alone speaks for {choice.best.form.klass}, all others for {before.best.form.klass}"
    )


def _answer(growth: Growth, choice: _Choice) -> Growth:
    points, best = choice.points, choice.best
    confidence = _lead(choice)
    reasons = []
    if choice.rival is not None and confidence < DOUBT:
        tied = choice.rival.error < best.error
        reasons.append(
            f"{choice.rival.form.klass} fits {'as' if tied else 'almost as'} well"
            + (" (the simpler is named)" if choice.rival.form.rank > best.form.rank else "")
        )
    left_out = len(growth.points) - len(points)
    if choice.step > 1:
        reasons.append(f"it holds at multiples of {choice.step}: the cost rises in steps")
    elif left_out:
        reasons.append(f"it holds without the {_counted(left_out, 'smallest size')}")
        confidence *= 0.9
    end, drift = _steepness(points)
    if not best.form.explosive and drift > 0.02 and end > _slope(best, points[-1][0]) + 0.02:
        reasons.append("the slope still rises: larger sizes may show a higher class")
        confidence *= 0.5
    confidence *= min(1.0, 0.4 + 0.075 * len(points)) / (1 + best.residual / HALVING)
    return replace(
        growth,
        klass=best.form.klass,
        exponent=None if best.form.explosive else growth.exponent,
        confidence=round(confidence, 3),
        residual=best.residual,
        why="; ".join(reasons),
        terms=terms(best, points),
    )


def _lead(choice: _Choice) -> float:
    """How clearly the chosen class beats its rival, from 0.05 (a tie) to 1."""
    rival = choice.rival.error if choice.rival is not None else 1.0
    return max(0.05, 1 - choice.best.error / max(rival, FLOOR))


def _slope(fitted: Fitted, size: int) -> float:
    """The local slope of the leading term alone."""
    term = fitted.form.terms[0]
    return term.power + term.logs / math.log(max(size, 2))


def _exponent(points: Points) -> float | None:
    """The slope of log cost against log size over the last doubling, or the last two points."""
    positive = [(size, cost) for size, cost in points if size > 0 and cost > 0]
    if len(positive) < 2:
        return None
    last_size, last_cost = positive[-1]
    wide = [point for point in positive if point[0] * 2 <= last_size]
    size, cost = wide[-1] if wide else positive[0]
    return (math.log(last_cost) - math.log(cost)) / math.log(last_size / size)


def _quotient(larger: Number, smaller: Number) -> float:
    if smaller == 0:
        return 1.0 if larger == 0 else math.inf
    return larger / smaller


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")
