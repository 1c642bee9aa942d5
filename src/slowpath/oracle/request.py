"""What a search is asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.run.limits import Limits

CASES = 5


@dataclass(frozen=True, slots=True)
class Request:
    """What to search, how long and in how many processes. `given` are the texts of `--arg` by parameter."""

    spec: str
    given: Mapping[str, str] = field(default_factory=dict)
    scope: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    seconds: float = 60.0
    seed: int = 0
    tests: int = CASES
    jobs: int = 1


def usual_jobs() -> int:
    """How many processes search where nobody says: as many as there are cores, but two at most."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(2, cores)
