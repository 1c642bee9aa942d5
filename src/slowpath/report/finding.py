"""The answer of `find` as text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from click import style

from slowpath.model.find import Finding, FindReport, LargeResult, Measured, Unended
from slowpath.report import terminal
from slowpath.report.program import program
from slowpath.report.shapes import shape_texts
from slowpath.report.terminal import counted_in, number
from slowpath.report.visible import visible

_LINES = 5  # costliest lines: a chart of 14 lines stands above them
_OTHERS = 4  # further findings, one line each: the JSON document has all of them
UNNATURAL = "no caller would write this input: names and use of the parameters suggest another type"
_LOST = 5  # notes: the JSON document has all of them


def text(report: FindReport, plot: str = "") -> str:
    """Return what was found: the worst recipe, how its cost grows, why, and what else there is."""
    parts = [_heading(report)]
    if report.findings:
        parts += _worst(report, report.findings[0], plot)
        others = report.findings[1 : 1 + _OTHERS]
        if others:
            rows = [
                f"  {_growth(each)}  {_recipe(each.recipe, each.setup)}  at {_place(each)}{_unlikely(each)}"
                for each in others
            ]
            parts.append("\n".join([style("also", bold=True), *rows]))
    elif not report.unended:
        parts.append(_nothing(report))
    parts += [_unended(each) for each in report.unended]
    parts += _large(report.large_results)
    parts.append(_effort(report))
    parts += terminal.notes(report.lost[:_LOST], "not followed: how these results depend on the input")
    return "\n\n".join(parts)


def _heading(report: FindReport) -> str:
    shapes = [f"  {name} = {shape}" for name, shape in shape_texts(report.shapes).items()]
    scope = [f"  {counted_in(report.scope)}"] if report.scope else []
    return "\n".join([style(report.target.spec, bold=True), *shapes, *scope])


def _worst(report: FindReport, finding: Finding, plot: str) -> list[str]:
    size, cost = finding.growth.points[-1]
    told = times_random(report)
    lines = [
        style(f"{_growth(finding)}", fg="red", bold=True) + f"  {_worst_recipe(report, finding)}",
        f"  N = {size:,}: {terminal.number(cost)} ops{', ' if told else ''}{told}",
    ]
    if finding.seconds:
        largest, seconds = finding.seconds[-1]
        lines.append(f"  N = {largest:,}: {seconds:.3g} s of CPU in the plain function{pace(finding)}")
    if finding.raises:
        lines.append(f"  it raises {visible(finding.raises)}")
    if finding.memory is not None:
        largest, peak = finding.memory.points[-1]
        lines.append(f"  N = {largest:,}: {number(peak)} bytes at the peak of memory, {finding.memory.words}")
    lines.append(f"  {evidence(finding)}")
    if not finding.natural:
        lines.append(f"  {UNNATURAL}")
    parts = ["\n".join(lines)]
    if finding.reason:
        parts.append(style("why  ", bold=True) + visible(finding.reason))
    if plot:
        parts.append(plot.rstrip("\n"))
    if finding.lines:
        parts.append(terminal.listing(finding.lines, _LINES))
    return parts


def evidence(finding: Finding) -> str:
    """What shows the growth, up to which size, and what becomes of larger inputs."""
    told = f"{finding.evidence}, up to N = {finding.largest_size:,}"
    beyond = finding.beyond
    return told if beyond is None else f"{told}; from N = {beyond.size:,} on: {visible(beyond.raises)}"


def large_words(large: LargeResult) -> str:
    """How much comes back, and what that takes."""
    (size, volume), costs = large.result.points[-1], dict(large.growth.points)
    told = f"{number(volume)} characters and items come back, for {number(costs[size])} ops"
    return f"N = {size:,}: {told}"


def pace(finding: Finding) -> str:
    """How the CPU time grows: by a power of n or, if the class explodes, by a factor for each step of N."""
    if finding.slope is None:
        return ""
    if not finding.growth.explodes:
        return f", growing like n^{finding.slope:.1f}"
    (before, less), (size, seconds) = finding.seconds[-2:]
    factor = (seconds / less) ** (1 / (size - before)) if less > 0 else 0.0
    return f", {factor:.2g} times as much for each step of N" if factor > 1 else ""


def times_random(report: FindReport) -> str:
    """How many times what random inputs cost the first finding costs; empty where nothing was compared."""
    if report.baseline is None or not report.baseline.cost or not report.findings:
        return ""
    factor = report.findings[0].growth.points[-1][1] / report.baseline.cost
    told = f"{factor:,.1f}" if factor < 100 else f"{factor:,.0f}"
    return f"{told} times the best of {report.baseline.runs} random inputs of that length"


def _nothing(report: FindReport) -> str:
    if report.inconclusive is None:
        returned = " and result" if report.large_results else ""
        found = style(f"nothing found that grows faster than its input{returned}", fg="green")
    else:
        found = style("inconclusive", fg="yellow", bold=True) + f": {visible(report.inconclusive)}"
    told = report.advice if report.advice != report.inconclusive else ""
    return f"{found}\n{visible(told)}" if told else found


def _large(results: Sequence[LargeResult]) -> list[str]:
    """What costs much because much comes back: no findings, so a line or two each."""
    if not results:
        return []
    rows = [
        f"  {each.result.words}  {_recipe(each.recipe, each.setup)}\n    {large_words(each)}"
        for each in results
    ]
    more = [f"  and {len(rows) - _OTHERS} more"] if len(rows) > _OTHERS else []
    heading = style("large results", bold=True) + ": the cost grows as what comes back does"
    return ["\n".join([heading, *rows[:_OTHERS], *more])]


def _unended(unended: Unended) -> str:
    """An input that does not terminate, at N = 1."""
    heading = style("does not terminate", fg="red", bold=True) + f"  {_recipe(unended.recipe)}  at N = 1"
    plain = f" or {unended.seconds:g} s of the plain function" if unended.seconds is not None else ""
    return f"{heading}\n  did not finish within {unended.ops:,} ops{plain}; other inputs of that length do"


def _effort(report: FindReport) -> str:
    runs = sum(each.runs for each in report.strategies)
    return style(
        f"{runs:,} runs in {report.elapsed:.1f} s; stopped because: {report.stopped_because}", dim=True
    )


def _growth(finding: Finding) -> str:
    return f"{'memory ' if finding.measure is Measured.MEMORY else ''}{finding.shown.words}"


def _worst_recipe(report: FindReport, finding: Finding) -> str:
    """A recipe in one line, or a program in lines of its own."""
    if not finding.setup:
        return _recipe(finding.recipe)
    lines = program(report.target, finding.recipe, finding.setup).splitlines()
    return "\n".join(["", *(f"    {visible(line)}" for line in lines)])


def _recipe(recipe: Mapping[str, str], setup: str = "") -> str:
    made = f"{terminal.shortened('; '.join(setup.splitlines()), 70)}: " if setup else ""
    return made + ", ".join(f"{name}={terminal.shortened(source, 70)}" for name, source in recipe.items())


def _unlikely(finding: Finding) -> str:
    return "" if finding.natural else "  (no caller would write it)"


def _place(finding: Finding) -> str:
    return f"{terminal.short_path(finding.site)} in {finding.function or 'the module'}"
