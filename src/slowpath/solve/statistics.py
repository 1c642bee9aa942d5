"""How often each stage of the solver was asked, answered, and how long that took."""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.solve.verdict import Model, Solver, Unsat, Verdict


@dataclass(slots=True)
class Stage:
    """The record of one stage. `refused` counts models that failed the exact check."""

    name: str
    queries: int = 0
    sat: int = 0
    unsat: int = 0
    refused: int = 0
    seconds: float = 0.0

    @property
    def answered(self) -> int:
        return self.sat + self.unsat

    def count(self, verdict: Verdict, seconds: float) -> None:
        self.queries += 1
        self.seconds += seconds
        if isinstance(verdict, Model):
            self.sat += 1
        elif isinstance(verdict, Unsat):
            self.unsat += 1


@dataclass(slots=True)
class Statistics:
    """The records of all stages, in the order in which they were first used."""

    stages: dict[str, Stage] = field(default_factory=dict)

    def stage(self, name: str) -> Stage:
        """The record of a stage; made where there is none."""
        return self.stages.setdefault(name, Stage(name))


@dataclass(frozen=True, slots=True)
class RecordedSolver:
    """A solver around another one, with the record of what happens there."""

    inside: Solver
    record: Stage
