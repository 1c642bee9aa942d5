"""When growth is a finding."""

from __future__ import annotations

import math
from collections.abc import Sequence

from slowpath.model.find import Evidence, Finding, Inputs
from slowpath.model.growth import Growth

SUPERLINEAR = 1.5  # the exponent from which growth is a finding
LINEAR = (
    2.5  # the ratio of costs at N and 2N that a linear claim allows: n log n has less from 16 on, n^1.5 2.8
)
ALIKE = 10  # times the cost that is no reason to show a recipe before a plainer one
_LEAST_SECONDS = 0.0005  # below this a clock tells little


def is_superlinear(growth: Growth) -> bool:
    """Whether a counted cost grows with an exponent of 1.5 or more, or explodes."""
    return growth.explodes or (growth.exponent is not None and growth.exponent >= SUPERLINEAR)


def slope(seconds: Sequence[tuple[int, float]]) -> float | None:
    """The exponent of CPU time between the largest size and one about half as large; None where unknown."""
    known = [(size, time) for size, time in seconds if time >= _LEAST_SECONDS]
    if len(known) < 2:
        return None
    size, time = known[-1]
    before = [point for point in known[:-1] if 2 * point[0] <= size] or known[:1]
    return math.log(time / before[-1][1]) / math.log(size / before[-1][0])


def time_agrees(growth: Growth, seconds: Sequence[tuple[int, float]]) -> bool:
    """Whether the CPU time of the plain function grows too fast as well."""
    exponent = slope(seconds)
    return exponent is not None and exponent >= SUPERLINEAR - (0.1 if not growth.explodes else 0.0)


def worst_first(findings: Sequence[Finding]) -> list[Finding]:
    """Findings by how bad they are: natural inputs first, then what a clock shows too, explosions, and by
    exponent; of those about as costly the plainest."""
    most: dict[tuple[bool, bool, bool, float], float] = {}
    for each in findings:
        kind = _kind(each)
        most[kind] = max(most.get(kind, 0.0), _factor(each.growth))

    def gravity(finding: Finding) -> tuple[bool, bool, bool, float, bool, int, float]:
        kind, factor = _kind(finding), _factor(finding.growth)
        return *kind, ALIKE * factor >= most[kind], -weight(finding.recipe), factor

    return sorted(findings, key=gravity, reverse=True)


def weight(recipe: Inputs) -> int:
    """How much there is to read."""
    return sum(len(name) + len(source) for name, source in recipe.items())


def _kind(finding: Finding) -> tuple[bool, bool, bool, float]:
    growth = finding.growth
    return (
        finding.natural,
        finding.evidence is Evidence.BOTH,
        growth.explodes,
        round(2 * (growth.exponent or 0.0)) / 2,
    )


def _factor(growth: Growth) -> float:
    """What stands before the power of n, about, so that findings of different sizes can be compared."""
    if not growth.points:
        return 0.0
    size, cost = growth.points[-1]
    return float(cost / size ** (growth.exponent or 0.0))
