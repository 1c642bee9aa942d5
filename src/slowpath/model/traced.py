"""What every search that traces runs answers."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.model.run import Lost
from slowpath.model.search import SearchReport


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedReport(SearchReport):
    """`lost` are places that tracking gave up."""

    lost: tuple[Lost, ...] = ()
