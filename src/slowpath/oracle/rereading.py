"""What a finding of `find` does again: its input runs in the build of reads at a modest size."""

from __future__ import annotations

from dataclasses import replace

from slowpath.errors import SlowpathError
from slowpath.model.find import Finding
from slowpath.model.redundancy import Redundancy
from slowpath.oracle.examination import examined
from slowpath.run.client import Worker

# Ops of the run that is looked at, at most: with its reads it takes a second or two.
_MODEST = 1_000_000
_LEAST_SHARE = 0.3  # of the cost, from which on redundant work elsewhere in the hot function tells the reason


def with_redundancy(finding: Finding, worker: Worker, seconds: float) -> Finding:
    """Return a finding with the redundant work at its hot place, if there is any.

    The worker must have been made with `reads`.
    """
    sizes = [size for size, cost in finding.growth.points if cost <= _MODEST]
    if not sizes:
        return finding
    try:
        seen = examined(
            worker, finding.recipe, finding.scenario, size=max(sizes), max_ops=10 * _MODEST, seconds=seconds
        )
    except SlowpathError:
        return finding
    return replace(finding, redundancy=_at_hot_place(finding, seen.findings))


def _at_hot_place(finding: Finding, found: tuple[Redundancy, ...]) -> Redundancy | None:
    at_site = [each for each in found if each.inner == finding.site]
    nearby = [each for each in found if each.function == finding.function and each.share >= _LEAST_SHARE]
    return next(iter([*at_site, *nearby]), None)
