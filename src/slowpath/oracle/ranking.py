"""Findings of many targets: one for each slow place, the worst first."""

from __future__ import annotations

from collections.abc import Iterable

from slowpath.model.find import Finding, FindReport
from slowpath.model.scan import SlowSite
from slowpath.oracle.verdict import severity, weight, worst_first


def slow_sites(reports: Iterable[FindReport]) -> list[SlowSite]:
    """Return the slow places of some reports, the worst first: by class, by the seconds that an input of a
    common length takes, and by how public the target is.

    A place that several targets reach is shown by the shortest program of a public one whose finding is about
    as bad as the worst.
    """
    found: dict[str, list[tuple[str, Finding]]] = {}
    for report in reports:
        for each in report.findings:
            found.setdefault(each.site, []).append((report.target.spec, each))
    sites = sorted(map(_slow_site, found.values()), key=lambda site: publicity(site.target))
    return sorted(sites, key=lambda site: severity(site.finding), reverse=True)  # equal ones stay as they are


def publicity(spec: str) -> tuple[int, int, int, str]:
    """Sorts specs, the most public first: few dots, a short name."""
    place, _, qualname = spec.rpartition(":")
    hidden = sum(part.startswith("_") for part in f"{place}.{qualname}".split("."))
    return hidden, place.count(".") + qualname.count("."), len(spec), spec


def _slow_site(entries: list[tuple[str, Finding]]) -> SlowSite:
    ordered = sorted(entries, key=lambda each: publicity(each[0]))
    worst = worst_first([finding for _, finding in entries])[0]
    alike = [(spec, each) for spec, each in ordered if _is_as_bad(each, worst)]
    spec, shown = min(
        alike,
        key=lambda each: (
            publicity(each[0])[0],
            weight(each[1].recipe, each[1].scenario),
            publicity(each[0]),
        ),
    )
    return SlowSite(spec, tuple(dict.fromkeys(name for name, _ in ordered)), shown)


def _is_as_bad(finding: Finding, worst: Finding) -> bool:
    """Whether a finding shows the same class, by the same evidence, on an input as natural."""
    return (
        finding.natural == worst.natural
        and finding.evidence is worst.evidence
        and finding.shown.explodes == worst.shown.explodes
        and round(finding.shown.exponent or 0.0) == round(worst.shown.exponent or 0.0)
    )
