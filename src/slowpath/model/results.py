"""What `results` answers."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.model.find import FindReport


@dataclass(frozen=True, slots=True)
class KeptResult:
    """A search that is kept, and when it ended, in UTC."""

    made: str
    report: FindReport


@dataclass(frozen=True, slots=True)
class ResultsReport:
    """The searches in a store, the latest first. `notices` say what happened to the store."""

    file: str
    results: tuple[KeptResult, ...]
    notices: tuple[str, ...] = ()
