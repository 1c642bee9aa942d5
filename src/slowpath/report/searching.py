"""What every search tells of itself: how long it took, why it ended, what it could not see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from click import style

from slowpath.model.cost import Number
from slowpath.model.find import Baseline
from slowpath.model.run import Lost
from slowpath.model.search import SearchReport
from slowpath.model.traced import TracedReport
from slowpath.report.visible import visible


def search_fields(report: SearchReport) -> dict[str, Any]:
    """Return the part of a document that every search has."""
    return {"elapsed": round(report.elapsed, 3), "stopped_because": report.stopped_because}


def traced_fields(report: TracedReport) -> dict[str, Any]:
    """Return the part of a document that every search which traces runs has."""
    return {**search_fields(report), "lost": lost_rows(report.lost)}


def inconclusive_lines(why: str | None) -> list[str]:
    """Return why a search means nothing, for people; no line if it means something."""
    return [] if why is None else [style("inconclusive", fg="yellow", bold=True) + f": {visible(why)}"]


def lost_rows(lost: Iterable[Lost]) -> list[dict[str, Any]]:
    """Return the places that slowpath could not see, for a document."""
    return [asdict(each) for each in lost]


def lost_lines(lost: Iterable[Lost]) -> list[str]:
    """Return the places that slowpath could not see, for people."""
    return [f"not sure: {each.site}: {each.reason}" for each in lost]


def beside_random(baseline: Baseline, cost: Number, what: str) -> str:
    """Return a sentence that compares the cost of the costliest test with that of random inputs."""
    times = cost / max(baseline.cost, 1)
    return f"the costliest of {baseline.runs:,} random inputs: {baseline.cost:,}; {what}: {times:.1f} times"
