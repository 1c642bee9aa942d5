"""A search for a load test suite in a process of its own, and the fresh runs that confirm the suite.

Whoever asks never imports the target. Ctrl-C is passed on to the process: its clock then says that the time
is over, so that the search ends in order and answers with the best so far.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import msgspec

from slowpath.counting.observer import Listener
from slowpath.errors import SlowpathError, UsageError, WorkerError
from slowpath.explore.cases import Metered, metered
from slowpath.explore.exhaustive import Run as Trial
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.model.cost import Number
from slowpath.model.find import Baseline
from slowpath.model.run import End, Lost, Run
from slowpath.model.suite import LoadTest, SuiteReport
from slowpath.model.target import Build, Target
from slowpath.run import limits
from slowpath.run.audit import PROCESSES, Audit
from slowpath.run.client import Worker
from slowpath.run.counted import Meter
from slowpath.run.errand import Send, carried_out, heard, never_begun
from slowpath.run.limits import GIGABYTE
from slowpath.run.process import Process
from slowpath.search.beam.beam import Beam, LoadSuite
from slowpath.search.beam.diversity import difference
from slowpath.search.beam.suite import suite
from slowpath.search.beam.target import BeamTarget, subject
from slowpath.shape.base import Shape
from slowpath.shape.infer import GUESS, SPARE, Inferred, explain
from slowpath.shape.sampler import Sampler
from slowpath.shape.scribe import Scribe
from slowpath.target.load import load
from slowpath.values.path import Cut, Path

GRACE = 120.0  # seconds beyond the budget after which the process is given up: one run may take long
MEMORY = 4 * GIGABYTE  # for the conditions of long paths, whatever a run may take
TELL_SECONDS = 0.3
AGES = 1e9  # seconds that no budget has

INTERRUPTED = "interrupted"
TIME_BUDGET = "time budget"
DONE = "no run asks more"

OnProgress = Callable[[str], None]


class Order(msgspec.Struct, frozen=True):
    """What to search, and how. `shapes` are texts of --arg by parameter."""

    spec: str
    scope: tuple[str, ...]
    path: tuple[str, ...]
    shapes: dict[str, str]
    size: int
    measure: str
    tests: int
    look_ahead: int | None
    constraints: int | None
    requires: str | None
    seconds: float
    max_ops: int
    seed: int
    jobs: int
    allow: tuple[str, ...]
    limits: limits.Limits


@dataclass(frozen=True, slots=True)
class Begun:
    """The target is loaded, and it is known what its parameters may be."""

    target: Target
    shapes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Progress:
    """How many runs there were, and what the costliest cost."""

    runs: int
    best: Number


@dataclass(frozen=True, slots=True)
class Found:
    """Inputs as source by parameter, each with how far it differs from the others; and random inputs."""

    inputs: tuple[tuple[Mapping[str, str], int], ...]
    random: tuple[Mapping[str, str], ...]
    look_ahead: int
    levels: int
    runs: int
    threshold: float
    late: bool


class Suiting:
    """One search for a suite, followed from outside."""

    def __init__(self, order: Order, on_progress: OnProgress | None = None) -> None:
        self._order = order
        self._tell = on_progress or (lambda text: None)
        self._began = time.monotonic()
        self._target: Target | None = None
        self._shapes: Mapping[str, str] = {}
        self._lost: list[Lost] = []

    def report(self) -> SuiteReport:
        """Search, run what was found in fresh processes, and tell; Ctrl-C ends the search with the best."""
        found, interrupted = self._searched()
        assert self._target is not None
        order = self._order
        tests: list[LoadTest] = []
        with self._worker() as worker:
            for number, (inputs, differs) in enumerate(found.inputs, 1):
                self._tell(f"running input {number} of {len(found.inputs)} in a fresh process")
                run = worker.run(inputs, order.size, order.max_ops)
                cost = self._cost(run)
                if cost is not None:
                    tests.append(LoadTest(inputs, cost, differs, run.raises))
            baseline = None if interrupted else self._baseline(worker, found.random)
        ended = TIME_BUDGET if found.late else DONE
        return SuiteReport(
            self._target,
            order.measure,
            order.size,
            order.seed,
            found.look_ahead,
            order.constraints,
            found.levels,
            found.runs,
            found.threshold,
            tuple(sorted(tests, key=lambda test: test.cost, reverse=True)),
            baseline,
            INTERRUPTED if interrupted else ended,
            time.monotonic() - self._began,
            tuple(self._lost),
            self._shapes,
        )

    def _searched(self) -> tuple[Found, bool]:
        """Hear the process out; whether it was interrupted."""
        process = Process(__name__)
        interrupted = False
        deadline = self._began + self._order.seconds + GRACE
        try:
            process.ask(self._order)
            while True:
                try:
                    told = heard(process, deadline - time.monotonic())
                except KeyboardInterrupt:
                    if interrupted or self._target is None:
                        raise
                    interrupted = True
                    self._tell("ending the search")
                    os.kill(process.pid, signal.SIGINT)
                    continue
                if isinstance(told, Found):
                    return told, interrupted
                if told is None:
                    raise self._silence(process)
                self._take(told)
        finally:
            process.close()

    def _take(self, told: Begun | Progress) -> None:
        if isinstance(told, Begun):
            self._target, self._shapes = told.target, told.shapes
            self._tell("searching")
        else:
            self._tell(f"{told.runs:,} runs, the costliest {told.best:,}")

    def _silence(self, process: Process) -> SlowpathError:
        """Why nothing more is heard."""
        if self._target is None:
            return never_begun(process, self._order.spec)
        last = f"\n{process.output}" if process.output else ""
        return WorkerError(
            f"the searching process {'ended' if process.ended else 'does not end'}{last}",
            "Give it a smaller --size, or its runs a smaller --max-ops.",
        )

    def _worker(self) -> Worker:
        order = self._order
        return Worker(
            order.spec, measures=(order.measure,), scope=order.scope, limits=order.limits, allow=order.allow
        )

    def _cost(self, run: Run) -> Number | None:
        """What a fresh run cost; None, with the reason in `lost`, where it came to no end."""
        cost = run.costs.get(self._order.measure)
        if run.end in (End.RETURNED, End.RAISED, End.BUDGET) and cost is not None:
            return cost
        place = f"N = {self._order.size}"
        self._lost.append(Lost(place, f"a fresh run came to no end: {run.detail or run.end.value}", 1))
        return None

    def _baseline(self, worker: Worker, inputs: Sequence[Mapping[str, str]]) -> Baseline | None:
        self._tell("running random inputs")
        runs = [worker.run(each, self._order.size, self._order.max_ops) for each in inputs]
        costs = [
            cost
            for run in runs
            if run.end in (End.RETURNED, End.RAISED, End.BUDGET)
            and (cost := run.costs.get(self._order.measure)) is not None
        ]
        return Baseline(max(costs), len(costs)) if costs else None


# -- in the process ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Clock:
    """A clock on which the time is over once it is interrupted."""

    interrupted: bool = False

    def __call__(self) -> float:
        return time.monotonic() + AGES * self.interrupted

    def interrupt(self, *_: object) -> None:
        self.interrupted = True


@dataclass(slots=True)
class _Watch:
    """Tells how the runs of this process go."""

    send: Send
    judge: Callable[[Path], Number]
    owner: int = field(default_factory=os.getpid)
    runs: int = 0
    best: Number = 0
    last: float = 0.0

    def heard(self, path: Path) -> None:
        self.runs += 1
        if path.cut in (None, Cut.BUDGET):
            self.best = max(self.best, self.judge(path))
        now = time.monotonic()
        if now - self.last >= TELL_SECONDS and os.getpid() == self.owner:
            self.last = now
            self.send(Progress(self.runs, self.best))


def main(arguments: Sequence[str]) -> None:
    """Carry out one order. Arguments: the request, reply and life pipes."""
    clock = _Clock()
    signal.signal(signal.SIGINT, clock.interrupt)
    carried_out(
        arguments,
        Order,
        lambda order, audit, send: send(_found(order, audit, clock, send)),
        lambda order: WorkerError(
            f"the paths of {order.spec} at N = {order.size} do not fit into memory",
            "Give it a smaller --size.",
        ),
    )


def _found(order: Order, audit: Audit, clock: _Clock, send: Send) -> Found:
    sys.path[:] = order.path
    sys.setrecursionlimit(max(sys.getrecursionlimit(), order.limits.recursion))
    limits.limit_memory(max(order.limits.memory, MEMORY))
    target = metered(order.spec, order.scope)
    audit.arm((*order.allow, PROCESSES) if order.jobs > 1 else order.allow)
    told = _inferred(order, target)
    shapes = {name: each.shape for name, each in told.items()}
    send(
        Begun(
            target.loaded.target,
            {name: f"{each.shape.describe()}  ({each.told_by})" for name, each in told.items()},
        )
    )
    watches: list[_Watch] = []

    def hear(listeners: Sequence[Listener]) -> None:
        audit.listeners = listeners

    def at(size: int) -> BeamTarget:
        chosen = subject(
            target,
            shapes,
            size,
            order.measure,
            requires=order.requires,
            max_ops=order.max_ops,
            hear=hear,
        )
        watches.append(_Watch(send, chosen.judge))
        return _watched(chosen, watches[-1])

    beam = Beam(tests=order.tests, look_ahead=order.look_ahead, seconds=order.seconds, jobs=order.jobs)
    end = clock() + order.seconds
    found = suite(
        at, order.size, beam, seed=order.seed, max_solver_constraints=order.constraints, clock=clock
    )
    if not found.tests:
        raise UsageError(
            f"no input of {_described(shapes)} where N is {order.size} is admitted, or all runs failed",
            "Weaken --requires, or widen a shape with --arg.",
        )
    runs = sum(watch.runs for watch in watches) + (found.tally.runs if order.jobs > 1 else 0)
    written = subject(target, shapes, order.size)
    return Found(
        tuple((written.written(test.path), _apart(found, place)) for place, test in enumerate(found.tests)),
        tuple(_random(shapes, order)),
        found.look_ahead,
        found.levels,
        runs,
        found.least,
        clock() >= end,
    )


def _inferred(order: Order, target: Metered) -> dict[str, Inferred]:
    """What parameters may be: where nothing tells, what the target takes."""
    from slowpath.search.probe import probed

    loaded = target.loaded
    with loaded.copies.installed():
        told = explain(loaded.function, given=order.shapes, owner=loaded.owner, guess_rest=True)
    if all(each.told_by not in (GUESS, SPARE) for each in told.values()):
        return told
    counted = load(order.spec, scope=order.scope, build=Build.COUNT)
    with counted.copies.installed():
        return probed(Meter(counted, max_ops=order.max_ops), told)


def _watched(chosen: BeamTarget, watch: _Watch) -> BeamTarget:
    def heard(run: Trial) -> Trial:
        def told(values: Values, known: Sequence[Condition] = ()) -> Path:
            path = run(values, known)
            watch.heard(path)
            return path

        return told

    return replace(chosen, run=heard(chosen.run), plain=heard(chosen.plain))


def _apart(found: LoadSuite, place: int) -> int:
    """How far a test differs from the others at least; from none, all its decisions."""
    own = found.tests[place].path
    others = (test.path for other, test in enumerate(found.tests) if other != place)
    return min((difference(own, path) for path in others), default=len(own.taken))


def _random(shapes: Mapping[str, Shape], order: Order) -> list[dict[str, str]]:
    """As many random inputs as tests are wanted."""
    scribe = Scribe(Sampler(Random(order.seed)))
    return [
        {name: str(shape.build(order.size, scribe, name)) for name, shape in shapes.items()}
        for _ in range(order.tests)
    ]


def _described(shapes: Mapping[str, Shape]) -> str:
    return ", ".join(f"{name}={shape.describe()}" for name, shape in shapes.items())
