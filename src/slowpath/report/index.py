"""The answer of `scan` as one HTML file: a table of the slow places, each of them, and what was searched."""

from __future__ import annotations

from collections.abc import Mapping

from slowpath.model.find import COMMON_LENGTH
from slowpath.model.scan import ScanReport, SlowSite, TargetScan
from slowpath.report.element import Cell, document, folded, pairs, paragraph, raised, section, sortable, table
from slowpath.report.html import duration, figures, finding_body
from slowpath.report.scan import report_of
from slowpath.report.sorting import SORTING
from slowpath.report.terminal import short_path
from slowpath.report.visible import markup

_SHOWN = 200  # targets in the open table: a longer one is folded


def index(report: ScanReport, pages: Mapping[str, str]) -> str:
    """Return the report as an HTML document. `pages` are the files of the targets with findings."""
    body = [_heading(report), _table(report)]
    body += [_place(number, each, report, pages) for number, each in enumerate(report.findings, 1)]
    body += [_searched(report), _unsearched(report), _notices(report)]
    return document(f"{report.package} - slowpath", body, SORTING)


def _heading(report: ScanReport) -> str:
    found = len(report.findings)
    rows = [
        (f"slow place{'' if found == 1 else 's'}", f'<b class="{"bad" if found else "good"}">{found}</b>'),
        (f"of {report.targets:,} targets searched", f"{report.searched:,}"),
        ("in all", duration(report.elapsed)),
    ]
    if report.new is not None:
        rows.insert(1, ("new since the baseline", f"{len(report.new)}"))
    told = paragraph(f"stopped because: {report.stopped_because}", "faint")
    return f"<header><h1>{markup(report.package)}</h1>{pairs(rows, 'figures')}{told}</header>"


def _table(report: ScanReport) -> str:
    rows = []
    for number, site in enumerate(report.findings, 1):
        finding = site.finding
        seconds = finding.seconds_at(COMMON_LENGTH)
        where = f"{short_path(finding.site)} in {finding.function or 'the module'}"
        rows.append(
            (
                Cell(f'<a href="#place-{number}">{number}</a>', -number),
                Cell(raised(finding.words), _steepness(site)),
                Cell(markup(where), where),
                Cell(f"<code>{markup(site.target)}</code>", site.target),
                Cell("" if seconds is None else duration(seconds), seconds),
                Cell(f"{len(site.entries)}", len(site.entries)),
                Cell(markup(finding.evidence), finding.evidence),
            )
        )
    head = ("#", "growth", "place", "target", f"CPU at {COMMON_LENGTH:,}", "reached by", "evidence")
    note = paragraph(f"CPU is about what an input of {COMMON_LENGTH:,} characters or items takes", "faint")
    shown = sortable(head, rows, text=(2, 3, 6))
    return section("Slow places", shown + note) if shown else ""


def _steepness(site: SlowSite) -> float:
    growth = site.finding.shown
    return 1e6 if growth.explodes else growth.exponent or 0.0  # above every power


def _place(number: int, site: SlowSite, report: ScanReport, pages: Mapping[str, str]) -> str:
    finding, found = site.finding, report_of(site, report)
    where = f"{short_path(finding.site)} in {finding.function or 'the module'}"
    title = f'<span id="place-{number}">{number}. {raised(finding.words)} at {markup(where)}</span>'
    others = [each for each in site.entries if each != site.target]
    also = ""
    if others:
        also = folded(
            f"Also reached by {len(others)} more",
            table(("target",), [(each,) for each in others], (0,), (0,)),
        )
    page = pages.get(site.target)
    more = (
        f'<p class="faint"><a href="{markup(page)}">All about {markup(site.target)}</a></p>' if page else ""
    )
    known = report.new is not None and finding.site not in report.new
    told = paragraph("in the baseline", "faint") if known else ""
    return section(title, told + figures(finding) + finding_body(finding, found) + also + more)


def _searched(report: ScanReport) -> str:
    rows = [
        (
            Cell(f"<code>{markup(each.target)}</code>", each.target),
            Cell(f"{each.seconds:.1f} s", each.seconds),
            Cell(f"{each.tried:,}", each.tried),
            Cell(f"{each.accepted:,}", each.accepted),
            Cell(f"{each.returned:,}", each.returned),
            Cell(f"{each.blocks[0]:,} of {each.blocks[1]:,}", each.blocks[0]),
            Cell(f"{each.findings or ''}", each.findings),
            Cell(_how(each), _how(each)),
        )
        for each in report.scans
        if each.inconclusive is None
    ]
    head = (
        "target",
        "time",
        "inputs tried",
        "accepted",
        "runs that returned",
        "blocks reached",
        "slow places",
        "search",
    )
    shown = sortable(head, rows, text=(0, 5))
    note = paragraph("no slow place in a target is no proof that it is fast", "faint")
    if len(rows) > _SHOWN:
        shown = folded(f"All {len(rows):,} targets", shown)
    return section("What was searched", note + shown) if shown else ""


def _how(scan: TargetScan) -> str:
    ended = "nothing left to try" if scan.is_over else "had more to try"
    return f"{ended}, by an earlier scan" if scan.is_kept else ended


def _unsearched(report: ScanReport) -> str:
    rows = [(each.target, each.inconclusive) for each in report.scans if each.inconclusive is not None]
    rows += report.unread
    cells = [(Cell(f"<code>{markup(name)}</code>", name), Cell(markup(why), why)) for name, why in rows]
    shown = sortable(("target", "why"), cells, text=(0, 1))
    left = report.targets - len(report.scans)
    told = paragraph(f"{left:,} targets were not begun: the time was over", "") if left else ""
    return section("What could not be searched", told + shown) if told or shown else ""


def _notices(report: ScanReport) -> str:
    return section("Notices", "".join(map(paragraph, report.notices))) if report.notices else ""
