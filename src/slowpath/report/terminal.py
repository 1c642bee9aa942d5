"""Reports as text for a terminal. Colours are dropped by `click.echo` where they cannot be shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence

from click import style

from slowpath.model.cost import LineCost, Number
from slowpath.model.report import CostReport, GrowthReport
from slowpath.model.run import End, Lost
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.model.target import Target
from slowpath.recipe.writing import written_program
from slowpath.report.visible import visible, wrapped

LINES = 10  # costliest lines: the table fits a terminal of 24 lines; --lines asks for more
_BYTES = frozenset({"memory", "allocated"})
_RAISED = 100  # characters of an exception: it stands within a sentence
_HOT = 0.25  # share of the cost from which a line is shown as costly


def cost(report: CostReport, lines: int | None = None) -> str:
    """Return what a run cost: how it ended, the measures, the costliest lines."""
    run = report.run
    parts = [*_heading(report.target, report.inputs, report.scenario, report.size), _end(report)]
    rows = [(measure, number(value), _unit(measure)) for measure, value in run.costs.items()]
    if report.seconds is not None:
        rows.append(("seconds", f"{report.seconds:.3g}", "plain target, CPU"))
    if run.building is not None:
        rows.append(("building", number(run.building), "ops of the setup, apart"))
    if rows:
        parts.append(_table(rows, "<>>"))
    if run.lines and lines != 0:
        parts.append(listing(run.lines, LINES if lines is None else lines))
    parts += notes(run.lost)
    return "\n\n".join(parts)


def growth(report: GrowthReport, plot: str = "") -> str:
    """Return how the cost grows: a row per size, the fitted class with its evidence, the plot."""
    fitted = report.growth
    parts = _heading(report.target, report.recipe, report.scenario, None)
    if report.raises:
        parts.append(style(f"raises {raises_words(report.raises)} at every size", fg="yellow"))
    seconds, building = dict(report.seconds), dict(report.building)
    ratios = ["", *(f"x{ratio:.3g}" for ratio in fitted.ratios)]
    ratios += [""] * (len(fitted.points) - len(ratios))
    rows = [
        (
            f"{size:,}",
            number(value),
            ratio,
            *([f"{seconds[size]:.3g} s" if size in seconds else ""] if seconds else []),
            *([number(building[size]) if size in building else ""] if building else []),
        )
        for (size, value), ratio in zip(fitted.points, ratios, strict=False)
    ]
    head = (
        "size",
        report.measure,
        "ratio",
        *(["seconds"] if seconds else []),
        *(["building"] if building else []),
    )
    parts.append(_table([head, *rows], ">" * len(head)))
    parts.append(_verdict(report))
    if plot:
        parts.append(plot.rstrip("\n"))
    parts += notes(report.lost)
    return "\n\n".join(parts)


def counted_in(scope: Sequence[str]) -> str:
    """Return which modules are counted besides those of the target."""
    return f"counted in {', '.join(scope)} too"


def number(value: Number) -> str:
    """Return a number as people read it: "12,345", "0.25"."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"


def _heading(target: Target, inputs: Mapping[str, str], scenario: Scenario, size: int | None) -> list[str]:
    """The target with its inputs, or the program that was run below it, as it is written."""
    spec, at = target.spec, f"   N = {size:,}" if size is not None else ""
    if scenario != ONE_CALL:
        source = written_program(target, inputs, scenario)
        return [style(visible(spec), bold=True) + at, indented(source, "  ")]
    given = ", ".join(f"{name}={expression}" for name, expression in inputs.items())
    told = wrapped(f"{spec}({given}){at}", 4, is_code=True)
    return [style(visible(spec), bold=True) + told.removeprefix(visible(spec))]


def indented(source: str, indent: str) -> str:
    """Return the lines of a program below each other, each in as many lines as it takes."""
    return "\n".join(wrapped(indent + line, len(indent) + 4, is_code=True) for line in source.splitlines())


def _end(report: CostReport) -> str:
    run = report.run
    if run.end is End.RETURNED:
        return style("returned", fg="green")
    if run.end is End.RAISED:
        return style(f"raised {raises_words(run.raises or '')}", fg="yellow")
    words = {End.DIED: "died", End.REFUSED: "refused"}
    known = "; the costs are those of what it did" if run.costs else ""
    return style(words.get(run.end, f"stopped by the {run.end.value}"), fg="red") + known


def _unit(measure: str) -> str:
    return "bytes" if measure in _BYTES else ""


