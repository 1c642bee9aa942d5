"""Redundant work, as a JSON document and as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from slowpath.model.redundancy import Redundancy, RedundantReport
from slowpath.report.finding import remedy_text
from slowpath.report.searching import search_fields
from slowpath.report.terminal import short_path
from slowpath.report.visible import visible

_FIELDS = ("kind", "outer", "inner", "function", "repeats", "share", "reason", "program", "size")
_FIGURES = ("program", "size", "iterations", "seed", "sampled", "inconclusive")


def document(report: RedundantReport) -> dict[str, Any]:
    """Return the document of `slowpath redundant`."""
    return {
        "target": report.target,
        "findings": [finding(each) for each in report.findings],
        **{name: getattr(report, name) for name in _FIGURES},
        **search_fields(report),
    }


def finding(each: Redundancy) -> dict[str, Any]:
    """Return one finding as it stands in a document."""
    remedy = None if each.remedy is None else asdict(each.remedy)
    return {**{name: getattr(each, name) for name in _FIELDS}, "remedy": remedy}


def text(report: RedundantReport) -> str:
    """Return the findings for a terminal, the costliest first, with the programs that show them."""
    lines = [report.target, ""]
    shown: str | None = None
    for each in report.findings:
        lines += _finding(each)
        if each.program and each.program != shown:
            shown = each.program
            lines += [f"  seen with {_size(each.size)}", *(f"    {line}" for line in _lines(each.program))]
        if each.remedy is not None:
            lines += ["", remedy_text(each.remedy)]
        lines.append("")
    return "\n".join([*lines, *_summary(report)])


def _finding(each: Redundancy) -> Iterator[str]:
    place = short_path(each.inner)
    yield f"{place} in {each.function or 'the module'}: {each.kind}, {each.share:.0%} of the cost"
    yield f"  {visible(each.reason)}"
    if each.outer != each.inner:
        yield f"  the outer loop is at {short_path(each.outer)}"


def _lines(program: str) -> list[str]:
    # A program that was found begins with its size, which is not the one at which it was looked at.
    lines = visible(program).splitlines()
    return lines[1:] if lines and lines[0].startswith("N = ") else lines


def _size(size: int | None) -> str:
    return "the input" if size is None else f"N = {size:,}"


def _summary(report: RedundantReport) -> Iterator[str]:
    if report.inconclusive is not None:
        yield f"inconclusive: {visible(report.inconclusive)}"
        return
    count = len(report.findings)
    if count:
        yield f"{count} place{'s' if count > 1 else ''} with redundant work ({report.elapsed:.1f} s)"
    else:
        yield f"no redundant work found ({report.stopped_because})"
    if report.sampled:
        yield "only the first rounds of some loops were compared"
