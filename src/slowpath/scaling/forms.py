"""The cost functions that points are compared with.

A *form* is a leading term, which names the class, and the lower terms that come with it in real
programs: n^2 is tried as n^2 + 1, n^2 + n + 1 and so on. A coefficient is the share of its term in the
largest cost (see `squares`), so neither 2^n nor a huge cost overflows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, pairwise

from slowpath.model.growth import GrowthTerm
from slowpath.scaling.squares import Points, System

FLOOR = 0.003  # misfits below this are not held against a form: counted costs have steps of that order
SHARE = 0.02  # a leading term with a smaller share of the largest cost is no evidence for its class
SHARE_LOG = 0.1  # the same for n log n and its like, which little tells from n
SHARE_FREE = 0.2  # the same for n^k with a fitted k, which follows any bend
CLEAN = 0.02  # a form with more than two parameters has no larger residual: many terms follow any steps
CANCEL = 6.0  # terms whose shares sum to more than this only cancel each other
GOLDEN = (math.sqrt(5) - 1) / 2
SECTIONS = 24  # of a cell: a parameter is found to a hundred-thousandth of it
CLOSE = 0.07  # a fitted power this near to a whole number is the whole number
# How much better a fit must be for each parameter more: a parameter more always fits a little better.
PRICE = 1.3
WHOLE = (2.0, 3.0, 4.0)  # bases tried as they are, without a search
SLOWEST = 1.05  # the smallest base: below it no size in reach tells b^n from a polynomial

_ONE = GrowthTerm(1.0)
_LOG = GrowthTerm(1.0, logs=1)
_N = GrowthTerm(1.0, power=1)
_N_LOG = GrowthTerm(1.0, power=1, logs=1)
_N2 = GrowthTerm(1.0, power=2)
_N2_LOG = GrowthTerm(1.0, power=2, logs=1)
_UNDER_EXPONENTIAL: tuple[tuple[GrowthTerm, ...], ...] = ((_ONE,), (_N, _ONE), (_N2, _ONE))


@dataclass(frozen=True, slots=True)
class GrowthForm:
    """A class with one choice of lower terms. `charge` multiplies the error of rarer classes."""

    terms: tuple[GrowthTerm, ...]
    rank: int  # classes in the order of simplicity
    charge: float = 1.0

    @property
    def klass(self) -> str:
        return f"O({self.terms[0].shape})"

    @property
    def explosive(self) -> bool:
        return self.terms[0].base > 1 or self.terms[0].factorials > 0


@dataclass(frozen=True, slots=True)
class Fitted:
    """A form with its coefficients. `error` is the residual made worse by the form's complexity."""

    form: GrowthForm
    shares: tuple[float, ...]
    parameters: int
    residual: float
    error: float


def _fixed() -> Iterator[GrowthForm]:
    """The polynomial and logarithmic forms without a parameter inside a term."""
    lower: tuple[GrowthTerm, ...]
    yield GrowthForm((_ONE,), 0)
    yield GrowthForm((_LOG, _ONE), 1)
    for lower in ((_ONE,), (_LOG, _ONE)):
        yield GrowthForm((_N, *lower), 2)
    for lower in ((_ONE,), (_N,), (_N, _ONE)):
        yield GrowthForm((_N_LOG, *lower), 3)
    for lower in ((_ONE,), (_N,), (_N, _ONE), (_N_LOG, _ONE)):
        yield GrowthForm((_N2, *lower), 4)
    for lower in ((_N2,), (_N2, _N), (_N2, _N, _ONE)):
        yield GrowthForm((_N2_LOG, *lower), 5, 1.2)
    for degree in range(3, 7):
        for kept in range(degree):
            powers = (*range(degree - 1, degree - 1 - kept, -1), 0)
            lower = tuple(GrowthTerm(1.0, power=power) for power in powers)
            yield GrowthForm((GrowthTerm(1.0, power=degree), *lower), 3 + degree, 1.1 ** (degree - 3))


def _explosive(points: Points) -> Iterator[GrowthForm]:
    """The exponential and factorial forms with a whole base."""
    if _rate(points) <= 0:
        return
    for base in WHOLE:
        plain, times_n = GrowthTerm(1.0, base=base), GrowthTerm(1.0, base=base, power=1)
        for lower in _UNDER_EXPONENTIAL:
            yield GrowthForm((plain, *lower), 11)
        for lower in ((_ONE,), (plain,), (plain, _ONE)):
            yield GrowthForm((times_n, *lower), 12, 1.2)
    for leading in (GrowthTerm(1.0, factorials=1), GrowthTerm(1.0, power=1, factorials=1)):
        for lower in ((_ONE,), (_N, _ONE)):
            yield GrowthForm((leading, *lower), 13 + int(leading.power), 1.2)


def fit_all(points: Points, *, explosive: bool) -> Iterator[Fitted]:
    """Every form that the points admit, fitted, the exponential ones if `explosive`."""
    system = System(points)
    forms = chain(_fixed(), _explosive(points) if explosive else ())
    found = chain(
        (solve(form, system) for form in forms),
        _powers(system),
        _exponentials(system) if explosive else (),
    )
    for fitted in found:
        if fitted is not None and (fitted.parameters <= 2 or fitted.residual <= CLEAN):
            yield fitted


