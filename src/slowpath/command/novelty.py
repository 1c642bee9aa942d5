"""A scan beside an earlier one: which findings are new?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from slowpath.errors import UsageError
from slowpath.model.scan import ScanReport, SlowSite


class KnownFinding(msgspec.Struct, frozen=True):
    """A finding of an earlier scan, as its document has it. Lines move, so its function tells where it is."""

    function: str
    site: str
    growth: str = msgspec.field(name="class")


class _Document(msgspec.Struct, frozen=True):
    findings: list[KnownFinding]


def read_baseline(file: Path) -> tuple[KnownFinding, ...]:
    """Return the findings in the document of an earlier scan; raises if it is none."""
    try:
        return tuple(msgspec.json.decode(file.read_bytes(), type=_Document).findings)
    except (OSError, msgspec.MsgspecError) as error:
        raise UsageError(f"--baseline {file}: {error}", "Give what 'slowpath scan --json' printed.") from None


def compared(report: ScanReport, known: tuple[KnownFinding, ...]) -> ScanReport:
    """Return the report with the sites of the findings that are new: in a function, or of a class of growth,
    that the earlier scan lacks."""
    before = {(_file(each.site), each.function, each.growth) for each in known}
    new = {each.finding.site for each in report.findings if _identity(each) not in before}
    return replace(report, new=frozenset(new))


def _identity(site: SlowSite) -> tuple[str, str, str]:
    finding = site.finding
    return _file(finding.site), finding.function, finding.shown.words


def _file(site: str) -> str:
    """The name of the file of a site, without its folder: a package may be installed elsewhere."""
    return Path(site.rpartition(":")[0]).name
