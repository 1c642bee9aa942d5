"""What the client of a worker and the worker say to each other."""

from __future__ import annotations

from typing import Any

from slowpath.model.run import Run
from slowpath.model.target import Target
from slowpath.run.frames import Message
from slowpath.run.limits import Limits

OPS, SECONDS = "ops", "seconds"
COUNT, OBSERVE, PLAIN, MODEL = "count", "observe", "plain", "model"


class Load(Message, frozen=True):
    """Load the target. `path` is the module search path to use; `build` is "count", "observe", "plain" or
    "model", whose allocations cost what the document of a cost model says."""

    spec: str
    scope: tuple[str, ...]
    build: str
    path: tuple[str, ...]
    limits: Limits
    model: dict[str, Any] | None = None


class Job(Message, frozen=True):
    """Run the loaded target once.

    `inputs` are expressions by parameter, `measures` the measures whose parts are wanted.
    """

    inputs: dict[str, str]
    size: int | None
    measures: tuple[str, ...]
    max_ops: int | None
    limits: Limits
    allow: tuple[str, ...]


class Ready(Message, frozen=True):
    """The target is loaded."""

    target: Target


class Done(Message, frozen=True):
    """What a run showed. `run.costs` has the elementary measures that this build can see."""

    run: Run


Request = Load | Job
Reply = Ready | Done
