"""When growth is a finding."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from slowpath.model.find import COMMON_LENGTH, Evidence, Finding, Inputs
from slowpath.model.growth import Growth
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.recipe.recipe import sizes_in

SUPERLINEAR = 1.5  # the exponent from which growth is a finding: midway between linear and quadratic
LINEAR = (
    2.5  # the ratio of costs at N and 2N that a linear claim allows: n log n has less from 16 on, n^1.5 2.8
)
ALIKE = 10  # times the cost that is no reason to show a recipe before a plainer one
LARGEST = 1 << 20  # a megabyte of text: what a server may well be sent
ENOUGH = 0.05  # seconds of CPU that the largest timed run should take: far above the steps of the clock
_LEAST_SECONDS = 0.0005  # below this a clock tells little

_Kind = tuple[bool, bool, bool, bool, bool, float, int]


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
    """Whether the CPU time of the plain function grows too fast as well; not if the largest size is short:
    between such runs the memory that they touch makes the difference."""
    size, longest = max(seconds, default=(0, 0.0))
    if size >= LARGEST and longest < ENOUGH:
        return False
    exponent = slope(seconds)
    return exponent is not None and exponent >= SUPERLINEAR - (0.1 if not growth.explodes else 0.0)


def worst_first(findings: Sequence[Finding]) -> list[Finding]:
    """Findings by how bad they are: first what takes long, natural inputs, what a clock shows, explosions.

    Then what is no product of several sizes; by exponent; by how often N is named; and by the seconds that an
    input of a common length takes, if these differ much.
    """
    most: dict[_Kind, float] = {}
    for each in findings:
        kind = _kind(each)
        most[kind] = max(most.get(kind, 0.0), _seconds(each))

    def gravity(finding: Finding) -> tuple[bool, bool, bool, bool, bool, float, int, bool, int, float]:
        kind, seconds = _kind(finding), _seconds(finding)
        return *kind, ALIKE * seconds >= most[kind], -weight(finding.recipe, finding.scenario), seconds

    return sorted(findings, key=gravity, reverse=True)


def severity(finding: Finding) -> tuple[bool, bool, bool, bool, bool, float, float]:
    """How bad a finding is beside those at other places: the larger, the worse. The class, and what shows it,
    comes before the seconds that an input of a common length takes."""
    return *_kind(finding)[:-1], _seconds(finding)


def one_per_site(findings: Iterable[Finding]) -> list[Finding]:
    """The first finding at each place."""
    kept: dict[str, Finding] = {}
    for each in findings:
        kept.setdefault(each.site, each)
    return list(kept.values())


def weight(recipe: Inputs, scenario: Scenario = ONE_CALL) -> int:
    """How much there is to read."""
    return (
        len(scenario.setup)
        + sum(map(len, scenario.closing))
        + (0 if scenario.feed is None else len(scenario.feed.method) + len(scenario.feed.items))
        + sum(len(name) + len(source) for name, source in recipe.items())
    )


def _kind(finding: Finding) -> _Kind:
    growth = finding.shown
    sources = (finding.scenario.setup, *finding.recipe.values())
    return (
        not finding.is_minor,
        finding.natural,
        finding.evidence is Evidence.BOTH,
        growth.explodes,
        not finding.product,
        round(2 * finding.exponent) / 2,
        -sum(map(sizes_in, sources)),
    )


def _seconds(finding: Finding) -> float:
    """What tells findings of one class apart; those that explode are all alike."""
    return finding.seconds_at(COMMON_LENGTH) or 0.0
