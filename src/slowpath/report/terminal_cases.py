"""The cases of a target as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from click import style

from slowpath.model.cost import Number
from slowpath.model.report import CaseRow, CasesReport
from slowpath.report.searching import inconclusive_lines
from slowpath.report.terminal import counted_in, notes, number, shortened

WIDEST = 160  # characters of a condition or an input that are shown


def cases(report: CasesReport) -> str:
    """Return a row for each case: what it costs, its input, how it ends; below, its condition."""
    parts = [_heading(report)]
    if report.cases:
        parts.append("\n".join(_rows(report)))
    parts += inconclusive_lines(report.inconclusive)
    parts.append(_summary(report))
    return "\n\n".join([*parts, *notes(report.lost, "not known")])


def _heading(report: CasesReport) -> str:
    details = [f"N = {report.size:,}", f"criterion {report.criterion or 'none'}"]
    details += [f"policy {report.policy}"] if report.policy else []
    details += [report.mode] if report.mode != "aware" else []
    details += [f"cost model {report.model}"] if report.model != "cpython" else []
    heading = style(report.target.spec, bold=True) + "   " + ", ".join(details)
    return f"{heading}\n{counted_in(report.scope)}" if report.scope else heading


def _rows(report: CasesReport) -> list[str]:
    head = [*report.measures, "input"]
    table = [[*(_cost(case, name) for name in report.measures), _input(case)] for case in report.cases]
    widths = [max(len(row[column]) for row in [head, *table]) for column in range(len(report.measures))]
    shown = [style(_line(head, widths), dim=True)]
    for row, case in zip(table, report.cases, strict=True):
        shown.append(_line(row, widths))
        indent = " " * (sum(widths) + 2 * len(widths) + 2)
        shown.append(style(f"{indent}where {_shown(case.condition)}", dim=True))
        if case.under is not None:
            at = ", ".join(f"{name} {number(cost)}" for name, cost in case.at.items())
            shown.append(style(f"{indent}under {_shown(case.under)}: here {at}", fg="cyan"))
        if case.raises is not None:
            shown.append(style(f"{indent}raises {_shown(case.raises)}", fg="yellow"))
    return shown


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    numbers = "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=False))
    return f"  {numbers}  {row[-1]}"


def _cost(case: CaseRow, measure: str) -> str:
    cost: Number | str | None = case.costs.get(measure)
    return "?" if cost is None else cost if isinstance(cost, str) else number(cost)


def _input(case: CaseRow) -> str:
    return _shown(", ".join(f"{name}={text}" for name, text in case.inputs.items()))


def _summary(report: CasesReport) -> str:
    shown, found = len(report.cases), report.found
    counted = _counted(found, "case")
    if shown != found:
        counted = f"{shown:,} of {counted}{_left_out(report)}"
    rejected = f"; {_counted(report.rejected, 'input')} rejected" if report.rejected else ""
    return f"{counted}{_traces(report)}; stopped because: {report.stopped_because}{rejected}{_doubt(report)}"


def _left_out(report: CasesReport) -> str:
    """How many cases a policy drops, and how many were not run in fresh processes."""
    late = report.unconfirmed
    dropped = len(report.cases) + late
    told = [f"{report.found - dropped:,} dropped"] if report.policy and report.found > dropped else []
    told += [f"{late:,} not confirmed in time"] if late else []
    return f" ({', '.join(told)})" if told else ""


def _doubt(report: CasesReport) -> str:
    """What a list of cases that is not complete leaves out."""
    if report.complete:
        return ""
    return style("  not complete: see below" if report.lost else "  not all paths were seen", fg="yellow")


def _traces(report: CasesReport) -> str:
    traces = report.traces
    if traces is None:
        return ""
    all_ = _counted(traces.count, f"{traces.abstraction} trace")
    return f"; {traces.tried:,} of {all_} followed, {traces.feasible:,} feasible"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _shown(text: str) -> str:
    return shortened(text, WIDEST)
