"""The answer of `scan`, as a JSON document and as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from click import style

from slowpath.model.find import COMMON_LENGTH, FindReport, Measured
from slowpath.model.scan import ScanReport, SlowSite
from slowpath.recipe.writing import written_program
from slowpath.report.searching import search_fields
from slowpath.report.terminal import short_path, shortened
from slowpath.report.visible import visible, wrapped

_ENTRIES = 4  # other targets that reach a place: the JSON document has all of them
_CAUSES = 8  # reasons why targets were not searched; the JSON document has each target
_NAMED = 3  # targets of one reason that are named
_WHY = 200  # characters of such a reason


def document(report: ScanReport) -> dict[str, Any]:
    """Return the document of `slowpath scan`."""
    return {
        "package": report.package,
        "targets": report.targets,
        "searched": report.searched,
        "inconclusive": [
            *(
                {"target": each.target, "why": each.inconclusive}
                for each in report.scans
                if each.inconclusive
            ),
            *({"target": name, "why": why} for name, why in report.unread),
        ],
        "not_searched": report.targets - len(report.scans),
        "findings": [_finding(each, report) for each in report.findings],
        "scans": [
            {
                "target": each.target,
                "seconds": round(each.seconds, 3),
                "tried": each.tried,
                "accepted": each.accepted,
                "returned": each.returned,
                "blocks": each.blocks[0],
                "blocks_of": each.blocks[1],
                "findings": each.findings,
                "out_of_time": not each.is_over,
            }
            for each in report.scans
        ],
        "seed": report.seed,
        **search_fields(report),
        "resumed": report.resumed,
        "notices": list(report.notices),
    }


def text(report: ScanReport) -> str:
    """Return the slow places, the worst first, and what was searched how thoroughly."""
    parts = [style(report.package, bold=True)]
    parts += ["\n".join(_place(number, each, report)) for number, each in enumerate(report.findings, 1)]
    if not report.findings:
        parts.append("nothing found that grows faster than its input")
    parts.append("\n".join(_thoroughness(report)))
    return "\n\n".join(parts)


def _inconclusive(report: ScanReport) -> Iterator[str]:
    """The targets whose search means nothing, by the reason."""
    causes: dict[str, list[str]] = {}
    for each in report.scans:
        if each.inconclusive:
            causes.setdefault(shortened(_in_one_line(each.inconclusive), _WHY), []).append(each.target)
    if not causes:
        return
    yield f"{sum(map(len, causes.values()))} inconclusive:"
    for why, targets in sorted(causes.items(), key=lambda each: -len(each[1]))[:_CAUSES]:
        more = f" and {len(targets) - _NAMED} more" if len(targets) > _NAMED else ""
        yield wrapped(f"  {', '.join(targets[:_NAMED])}{more}: {visible(why)}", 6)
    if len(causes) > _CAUSES:
        yield f"  and {len(causes) - _CAUSES} other reasons; --json has each target"


def _in_one_line(why: str) -> str:
    """A reason without what stands between its first line and its last, the frames of a traceback."""
    lines = why.splitlines()
    return why if len(lines) < 2 else f"{lines[0]} {lines[-1].strip()}"


def _finding(site: SlowSite, report: ScanReport) -> dict[str, Any]:
    finding = site.finding
    return {
        "function": finding.function,
        "site": finding.site,
        "class": finding.shown.words,
        "measure": finding.measure,
        "entries": list(site.entries),
        "target": site.target,
        "program": _program(site, report),
        "reason": finding.reason,
        "evidence": finding.evidence,
        "natural": finding.natural,
        "seconds_at_10kb": finding.seconds_at(COMMON_LENGTH),
        "new": None if report.new is None else finding.site in report.new,
    }


def _place(number: int, site: SlowSite, report: ScanReport) -> Iterator[str]:
    finding = site.finding
    what = "memory " if finding.measure is Measured.MEMORY else ""
    klass = style(f"{what}{finding.shown.words}", fg="red", bold=True)
    known = "  (in the baseline)" if report.new is not None and finding.site not in report.new else ""
    where = f"{short_path(finding.site)} in {finding.function or 'the module'}"
    yield f"{number}. {klass}  {where}{known}"
    yield from (wrapped(f"     {line}", 9, is_code=True) for line in _program(site, report).splitlines())
    seconds = finding.seconds_at(COMMON_LENGTH)
    took = (
        "" if seconds is None else f"; an input of {COMMON_LENGTH:,} characters takes about {seconds:.2g} s"
    )
    yield f"   {finding.evidence}{took}"
    if finding.reason:
        yield wrapped(f"   why  {finding.reason}", 8)
    others = [each for each in site.entries if each != site.target]
    if others:
        more = f" and {len(others) - _ENTRIES} more" if len(others) > _ENTRIES else ""
        yield wrapped(f"   also reached by {', '.join(others[:_ENTRIES])}{more}", 8)
    if not finding.natural:
        yield "   no caller would write this input"


def _program(site: SlowSite, report: ScanReport) -> str:
    target = report_of(site, report).target
    return written_program(target, site.finding.recipe, site.finding.scenario)


def report_of(site: SlowSite, report: ScanReport) -> FindReport:
    """Return the report of the target that shows a slow place."""
    return next(each for each in report.reports if each.target.spec == site.target)


def _thoroughness(report: ScanReport) -> Iterator[str]:
    """What was searched, and what was not: nobody shall take silence for safety."""
    left = report.targets - len(report.scans)
    kept = f", {report.resumed} of them by an earlier scan" if report.resumed else ""
    yield f"{report.searched} of {report.targets} targets searched{kept} in {report.elapsed:.0f} s; " + style(
        f"stopped because: {report.stopped_because}", dim=True
    )
    if left:
        yield f"{left} not begun: give a larger --budget, or --include what matters"
    open_ended = sum(not each.is_over and each.inconclusive is None for each in report.scans)
    if open_ended:
        yield f"{open_ended} had more to try when their time was over"
    tried, accepted = (sum(getattr(each, name) for each in report.scans) for name in ("tried", "accepted"))
    if tried:
        yield f"{tried:,} input{'' if tried == 1 else 's'} of growing size tried, {accepted:,} accepted"
    yield from _inconclusive(report)
    yield from (f"not read: {name}: {visible(why)}" for name, why in report.unread)
    yield from map(visible, report.notices)
