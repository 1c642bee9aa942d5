"""What every search answers, whatever it looks for."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.model.stop import StopReason


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchReport:
    """How long a search took, in seconds, and why it ended."""

    elapsed: float
    stopped_because: StopReason
