"""The answer of `find` as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from click import style

from slowpath.model.find import LARGE_LENGTH, OF_SETUP, Finding, FindReport, Inputs, LargeResult, Unended
from slowpath.model.redundancy import Remedy
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.model.target import Target, TargetKind
from slowpath.recipe.writing import MEASURED, makes_first, written_program
from slowpath.report import terminal
from slowpath.report.shapes import shape_texts
from slowpath.report.terminal import counted_in, number, raises_words
from slowpath.report.visible import visible, wrapped

_CLOSE = 100  # times shorter: a clock of microseconds still tells a hundredth of the last time
_LINES = 5  # costliest lines: a chart of 14 lines stands above them
_OTHERS = 4  # further findings, one line each: the JSON document has all of them
UNNATURAL = "no caller would write this input: names and use of the parameters suggest another type"
_CODE = 100  # characters of a line of code: the listing below has it too
_LOST = 5  # notes: the JSON document has all of them


def text(report: FindReport, plot: str = "") -> str:
    """Return what was found: the worst recipe, how its cost grows, why, and what else there is."""
    parts = [_heading(report)]
    if report.findings:
        parts += _worst(report, report.findings[0], plot)
        others = report.findings[1 : 1 + _OTHERS]
        if others:
            rows = [_other(report.target, each) for each in others]
            parts.append("\n".join([style("also", bold=True), *rows]))
            parts += [
                remedy_text(each.remedy, f" at {_place(each)}") for each in others if each.remedy is not None
            ]
    elif not report.unended:
        parts.append(_nothing(report))
    parts += [_unended(each, report.target) for each in report.unended]
    parts += _large(report.large_results, report.target)
    parts.append(_effort(report))
    parts += terminal.notes(report.lost[:_LOST], "not followed: how these results depend on the input")
    return "\n\n".join(parts)


def _heading(report: FindReport) -> str:
    shapes = [f"  {name} = {shape}" for name, shape in shape_texts(report.shapes).items()]
    scope = [f"  {counted_in(report.scope)}"] if report.scope else []
    return "\n".join([style(report.target.spec, bold=True), *shapes, *scope])


def _worst(report: FindReport, finding: Finding, plot: str) -> list[str]:
    size, cost = finding.growth.points[-1]
    lines = [
        _headline(report, finding),
        f"  N = {size:,}: {terminal.number(cost)} ops",
    ]
    if finding.growth.klass is not None and finding.growth.why:
        lines.append(f"  {finding.growth.why}")
    if finding.seconds:
        largest, seconds = finding.seconds[-1]
        lines.append(f"  N = {largest:,}: {seconds:.3g} s of CPU in the plain function{pace(finding)}")
    if finding.raises:
        lines.append(f"  it raises {raises_words(finding.raises)}")
    if finding.memory is not None:
        largest, peak = finding.memory.points[-1]
        lines.append(f"  N = {largest:,}: {number(peak)} bytes at the peak of memory, {finding.memory.words}")
    lines.append(f"  {evidence(finding)}")
    lines += [f"  {each}" for each in reservations(finding)]
    parts = ["\n".join(lines)]
    if finding.reason:
        parts.append(_why(finding))
    if plot:
        parts.append(plot.rstrip("\n"))
    if finding.lines:
        parts.append(terminal.listing(finding.lines, _LINES))
    if finding.remedy is not None:
        parts.append(remedy_text(finding.remedy))
    return parts


def remedy_text(remedy: Remedy, where: str = "") -> str:
    """A change that was shown to help: the diff, and what was checked."""
    colours = {"+": "green", "-": "red", "@": "cyan"}
    lines = [style(f"  {visible(line)}", fg=colours.get(line[:1])) for line in remedy.diff.splitlines()]
    return "\n".join([style(f"remedy{where}  ", bold=True) + remedy.checked, *lines])


def reservations(finding: Finding) -> list[str]:
    """What speaks against acting on a finding."""
    told = [_minor(finding)] if finding.is_minor else []
    told += [_product(finding.product)] if finding.product else []
    return told if finding.natural else [*told, UNNATURAL]


def _product(factors: Sequence[str]) -> str:
    """Of whose sizes the cost is a product, which was seen in runs where one of them grows alone."""
    names = ["what the setup makes" if name == OF_SETUP else name for name in factors]
    told = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"a product of sizes: it grows in proportion to each of {told} alone"


def _minor(finding: Finding) -> str:
    """That it takes a short time: an estimate, by the growth that was measured."""
    seconds = finding.seconds_at(LARGE_LENGTH)
    longest = "" if finding.beyond is None else ", or for the longest that was seen to end like this"
    return f"minor: about {seconds:.2g} s for {LARGE_LENGTH:,} characters and items by this growth{longest}"


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
    size, seconds = finding.seconds[-1]
    # The last two alone tell little: the cost may rise in steps, and a clock is not exact.
    smaller = [each for each in finding.seconds[:-1] if each[1] * _CLOSE > seconds] or finding.seconds[-2:-1]
    before, less = smaller[0]
    factor = (seconds / less) ** (1 / (size - before)) if less > 0 else 0.0
    return f", {factor:.2g} times as much for each step of N" if factor > 1 else ""


def _nothing(report: FindReport) -> str:
    if report.inconclusive is None:
        returned = " and result" if report.large_results else ""
        found = style(f"nothing found that grows faster than its input{returned}", fg="green")
    else:
        found = style("inconclusive", fg="yellow", bold=True) + f": {visible(report.inconclusive)}"
    told = report.advice if report.advice != report.inconclusive else ""
    return f"{found}\n{wrapped(told)}" if told else found


def _large(results: Sequence[LargeResult], target: Target) -> list[str]:
    """What costs much because much comes back: no findings, so a line or two each."""
    if not results:
        return []
    rows = [
        wrapped(f"  {each.result.words}  {_recipe(target, each)}", 6, is_code=True)
        + f"\n    {large_words(each)}"
        for each in results
    ]
    more = [f"  and {len(rows) - _OTHERS} more"] if len(rows) > _OTHERS else []
    heading = style("large results", bold=True) + ": the cost grows as what comes back does"
    return ["\n".join([heading, *rows[:_OTHERS], *more])]


def _unended(unended: Unended, target: Target) -> str:
    """An input that does not terminate, at N = 1."""
    told = wrapped(f"does not terminate  {_recipe(target, unended)}  at N = 1", 4, is_code=True)
    heading = style("does not terminate", fg="red", bold=True) + told.removeprefix("does not terminate")
    plain = f" or {unended.seconds:g} s of the plain function" if unended.seconds is not None else ""
    return f"{heading}\n  did not finish within {unended.ops:,} ops{plain}; other inputs of that length do"


def _effort(report: FindReport) -> str:
    runs = sum(each.runs for each in report.strategies)
    return style(
        f"{runs:,} runs in {report.elapsed:.1f} s; stopped because: {report.stopped_because}", dim=True
    )


def _headline(report: FindReport, finding: Finding) -> str:
    """The class, and the recipe beside it or a program below it, in as many lines as it takes."""
    klass = finding.words
    shown = style(klass, fg="red", bold=True)
    if is_program(report.target, finding.recipe, finding.scenario):
        source = written_program(report.target, finding.recipe, finding.scenario)
        return f"{shown}\n{terminal.indented(source, '    ')}"
    told = wrapped(f"{klass}  {_recipe(report.target, finding)}", len(klass) + 2, is_code=True)
    return shown + told.removeprefix(klass)


def is_program(target: Target, inputs: Inputs, scenario: Scenario) -> bool:
    """Whether a run needs more to be said than a value for each parameter of one call."""
    return target.kind is TargetKind.METHOD or scenario != ONE_CALL or makes_first(inputs)


def _why(finding: Finding) -> str:
    """The reason as a sentence, and the line that it names below it."""
    told = wrapped(f"why  {finding.reason}", 5)
    code = f"\n       {terminal.shortened(finding.code, _CODE)}" if finding.code else ""
    again = finding.redundancy
    more = "" if again is None else "\n" + wrapped(f"     {again.kind}: {again.reason}", 5)
    return style("why", bold=True) + told.removeprefix("why") + code + more


def _recipe(target: Target, found: Finding | LargeResult | Unended) -> str:
    """What a family of inputs is made of, in one line, however long that is."""
    if is_program(target, found.recipe, found.scenario):
        source = written_program(target, found.recipe, found.scenario).replace(f"  {MEASURED}", "")
        return _in_one_line(source.splitlines())
    return ", ".join(f"{name}={source}" for name, source in found.recipe.items())


def _in_one_line(lines: Sequence[str]) -> str:
    """Statements behind each other. What follows a loop is told apart from what is in it."""
    told = lines[0]
    for before, line in pairwise(lines):
        leaves = len(line) - len(line.lstrip()) < len(before) - len(before.lstrip())
        told += " " if before.endswith(":") else "; then " if leaves else "; "
        told += line.strip()
    return told


def _other(target: Target, finding: Finding) -> str:
    """A further finding: its class, its recipe and its place."""
    told = f"  {finding.words}  {_recipe(target, finding)}  at {_place(finding)}"
    told += "" if finding.natural else "  (no caller would write it)"
    told += "  (minor)" if finding.is_minor else ""
    return wrapped(told, 6, is_code=True)


def _place(finding: Finding) -> str:
    return f"{terminal.short_path(finding.site)} in {finding.function or 'the module'}"
