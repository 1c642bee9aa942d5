"""What a search is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.run.limits import Limits

CASES = 5


@dataclass(frozen=True, slots=True)
class Request:
    """What to search, and how long. `given` are the texts of `--arg` by parameter."""

    spec: str
    given: Mapping[str, str] = field(default_factory=dict)
    scope: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    seconds: float = 60.0
    seed: int = 0
    tests: int = CASES