def solve(form: GrowthForm, system: System, free: int = 0) -> Fitted | None:
    """Fit a form by least squares of the relative error, or None where it cannot be the growth of the points.

    `free` counts the parameters inside the terms. A form has at least two points more than parameters, a
    leading term that matters, and terms that do not merely cancel.
    """
    parameters = len(form.terms) + free
    if len(system.points) - parameters < 2:
        return None
    solved = system.solve(form.terms)
    if solved is None or not _sensible(form, solved[0], system.points, free):
        return None
    shares, squares = solved
    residual = system.residual(squares, parameters)
    error = math.hypot(residual, FLOOR) * form.charge * PRICE ** (parameters - 1)
    return Fitted(form, tuple(shares), parameters, residual, error)


def terms(fitted: Fitted, points: Points) -> tuple[GrowthTerm, ...]:
    """The fitted terms with their factors, in units of the cost."""
    size, cost = points[-1]
    result = []
    for share, term in zip(fitted.shares, fitted.form.terms, strict=True):
        log_factor = (
            (math.log(abs(share)) + math.log(cost) - term.log_at(size)) if share and cost else -math.inf
        )
        result.append(replace(term, factor=math.copysign(math.exp(min(log_factor, 709.0)), share)))
    return tuple(result)


def slopes(points: Points) -> list[float]:
    """The slopes of log cost against log size between neighbouring points of positive cost."""
    return [
        (math.log(c2) - math.log(c1)) / (math.log(n2) - math.log(n1))
        for (n1, c1), (n2, c2) in pairwise(points)
        if c1 > 0 and c2 > 0
    ]


def _sensible(form: GrowthForm, shares: Sequence[float], points: Points, free: int) -> bool:
    """Whether the leading term matters (at three points if it explodes) and terms do not merely cancel."""
    if len(shares) == 1:
        return True
    leading = form.terms[0]
    if form.explosive:
        (size, cost), (last_size, last_cost) = points[-3], points[-1]
        log_share = (
            leading.log_at(size) - leading.log_at(last_size) + math.log(last_cost) - math.log(cost or 1)
        )
        if shares[0] <= 0 or math.log(shares[0]) + log_share < math.log(SHARE):
            return False
    least = SHARE_LOG if leading.logs else SHARE_FREE if free and leading.power else SHARE
    return shares[0] >= least and sum(map(abs, shares)) <= CANCEL


def _powers(system: System) -> Iterator[Fitted]:
    """n^k with the best k, unless that k only repeats another class."""
    steepness = slopes(system.points)
    if not steepness:
        return
    low, high = max(0.3, min(steepness) - 0.3), min(12.0, max(steepness) + 0.6)
    if high <= low:
        return

    def form(lower: tuple[float, ...], k: float) -> GrowthForm:
        return GrowthForm(
            (GrowthTerm(1.0, power=k), *(GrowthTerm(1.0, power=power) for power in lower)), 10, 1.2
        )

    for lower in ((0.0,), (1.0,), (1.0, 0.0), (2.0,), (2.0, 0.0), (2.0, 1.0)):
        start = max(low, max(lower) + 0.05)
        if start >= high:
            continue
        best = _search(partial(_trial, system, partial(form, lower)), start, high)
        if best is None:
            continue
        k = best.form.terms[0].power
        if abs(k - round(k)) > CLOSE:
            yield best
        elif k > 6:
            whole = solve(form(lower, float(round(k))), system)
            if whole is not None:
                yield whole


def _exponentials(system: System) -> Iterator[Fitted]:
    """b^n with the best b, unless that is one of the whole bases."""
    rate = _rate(system.points)
    if rate <= 0:
        return

    def form(lower: tuple[GrowthTerm, ...], log_base: float) -> GrowthForm:
        return GrowthForm((GrowthTerm(1.0, base=math.exp(log_base)), *lower), 11, 1.1)

    for lower in _UNDER_EXPONENTIAL:
        best = _search(partial(_trial, system, partial(form, lower)), 0.4 * rate, 1.3 * rate)
        if best is not None:
            base = best.form.terms[0].base
            if base >= SLOWEST and min(abs(base - whole) for whole in WHOLE) > 0.02:
                yield best


def _trial(system: System, form: Callable[[float], GrowthForm], parameter: float) -> Fitted | None:
    return solve(form(parameter), system, free=1)


def _rate(points: Points) -> float:
    """The growth of log cost per unit of size at the large end."""
    (n1, c1), (n2, c2) = points[-2:]
    return (math.log(c2) - math.log(c1)) / (n2 - n1) if c1 > 0 and c2 > 0 else 0.0


def _search(trial: Callable[[float], Fitted | None], low: float, high: float) -> Fitted | None:
    """The trial with the least error between `low` and `high`: a grid, then sections of its best cell."""
    steps = 24
    grid = [low + (high - low) * i / steps for i in range(steps + 1)]
    found = [(fitted.error, x, fitted) for x in grid if (fitted := trial(x)) is not None]
    if not found:
        return None
    error, x, best = min(found, key=lambda entry: entry[0])
    width = (high - low) / steps
    left, right = max(low, x - width), min(high, x + width)

    def tried(x: float) -> float:
        nonlocal error, best
        fitted = trial(x)
        if fitted is not None and fitted.error < error:
            error, best = fitted.error, fitted
        return math.inf if fitted is None else fitted.error

    a, b = right - GOLDEN * (right - left), left + GOLDEN * (right - left)
    error_a, error_b = tried(a), tried(b)
    for _ in range(SECTIONS):
        if error_a <= error_b:
            right, b, error_b = b, a, error_a
            a = right - GOLDEN * (right - left)
            error_a = tried(a)
        else:
            left, a, error_a = a, b, error_b
            b = left + GOLDEN * (right - left)
            error_b = tried(b)
    return best
