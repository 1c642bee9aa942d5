"""The answer of `pipe` as one HTML file, and the files that it writes into a folder."""

from __future__ import annotations

from pathlib import Path

from slowpath.model.pipe import PipeReport, PipeTest
from slowpath.report import seal
from slowpath.report.element import code, document, folded, paragraph, section, table
from slowpath.report.pipe import GUARD, MODULE, PAGE, compared, guard, replayed
from slowpath.report.searching import lost_lines
from slowpath.report.terminal import shortened
from slowpath.report.visible import markup

_SHOWN = 160  # characters of an input in the table; the pytest file has it whole


def check(folder: Path, *, force: bool = False) -> None:
    """Raise a UsageError if the files cannot be written, or were edited."""
    for name in (MODULE, GUARD, PAGE):
        seal.check(folder / name, force=force)


def write(report: PipeReport, folder: Path, *, force: bool = False) -> list[Path]:
    """Write the pipeline as a module, the tests, and the page; return which files."""
    texts = {MODULE: report.glue, GUARD: guard(report), PAGE: page(report)}
    for name, text in texts.items():
        seal.write(folder / name, text, force=force)
    return [folder / name for name in texts]


def page(report: PipeReport) -> str:
    """Return the report as an HTML document."""
    title = " | ".join(report.stages)
    heading = (
        f'<header><h1>{markup(title)}</h1><p class="faint">input = {markup(report.shape)}, '
        f"N = {report.size:,}</p></header>"
    )
    body = [heading, _tests(report), _beside(report), _summaries(report), _notes(report)]
    return document(f"{title} - slowpath", [*body, section("The pipeline", code(report.glue))])


def _tests(report: PipeReport) -> str:
    head = ("ops", *(f"stage {place + 1}" for place in range(len(report.stages))), "relaxed", "input")
    last = len(head) - 1
    figures = table(head, (_row(test) for test in report.tests), text=(last,), code=(last,))
    told = f"{len(report.tests)} tests composed in {report.composing:.1f} s ({report.stopped_because})"
    note = (
        '<p class="faint">Under a stage stands its share of the cost. Relaxed: how many of its conditions '
        "were given up so that the others hold together.</p>"
    )
    return section("The tests", paragraph(told) + figures + note)


def _row(test: PipeTest) -> tuple[str, ...]:
    shares = [f"{100 * cost / max(test.cost, 1):.0f}%" for cost in test.stages]
    raised = f"   raises {test.raises}" if test.raises else ""
    return f"{test.cost:,}", *shares, " ".join(map(str, test.relaxed)), shortened(test.input, _SHOWN) + raised


def _beside(report: PipeReport) -> str:
    told = compared(report) + [replayed(each) for each in report.replay or ()]
    return section("Beside them", "".join(map(paragraph, told))) if told else ""


def _summaries(report: PipeReport) -> str:
    rows = [
        (
            each.stage,
            each.input,
            f"{each.size:,}",
            f"{each.paths}",
            "the library" if each.reused else each.strategy,
            f"{each.seconds:.1f} s",
        )
        for each in report.summaries
    ]
    head = ("stage", "input", "N", "paths", "found by", "time")
    figures = table(head, rows, text=(0, 1, 4), code=(0, 1))
    return section("Summaries of the stages", folded(f"{len(rows)} summaries", figures)) if rows else ""


def _notes(report: PipeReport) -> str:
    told = [*report.notices, *lost_lines(report.lost)]
    return section("Notes", "".join(map(paragraph, told))) if told else ""
