"""Why a command came to its end."""

from __future__ import annotations

from enum import StrEnum


class StopReason(StrEnum):
    """Why a series, a search or an exploration ended. The value is what users read."""

    INTERRUPTED = "interrupted"
    TIME = "time budget"
    COST = "cost budget"
    DIED = "the searching process ended"
    NOTHING_LEFT = "nothing new to try"
    CERTAIN = "the growth class is certain"
    UNENDED = "an input does not terminate"
