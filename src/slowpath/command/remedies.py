"""What would help against the findings of a search, in the time that is left."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from slowpath.command.order import Listener
from slowpath.errors import SlowpathError
from slowpath.model.find import Finding, Measured
from slowpath.model.loops import LoopInput
from slowpath.model.redundancy import RedundancyKind, Remedy
from slowpath.model.scenario import Scenario
from slowpath.oracle.remedy.suspect import Suspect
from slowpath.run.client import Worker
from slowpath.run.messages import OPS
from slowpath.run.order import Order
from slowpath.scaling.growth import fit
from slowpath.scaling.series import Series
from slowpath.shape.infer import Inferred

SHARE = 0.35  # of the time of a search, for remedies: trials of several changes
MOST = 3  # findings, the worst ones, for which a remedy is looked for
_LEAST = 8.0  # seconds for the remedy of one finding, if the search took all the time
# What the runs that show the growth of a program may cost: as many as a trial has for its own series.
_SERIES_OPS = 30_000_000
_SERIES_SECONDS = 5.0  # within which they begin

Prepared = Callable[[float], tuple[Suspect, Worker] | None]  # a suspect and its worker, in so many seconds


def with_remedies(
    findings: list[Finding],
    order: Order,
    worker: Worker,
    inferred_for: Callable[[Finding], Mapping[str, Inferred]],
    end: float,
    listener: Listener,
) -> tuple[list[Finding], bool]:
    """Return the findings, the worst ones with what was shown to help, and whether all were looked at.

    `end` is the monotonic time at which the budget is over.
    """

    def prepared(finding: Finding) -> Prepared:
        return lambda seconds: _suspected(finding, order, inferred_for(finding), worker)

    found, is_whole = remedies([prepared(each) for each in findings[:MOST]], end, listener)
    helped = [replace(each, remedy=remedy) for each, remedy in zip(findings, found, strict=False)]
    return [*helped, *findings[len(helped) :]], is_whole


def remedies(
    suspects: Sequence[Prepared], end: float, listener: Listener
) -> tuple[list[Remedy | None], bool]:
    """Return what was shown to help against each suspect, and whether all were looked at.

    An interruption keeps the remedies so far. Each suspect has its share of the time up to `end`.
    """
    from slowpath.oracle.remedy.remedies import remedy_for

    found: list[Remedy | None] = []
    try:
        for prepared in suspects:
            seconds = max((end - time.monotonic()) / (len(suspects) - len(found)), _LEAST)
            until = time.monotonic() + seconds
            ready = prepared(seconds)
            left = until - time.monotonic()
            found.append(None if ready is None else remedy_for(*ready, left, listener))
    except KeyboardInterrupt:
        return found, False
    return found, True


def _suspected(
    finding: Finding, order: Order, inferred: Mapping[str, Inferred], worker: Worker
) -> tuple[Suspect, Worker] | None:
    if finding.measure is Measured.MEMORY:
        return None  # what is kept is not what is counted
    suspect = Suspect(
        order.spec,
        finding.recipe,
        finding.growth,
        finding.lines,
        inferred,
        scenario=finding.scenario,
        scope=order.scope,
        allow=order.allow,
        limits=order.limits,
        seed=order.seed,
    )
    return suspect, worker


def measured_suspect(
    given: LoopInput,
    kinds: frozenset[RedundancyKind],
    order: Order,
    inferred: Mapping[str, Inferred],
    worker: Worker,
    seconds: float,
) -> Suspect | None:
    """Return what a remedy is looked for: a program, with its growth and its costly lines as `worker` counts
    them. None if it does not run at several sizes."""
    scenario = Scenario(given.setup)
    series = Series(
        worker.with_scenario(scenario), given.inputs, OPS, _SERIES_OPS, min(seconds, _SERIES_SECONDS)
    )
    try:
        series.extend()
    except SlowpathError:
        return None
    growth = fit(series.points)
    largest = series.run_at(growth.points[-1][0])
    if largest is None or len(growth.points) < 2:
        return None
    return Suspect(
        given.target,
        given.inputs,
        growth,
        largest.lines,
        inferred,
        scenario=scenario,
        scope=order.scope,
        allow=order.allow,
        limits=order.limits,
        kinds=kinds,
        seed=order.seed,
    )
