"""Searches that are kept, as a JSON document and as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from slowpath.model.results import KeptResult, ResultsReport
from slowpath.report import document as documents
from slowpath.report.terminal import short_path
from slowpath.report.visible import visible


def document(report: ResultsReport) -> dict[str, Any]:
    """Return the document of `slowpath results`: each result is a document of `find`."""
    return {
        "file": report.file,
        "results": [{"made": each.made, **documents.find(each.report)} for each in report.results],
        "notices": list(report.notices),
    }


def text(report: ResultsReport) -> str:
    """Return a line for each result, and below it one for each finding."""
    lines = [line for each in report.results for line in _result(each)]
    count = len(report.results)
    total = f"{count} kept search{'' if count == 1 else 'es'} in {report.file}"
    return "\n".join([*lines, *map(visible, report.notices), total])


def _result(kept: KeptResult) -> Iterator[str]:
    report = kept.report
    told = "inconclusive" if report.inconclusive else "nothing found"
    count = len(report.findings)
    found = f"{count} finding{'' if count == 1 else 's'}" if count else told
    yield f"{kept.made}  {visible(report.target.spec)}: {found} in {report.elapsed:.0f} s"
    for each in report.findings:
        place = f"{short_path(each.site)} in {each.function or 'the module'}"
        yield f"    {each.shown.words}  {visible(place)}"
