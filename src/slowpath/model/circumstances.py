"""Under which circumstances an answer was found: what one needs to find it again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Versions, date, budget and command of a search.

    `package` is the name and version of the distribution that the target is part of, "" if there is none:
    the standard library has the version of Python. `began` is a date and time in UTC, `budget` in seconds.
    """

    python: str
    slowpath: str
    package: str
    began: str
    budget: float
    command: str
