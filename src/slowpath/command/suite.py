"""`suite`: costly inputs of one size, each on a path of its own.

A child searches, and tells its best inputs now and then. These run in fresh processes while it goes on; what
it ends with does too.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from slowpath.command.child import PATH_MEMORY, Child, begin, disarmed, receive
from slowpath.command.confirming import BestInputs, Confirming, Input, SearchOver, Told
from slowpath.command.order import Listener, ShapeOrder, silent
from slowpath.command.watch import Progress, Watch
from slowpath.counting.measures import parse
from slowpath.errors import UsageError
from slowpath.model.cost import Number
from slowpath.model.find import Baseline
from slowpath.model.provenance import ShapeNote
from slowpath.model.run import End, Lost, Run
from slowpath.model.stop import StopReason
from slowpath.model.suite import LoadTest, SuiteReport
from slowpath.model.target import Build, Target
from slowpath.run import inputs
from slowpath.run.begun import Widened
from slowpath.run.client import Worker
from slowpath.run.link import Link
from slowpath.values.path import Path

if TYPE_CHECKING:
    from slowpath.counting.observer import Listener as Observer
    from slowpath.explore.cases import Metered
    from slowpath.search.beam.target import BeamTarget
    from slowpath.shape.base import Shape
    from slowpath.shape.infer import Inferred

_WIDENING_SIZE = 6  # of the inputs that tell which modules see them, at most: more show the same code
_GRACE = 120.0  # seconds beyond the budget: a traced run of as many ops as a test may cost takes a minute


class SuiteOrder(ShapeOrder, frozen=True, kw_only=True):
    """Search `tests` inputs that cost much by a measure. `look_ahead` is how many decisions a level of the
    search adds, None if a pilot chooses it; `constraints` bounds the conditions of a step."""

    measure: str
    tests: int
    look_ahead: int | None = None
    constraints: int | None = None
    jobs: int = 1


class SuiteOver(SearchOver[int], frozen=True):
    """The inputs of the suite, random ones to compare them with, and how the search went.

    Each input has how far it differs from the others.
    """

    random: tuple[Input, ...]
    look_ahead: int
    levels: int
    threshold: float


def run(order: SuiteOrder, listener: Listener = silent) -> SuiteReport:
    """Return the suite. Ctrl-C ends the search; the report is then of the best so far."""
    inputs.check_size(order.size, {})
    for name in ("tests", "look_ahead", "constraints"):
        number = getattr(order, name)
        if number is not None and number < 1:
            raise UsageError(f"{name} must be at least 1, not {number}")
    parse(order.measure)
    suiting = _Suiting(order, listener)
    try:
        stopped = suiting.search()
    except KeyboardInterrupt:
        stopped = StopReason.INTERRUPTED
    return suiting.report(stopped)


class _Suiting:
    """One search for a suite, and what is known of it at any moment."""

    def __init__(self, order: SuiteOrder, listener: Listener) -> None:
        self._order = order
        self._tell = listener
        self._began = time.monotonic()
        self._target = Target.named(order.spec)
        self._shapes: Mapping[str, ShapeNote] = {}
        self._scope = order.scope
        self._worker = self._new_worker()
        self._tests: Confirming[int, LoadTest] = Confirming(self._confirmed, listener)
        self._baseline: Baseline | None = None

    def search(self) -> StopReason:
        """Hear the child out, and run what it tells in fresh processes; return why the search ended."""
        with (
            Child[Told[int]](serve, Progress | BestInputs[int] | SuiteOver, self._order, _GRACE) as child,
            ExitStack() as workers,
        ):
            workers.enter_context(self._worker)
            try:
                begun = child.begun()
                self._target = begun.target
                if (scope := child.scope()) != self._scope:
                    workers.close()
                    self._scope = scope
                    self._worker = workers.enter_context(self._new_worker())
                self._shapes = {name: each.note for name, each in begun.inferred.value.items()}
                self._tell("searching")
                stopped = self._tests.follow(child)
                if isinstance(self._tests.over, SuiteOver):
                    self._baseline = self._random(self._tests.over.random)
            except KeyboardInterrupt:
                child.interrupt(self._tests.take)
                raise
        return stopped

    def _new_worker(self) -> Worker:
        order = self._order
        return Worker(
            order.spec, measures=(order.measure,), scope=self._scope, limits=order.limits, allow=order.allow
        )

    def report(self, stopped: StopReason) -> SuiteReport:
        """Return the tests that ran in fresh processes."""
        order, over = self._order, self._tests.over
        assert over is None or isinstance(over, SuiteOver)
        ranked = sorted(self._tests.confirmed(), key=lambda test: test.cost, reverse=True)
        return SuiteReport(
            target=self._target,
            measure=order.measure,
            size=order.size,
            seed=order.seed,
            look_ahead=order.look_ahead or 0 if over is None else over.look_ahead,
            constraints=order.constraints,
            levels=0 if over is None else over.levels,
            runs=self._tests.runs,
            threshold=0.0 if over is None else over.threshold,
            tests=tuple(ranked[: order.tests]),
            baseline=self._baseline,
            stopped_because=stopped,
            elapsed=time.monotonic() - self._began,
            lost=tuple(self._tests.lost),
            shapes=self._shapes,
            scope=self._scope,
        )

    def _confirmed(self, chosen: Input, differs: int) -> LoadTest | Lost:
        run = self._worker.run(chosen, self._order.size, self._order.max_ops)
        cost = self._cost(run)
        if cost is not None:
            return LoadTest(chosen, cost, differs, run.raises)
        why = run.detail or run.end.value
        return Lost(f"N = {self._order.size}", f"a fresh run did not terminate: {why}", 1)

    def _cost(self, run: Run) -> Number | None:
        """What a fresh run cost; None if it did not terminate."""
        ended = run.end in (End.RETURNED, End.RAISED, End.BUDGET)
        return run.costs.get(self._order.measure) if ended else None

    def _random(self, random: Sequence[Input]) -> Baseline | None:
        self._tell("running random inputs")
        runs = [self._worker.run(each, self._order.size, self._order.max_ops) for each in random]
        costs = [cost for run in runs if (cost := self._cost(run)) is not None]
        return Baseline(max(costs), len(costs)) if costs else None


# -- in the child ------------------------------------------------------------------------------------------


def serve(link: Link) -> None:
    """Carry out one order."""
    from slowpath.explore.cases import metered
    from slowpath.explore.widening import widened
    from slowpath.search.beam.beam import Beam
    from slowpath.search.beam.suite import suite
    from slowpath.search.beam.target import subject

    order = receive(link, SuiteOrder, PATH_MEMORY)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), order.limits.recursion))
    forks = order.jobs > 1

    def prepare(scope: tuple[str, ...]) -> tuple[Metered, dict[str, Inferred]]:
        with disarmed(link, order, forks=forks):
            target = metered(order.spec, scope)
        return target, _inferred(order, target, scope)

    prepared = prepare(order.scope)
    begin(link, order, prepared[0].loaded.target, prepared[1], forks=forks)
    scope, (target, told) = widened(
        prepared,
        prepare,
        lambda made: (made[0].loaded, {name: each.shape for name, each in made[1].items()}),
        order.scope,
        min(order.size, _WIDENING_SIZE),
        order.requires,
        order.seconds,
        link.clock,
    )
    link.send(Widened(scope))
    shapes = {name: each.shape for name, each in told.items()}
    written = subject(target, shapes, order.size).written
    watches: list[Watch] = []

    def hear(listeners: Sequence[Observer]) -> None:
        link.audit.listeners = listeners

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

        def tell(paths: Sequence[Path]) -> None:
            # Runs without symbolic values decide nothing, so how they differ takes another run.
            decided = [path if path.taken else chosen.run(path.model, ()) for path in paths]
            link.send(BestInputs(_sources({path.key(): path for path in decided}.values(), written)))

        # Small sizes are searched for recipes: their inputs are no tests.
        watch = Watch(link, chosen.judge, order.tests if size == order.size else 0, tell)
        watches.append(watch)
        return replace(chosen, run=watch.watched(chosen.run), plain=watch.watched(chosen.plain))

    beam = Beam(tests=order.tests, look_ahead=order.look_ahead, seconds=order.seconds, jobs=order.jobs)
    end = link.clock() + order.seconds
    found = suite(
        at, order.size, beam, seed=order.seed, max_solver_constraints=order.constraints, clock=link.clock
    )
    if not found.tests:
        described = ", ".join(f"{name}={shape.describe()}" for name, shape in shapes.items())
        raise UsageError(
            f"no input of {described} is admitted at N = {order.size}, or all runs failed",
            "Weaken --requires, or widen a shape with --arg.",
        )
    link.send(
        SuiteOver(
            inputs=_sources([test.path for test in found.tests], written),
            random=_random_inputs(shapes, order),
            look_ahead=found.look_ahead,
            levels=found.levels,
            runs=sum(watch.runs for watch in watches) + (found.tally.runs if forks else 0),
            threshold=found.least,
            late=link.clock() >= end,
        )
    )


def _inferred(order: SuiteOrder, target: Metered, scope: tuple[str, ...]) -> dict[str, Inferred]:
    """What parameters may be; parameters of unknown type may be what the target accepts."""
    from slowpath.run.counted import Meter
    from slowpath.search.probe import probed
    from slowpath.shape.infer import explain
    from slowpath.target.load import load

    loaded = target.loaded
    with loaded.copies.installed():
        told = explain(loaded.function, given=order.shapes, owner=loaded.owner, guess_rest=True)
    if not any(each.told_by.is_guess for each in told.values()):
        return told
    counted = load(order.spec, scope=scope, build=Build.COUNT)
    with counted.copies.installed():
        return probed(Meter(counted, max_ops=order.max_ops), told)


def _sources(paths: Collection[Path], written: Callable[[Path], Input]) -> tuple[tuple[Input, int], ...]:
    """The inputs of paths as source, each with how far its path differs from the others at least; all its
    decisions if there are no others."""
    from slowpath.search.beam.diversity import difference

    return tuple(
        (
            written(path),
            min(
                (difference(path, other) for other in paths if other is not path),
                default=len(path.taken),
            ),
        )
        for path in paths
    )


def _random_inputs(shapes: Mapping[str, Shape], order: SuiteOrder) -> tuple[Input, ...]:
    """As many random inputs as tests are wanted."""
    from random import Random

    from slowpath.shape.sampler import Sampler
    from slowpath.shape.scribe import Scribe

    scribe = Scribe(Sampler(Random(order.seed)))
    return tuple(
        {name: str(shape.build(order.size, scribe, name)) for name, shape in shapes.items()}
        for _ in range(order.tests)
    )
