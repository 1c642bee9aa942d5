"""Comparisons of two implementations, as JSON documents and as text."""

from __future__ import annotations

from typing import Any

from slowpath.model.diff import Difference, DiffReport
from slowpath.report.searching import inconclusive_lines, traced_fields
from slowpath.report.visible import visible

_WIDEST = 60  # characters of an input or a result that are shown


def document(report: DiffReport) -> dict[str, Any]:
    """Return the document of `slowpath diff`."""
    findings = report.findings
    return {
        "old": report.old,
        "new": report.new,
        "measure": report.measure,
        "size": report.size,
        "by": report.by,
        "delta": report.delta,
        "seed": report.seed,
        "runs": report.runs,
        "inconclusive": report.inconclusive,
        "cases": [
            {
                "input": dict(case.inputs),
                "old": case.old,
                "new": case.new,
                "difference": case.difference,
                "ratio": round(case.ratio, 3),
                "results": None if case.results is None else list(case.results),
                "finding": case in findings,
            }
            for case in report.cases
        ],
        **traced_fields(report),
    }


def text(report: DiffReport) -> str:
    """Return the comparison for a terminal."""
    unit = "times as much" if report.by == "ratio" else "more"
    lines = [
        f"{report.old} -> {report.new}",
        f"{report.measure} at N = {report.size}; more than {report.delta:g} {unit} is a finding",
        "",
        f"{'old':>12} {'new':>12} {'ratio':>8}  input",
    ]
    findings = report.findings
    for case in report.cases:
        lines += _case(case, case in findings)
    found = len(findings)
    lines += [
        "",
        *inconclusive_lines(report.inconclusive),
        f"{found or 'no'} finding{'' if found == 1 else 's'} in {report.runs} runs of both; "
        f"stopped because: {report.stopped_because}",
    ]
    return "\n".join(lines)


def _case(case: Difference, found: bool) -> list[str]:
    shown = ", ".join(f"{name}={_short(value)}" for name, value in case.inputs.items())
    mark = "  <-" if found else ""
    lines = [f"{case.old:>12,} {case.new:>12,} {case.ratio:>8.2f}  {shown}{mark}"]
    if case.results is not None:
        lines.append(f"{'':36}results differ: {_short(case.results[0])}, {_short(case.results[1])}")
    return lines


def _short(text: str) -> str:
    shown = visible(text)
    return shown if len(shown) <= _WIDEST else f"{shown[: _WIDEST - 3]}..."