def by_function(lines: Sequence[LineCost]) -> list[tuple[str, str, list[LineCost]]]:
    """Return the file, the name and the lines, in source order, of each function, in the order given."""
    functions: dict[tuple[str, str], list[LineCost]] = {}
    for line in lines:
        functions.setdefault((line.file, line.function), []).append(line)
    return [
        (file, function, sorted(group, key=lambda line: line.line))
        for (file, function), group in functions.items()
    ]


def listing(lines: Sequence[LineCost], limit: int) -> str:
    """Return the costliest lines in source order under their functions, costliest function first."""
    total = sum(line.ops for line in lines) or 1
    shown = []
    for file, function, group in by_function(lines[:limit]):
        indent = min((_indent(line.source) for line in group if line.source.strip()), default=0)
        shown.append(
            (file, function, [(*_row(line, total), line.source[indent:], line.ops / total) for line in group])
        )
    columns = [("share", "ops", "native", "hits", "line"), *(row[:5] for _, _, rows in shown for row in rows)]
    widths = [max(len(row[column]) for row in columns) for column in range(5)]
    texts = [
        style("  ".join(cell.rjust(width) for cell, width in zip(columns[0], widths, strict=True)), dim=True)
    ]
    for file, function, rows in shown:
        texts.append(f"{style(function or '<module>', bold=True)}  {style(short_path(file), dim=True)}")
        for *cells, source, share in rows:
            numbers = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
            texts.append(style(f"{numbers}  {shortened(source, 90)}", fg="red" if share >= _HOT else None))
    rest = len(lines) - limit
    if rest > 0:
        share = sum(line.ops for line in lines[limit:]) / total
        texts.append(
            style(f"and {rest} more {'line' if rest == 1 else 'lines'} with {share:.1%} of the ops", dim=True)
        )
    return "\n".join(texts)


def _row(line: LineCost, total: int) -> tuple[str, str, str, str, str]:
    native = f"{line.native / line.ops:.0%}" if line.native and line.ops else ""
    return f"{line.ops / total:.1%}", number(line.ops), native, number(line.hits), str(line.line)


def _verdict(report: GrowthReport) -> str:
    fitted = report.growth
    stopped = f"stopped because: {report.stopped_because}"
    if fitted.klass is None:
        return style(fitted.why, fg="yellow", bold=True) + f"\n{stopped}"
    evidence = [f"confidence {fitted.confidence:.2f}"]
    if fitted.exponent is not None:
        evidence.append(f"local exponent {fitted.exponent:.2f}")
    if fitted.residual is not None:
        evidence.append(f"residual {fitted.residual:.2%}")
    why = f"\n{fitted.why}" if fitted.why else ""
    return f"{style(fitted.klass, bold=True, fg='cyan')}  ({', '.join(evidence)}){why}\n{stopped}"


def notes(lost: Sequence[Lost], title: str = "not counted") -> list[str]:
    """Return a paragraph about what could not be seen; none where there is nothing."""
    if not lost:
        return []
    rows = [
        f"  {visible(f'{short_path(one.site)}: {one.reason}')}"
        + (f" ({number(one.count)} times)" if one.count > 1 else "")
        for one in lost
    ]
    return ["\n".join([style(title, fg="yellow"), *rows])]


def _table(rows: Iterable[Sequence[str]], alignment: str) -> str:
    """Return rows as columns, each aligned to the left (<) or the right (>)."""
    rows = list(rows)
    widths = [max(len(row[column]) for row in rows) for column in range(len(alignment))]
    return "\n".join(
        "  "
        + "  ".join(
            cell.ljust(width) if side == "<" else cell.rjust(width)
            for cell, width, side in zip(row, widths, alignment, strict=True)
        ).rstrip()
        for row in rows
    )


def _indent(source: str) -> int:
    return len(source) - len(source.lstrip())


def short_path(path: str) -> str:
    """Return a path relative to the current directory, or to the folder it is imported from."""
    folders = [os.getcwd(), *sorted(filter(os.path.isabs, sys.path), key=len, reverse=True)]
    for folder in folders:
        if path.startswith(folder + os.sep):
            return path.removeprefix(folder + os.sep)
    return path


def raises_words(raises: str) -> str:
    """Return what a target raises, in one line that is not too long."""
    return shortened(" ".join(raises.split()), _RAISED)


def shortened(text: str, limit: int) -> str:
    """Return text of targets and inputs so that a terminal shows it, up to a number of characters."""
    shown = visible(text[:limit])
    return shown if len(text) <= limit and len(shown) <= limit else shown[: limit - 3] + "..."
