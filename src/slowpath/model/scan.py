"""What a scan of a package answers."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.model.find import Finding, FindReport
from slowpath.model.search import SearchReport


@dataclass(frozen=True, slots=True)
class TargetScan:
    """How thoroughly one target was searched.

    `seconds` is how long it took; `tried` and `accepted` are inputs of growing size, and those for which the
    target returned; `returned` are the runs in which it did. `blocks` are those that runs executed, and those
    that there are in the same functions. `inconclusive` says why the search means nothing, or why there was
    none.
    """

    target: str
    seconds: float = 0.0
    tried: int = 0
    returned: int = 0
    findings: int = 0
    inconclusive: str | None = None
    is_over: bool = True  # whether the search ended by itself, before its time was over
    is_kept: bool = False  # whether the result is one of an earlier scan
    accepted: int = 0
    blocks: tuple[int, int] = (0, 0)

    @property
    def is_refused(self) -> bool:
        """Whether inputs were tried, and the target returned for too few of them."""
        return self.tried > 0 and self.inconclusive is not None


@dataclass(frozen=True, slots=True)
class SlowSite:
    """A place that is slow, once, however many targets reach it.

    `finding` is what shows it best, found by a search of `target`; `entries` are all targets that reach the
    place, the most public first.
    """

    target: str
    entries: tuple[str, ...]
    finding: Finding


@dataclass(frozen=True, slots=True)
class ScanReport(SearchReport):
    """What `scan` answers. `targets` is the number of callables, `scans` has those that were looked at.

    `unread` are modules whose callables are not known, with the reason. `reports` are those of the targets
    of `findings`. `new` are the sites of the findings that a baseline lacks, None if there is no baseline.
    `notices` say what happened to the store.
    """

    package: str
    targets: int
    scans: tuple[TargetScan, ...]
    findings: tuple[SlowSite, ...]
    seed: int = 0
    unread: tuple[tuple[str, str], ...] = ()
    reports: tuple[FindReport, ...] = ()
    new: frozenset[str] | None = None
    notices: tuple[str, ...] = ()

    @property
    def searched(self) -> int:
        """How many targets were searched enough to mean something."""
        return sum(each.inconclusive is None for each in self.scans)

    @property
    def resumed(self) -> int:
        """How many results are those of an earlier scan."""
        return sum(each.is_kept for each in self.scans)
