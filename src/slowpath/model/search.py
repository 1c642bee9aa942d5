"""What every search answers, whatever it looks for."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.model.stop import StopReason

NO_RUN_ENDED = "no run of the target came to its end: give more with --budget, or see slowpath cost"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchReport:
    """How long a search took, in seconds, and why it ended."""

    elapsed: float
    stopped_because: StopReason
