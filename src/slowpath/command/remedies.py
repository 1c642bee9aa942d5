"""What would help against the findings of a search, in the time that is left."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from slowpath.command.order import Listener, Order
from slowpath.model.find import Finding, Measured
from slowpath.model.redundancy import Remedy
from slowpath.oracle.remedy.suspect import Suspect
from slowpath.run.client import Worker
from slowpath.shape.infer import Inferred

SHARE = 0.35  # of the time of a search, for remedies: trials of several changes
_LEAST = 8.0  # seconds for the remedy of one finding, if the search took all the time
_MOST = 3  # findings, the worst ones, for which a remedy is looked for


def with_remedies(
    findings: list[Finding],
    order: Order,
    worker: Worker,
    inferred_for: Callable[[Finding], Mapping[str, Inferred]],
    end: float,
    listener: Listener,
) -> tuple[list[Finding], bool]:
    """Return the findings, the worst ones with what was shown to help, and whether all were looked at.

    An interruption keeps the remedies so far. `end` is the monotonic time at which the budget is over.
    """
    helped = list(findings)
    try:
        for place, finding in enumerate(findings[:_MOST]):
            others = min(len(findings), _MOST) - place
            seconds = max((end - time.monotonic()) / others, _LEAST)
            found = _remedy(finding, order, worker, inferred_for(finding), seconds, listener)
            helped[place] = replace(finding, remedy=found)
    except KeyboardInterrupt:
        return helped, False
    return helped, True


def _remedy(
    finding: Finding,
    order: Order,
    worker: Worker,
    inferred: Mapping[str, Inferred],
    seconds: float,
    listener: Listener,
) -> Remedy | None:
    from slowpath.oracle.remedy.remedies import remedy_for

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
    return remedy_for(suspect, worker, seconds, listener)
