"""What `find`, `scan` and `redundant` write into a folder: guards, HTML reports and the diffs of remedies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from slowpath.model.find import Finding, FindReport
from slowpath.model.redundancy import Redundancy, RedundantReport
from slowpath.model.scan import ScanReport
from slowpath.report import seal
from slowpath.report.guard import guard
from slowpath.report.html import page
from slowpath.report.index import index
from slowpath.target.locate import parse

_INDEX = "index.html"  # no target has this name: those have an underscore between module and name


def check(folder: Path, spec: str, *, force: bool = False) -> None:
    """Raise a UsageError if the files of a target cannot be written, or were edited."""
    for path in _paths(folder, spec):
        seal.check(path, force=force)


def write(
    report: FindReport,
    folder: Path,
    *,
    allow: Sequence[str] = (),
    force: bool = False,
) -> list[Path]:
    """Write the files of a report and return which; if nothing was measured that grows, no guard."""
    check(folder, report.target.spec, force=force)
    texts = (guard(report, folder, allow), page(report), diff_of(report.findings))
    written = []
    for path, text in zip(_paths(folder, report.target.spec), texts, strict=True):
        if text is not None:
            seal.write(path, text, force=force)
            written.append(path)
    return written


def write_scan(
    report: ScanReport, folder: Path, *, allow: Sequence[str] = (), force: bool = False
) -> list[Path]:
    """Write an index of a scan, and the files of all targets with findings; return which."""
    seal.check(folder / _INDEX, force=force)
    for each in report.reports:
        check(folder, each.target.spec, force=force)
    pages = {each.target.spec: _paths(folder, each.target.spec)[1].name for each in report.reports}
    seal.write(folder / _INDEX, index(report, pages), force=force)
    written = [folder / _INDEX]
    for each in report.reports:
        written += write(each, folder, allow=allow, force=force)
    return written


def check_diff(folder: Path, spec: str, *, force: bool = False) -> None:
    """Raise a UsageError if the remedies of a target cannot be written, or were edited."""
    seal.check(_diff_path(folder, spec), force=force)


def write_diff(report: RedundantReport, folder: Path, *, force: bool = False) -> list[Path]:
    """Write the remedies of a report and return the file; none if there is no remedy."""
    text = diff_of(report.findings)
    if text is None:
        return []
    seal.write(_diff_path(folder, report.target), text, force=force)
    return [_diff_path(folder, report.target)]


def diff_of(findings: Iterable[Finding | Redundancy]) -> str | None:
    """The remedies of all findings, one behind the other; None if there is none. `patch` takes the first."""
    found = dict.fromkeys(each.remedy for each in findings if each.remedy is not None)
    return "\n".join(f"# {each.checked}\n{each.diff}" for each in found) or None


def _diff_path(folder: Path, spec: str) -> Path:
    return folder / f"{_name(spec)}.diff"


def _name(spec: str) -> str:
    """What files of a target are called; `redundant` takes modules, packages and files too."""
    named = f"{parse(spec).module}_{parse(spec).qualname}" if ":" in spec else spec.removesuffix(".py")
    return re.sub(r"[\W_]+", "_", named).strip("_")


def _paths(folder: Path, spec: str) -> tuple[Path, Path, Path]:
    name = _name(spec)
    return folder / f"test_{name}_growth.py", folder / f"{name}.html", folder / f"{name}.diff"
