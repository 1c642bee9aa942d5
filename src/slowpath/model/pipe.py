"""What composing load tests of a pipeline answers."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.model.cost import Number
from slowpath.model.find import Baseline
from slowpath.model.traced import TracedReport


@dataclass(frozen=True, slots=True)
class PipeTest:
    """An input of a pipeline that was run in fresh processes.

    `stages` is what each stage adds to the cost: the pipeline up to it, less the pipeline before it.
    `relaxed` is how many conditions of each stage were given up, `promised` what the weights of their paths
    add up to.
    """

    input: str
    cost: Number
    stages: tuple[Number, ...]
    relaxed: tuple[int, ...]
    promised: Number
    raises: str | None = None


@dataclass(frozen=True, slots=True)
class SummaryNote:
    """A summary that was used: how many paths it has, who found them, and whether it came from the
    library."""

    stage: str
    size: int
    paths: int
    reused: bool
    strategy: str
    input: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ReplayNote:
    """CPU seconds of a real command on the costliest test, and on the costliest random input."""

    command: str
    seconds: float
    random_seconds: float | None


@dataclass(frozen=True, slots=True)
class PipeReport(TracedReport):
    """What `pipe` answers: the tests, the costliest first. `single` is what the costliest input of each stage
    alone costs in the whole pipeline, None if it was not run. `notices` say what went wrong and was gone
    round. `replay` is None unless a shell pipeline was asked for. `glue` is the source of a module with the
    pipeline, `scope` the modules that were counted in.
    """

    stages: tuple[str, ...]
    size: int
    shape: str
    tests: tuple[PipeTest, ...]
    baseline: Baseline | None
    single: tuple[Number | None, ...]
    summaries: tuple[SummaryNote, ...]
    composing: float
    glue: str
    scope: tuple[str, ...]
    notices: tuple[str, ...] = ()
    replay: tuple[ReplayNote, ...] | None = None
