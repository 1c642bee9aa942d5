"""What the client of a worker and the worker say to each other."""

from __future__ import annotations

from typing import Any

from slowpath.model.run import Run
from slowpath.model.scenario import Feed, Scenario
from slowpath.model.target import Target
from slowpath.run.frames import Message
from slowpath.run.limits import Limits

OPS, SECONDS, PEAK = "ops", "seconds", "peak"
MAKING = "making"  # the seconds that making the input took, beside those of the run
COUNT, OBSERVE, PLAIN, MODEL, LOOPS, READS = "count", "observe", "plain", "model", "loops", "reads"


class Load(Message, frozen=True):
    """Load the target. `path` is the module search path to use; `build` is "count", "observe", "plain",
    "loops", "reads" or "model", whose allocations cost what the document of a cost model says. `changed` are
    sources to take in the place of files. Runs of at most `at_once` batches go on at the same time. Its
    modules may do what is in `allow` while they are imported."""

    spec: str
    scope: tuple[str, ...]
    build: str
    path: tuple[str, ...]
    limits: Limits
    model: dict[str, Any] | None = None
    at_once: int = 1
    allow: tuple[str, ...] = ()
    changed: dict[str, str] = {}  # noqa: RUF012  (msgspec copies it)


class Job(Message, frozen=True):
    """Run the loaded target once.

    The answer has the same `number`. `inputs` are expressions by parameter, which may use what the code of
    `setup` makes within `build_ops`; `each` and `closing` are those of a scenario. `measures`
    are the measures whose parts are wanted. With `weighed`, the run has a volume. `nests` are the depth of
    the nests of loops that the loop build tells, and the iterations up to which it counts. `reads` are the
    iterations from which on the build of reads compares loops. With `compared`, the run tells its outcome.
    """

    number: int
    inputs: dict[str, str]
    size: int | None
    measures: tuple[str, ...]
    max_ops: int | None
    limits: Limits
    allow: tuple[str, ...]
    weighed: bool = False
    setup: str = ""
    each: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    feed: tuple[str, str] | None = None
    build_ops: int | None = None
    nests: tuple[int, int] | None = None
    reads: int | None = None
    compared: bool = False

    @property
    def scenario(self) -> Scenario:
        """What the run does besides one call. It travels in parts: a worker reads jobs while copies of the
        standard library are installed, and msgspec does not know a dataclass by its copy."""
        feed = None if self.feed is None else Feed(*self.feed)
        return Scenario(self.setup, self.each, self.closing, feed)


class Batch(Message, frozen=True):
    """Run these jobs one after the other. Jobs share a process as long as each leaves the modules of the
    target as it found them."""

    jobs: tuple[Job, ...]


class Ready(Message, frozen=True):
    """The target is loaded."""

    target: Target


class Done(Message, frozen=True):
    """What a run showed. `run.costs` has the elementary measures that this build can see."""

    number: int
    run: Run


class Left(Message, frozen=True):
    """A process that was forked for a batch has answered its last job, and ends.

    `late` are modules that its runs imported and that it had to rewrite: file and package.
    """

    late: tuple[tuple[str, str], ...] = ()


Reply = Ready | Done
