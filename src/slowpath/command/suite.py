"""`suite`: costly inputs of one size, each on a path of its own.

A child searches, and tells its best inputs now and then. These run in fresh processes while it goes on; what
it ends with does too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from slowpath.command.child import PATH_MEMORY, Child, arm, begin, importing, receive, widen
from slowpath.command.confirming import BestInputs, Confirming, Input, SearchOver, Told
from slowpath.command.order import Listener, ShapeOrder, silent, worker_for
from slowpath.command.search import Search
from slowpath.command.watch import Progress, Watch
from slowpath.counting.measures import parse
from slowpath.errors import UsageError
from slowpath.model.cost import Number
from slowpath.model.find import Baseline
from slowpath.model.provenance import ShapeNote
from slowpath.model.run import End, Lost, Run
from slowpath.model.scenario import Scenario
from slowpath.model.stop import StopReason
from slowpath.model.suite import LoadTest, SuiteReport
from slowpath.model.target import Build
from slowpath.run import inputs
from slowpath.run.client import Worker
from slowpath.run.frames import Message
from slowpath.run.link import Link
from slowpath.run.premise import check_fits, check_runs
from slowpath.values.path import Path

if TYPE_CHECKING:
    from slowpath.counting.observer import Listener as Observer
    from slowpath.explore.cases import Metered
    from slowpath.search.beam.target import BeamTarget
    from slowpath.shape.base import Shape
    from slowpath.shape.infer import Inferred
    from slowpath.target.load import Loaded

_SEARCH = 0.85  # of the budget, for the search: fresh runs of what it ends with take the rest
_TOLD = 10_000  # decisions by which inputs that are told during the search differ: a fraction of a second
_DRAWN = 100  # random inputs that are drawn for each that meets the precondition
_WIDENING_SIZE = 6  # of the inputs that tell which modules see them, at most: more show the same code


class SuiteOrder(ShapeOrder, frozen=True, kw_only=True):
    """Search `tests` inputs that cost much by a measure. `look_ahead` is how many decisions a level of the
    search adds, None if a pilot chooses it; `constraints` bounds the conditions of a step."""

    measure: str
    tests: int
    look_ahead: int | None = None
    constraints: int | None = None
    jobs: int = 1


class RandomInputs(Message, frozen=True):
    """Random inputs to compare a suite with."""

    inputs: tuple[Input, ...]


class SuiteOver(SearchOver[int], frozen=True):
    """The inputs of the suite, and how the search went.

    Each input has how far it differs from the others.
    """

    look_ahead: int
    levels: int
    threshold: float


_SuiteTold = Told[int] | RandomInputs


def run(order: SuiteOrder, listener: Listener = silent) -> SuiteReport:
    """Return the suite. Ctrl-C ends the search; the report is then of the best so far."""
    inputs.check_size(order.size, {})
    for name in ("tests", "look_ahead", "constraints"):
        number = getattr(order, name)
        if number is not None and number < 1:
            raise UsageError(f"{name} must be at least 1, not {number}")
    parse(order.measure)
    order.premise  # noqa: B018  (raises if it is no Python)
    return _Suiting(order, listener).run()


class _Suiting(Search[SuiteOrder, SuiteReport]):
    """One search for a suite, and what is known of it at any moment."""

    def __init__(self, order: SuiteOrder, listener: Listener) -> None:
        super().__init__(order, listener)
        self._shapes: Mapping[str, ShapeNote] = {}
        self._tests: Confirming[int, LoadTest] = Confirming(
            self._confirmed, lambda test, differs: replace(test, differs=differs), listener
        )
        self._random: list[Input] = []  # still to run
        self._has_drawn = False  # whether a random input was tried
        self._drawn: list[LoadTest] = []  # random inputs that ran

    def search(self) -> StopReason:
        """Hear the child out, and run what it tells in fresh processes; return why the search ended."""
        with (
            Child[_SuiteTold](
                serve, Progress | BestInputs[int] | RandomInputs | SuiteOver, self._order
            ) as child,
            self._beginning(child) as (begun, self._worker),
        ):
            try:
                self._shapes = {name: each.note for name, each in begun.inferred.value.items()}
                self._tell("searching")
                stopped = self._tests.follow(child, self._seconds_left, self._take, self._run_random)
                while (self._seconds_left() > 0 or not self._has_drawn) and self._run_random():
                    self._tell("running random inputs")
            except KeyboardInterrupt:
                child.interrupt(self._take)
                raise
        return stopped

    def _new_worker(self) -> Worker:
        order = self._order
        scenario = Scenario(order.setup)
        return worker_for(order, (order.measure,), scope=self._scope, scenario=scenario)

    def report(self, stopped: StopReason) -> SuiteReport:
        """Return the tests that ran in fresh processes."""
        order, over = self._order, self._tests.over
        assert over is None or isinstance(over, SuiteOver)
        tests = self._tests.confirmed()
        if self._tests.ending() is None:
            # They were told at different times, each with how it differed from others that are not all here.
            tests = [replace(test, differs=None) for test in tests]
        best = max(self._drawn, key=lambda test: test.cost, default=None)
        if not tests:
            tests = self._drawn  # one run of the search takes longer than the budget
        elif best is not None and best.cost > max(test.cost for test in tests):
            tests = [best, *tests]  # the search missed it: a suite is no worse than random inputs
        ranked = sorted(tests, key=lambda test: test.cost, reverse=True)
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
            baseline=None if best is None else Baseline(best.cost, len(self._drawn)),
            stopped_because=stopped,
            elapsed=self._elapsed,
            lost=tuple(self._tests.lost),
            shapes=self._shapes,
            scope=self._scope,
            setup=order.setup,
        )

    def _take(self, told: _SuiteTold) -> bool:
        if isinstance(told, RandomInputs):
            self._random = list(told.inputs)
            return False
        return self._tests.take(told)

    def _seconds_left(self) -> float:
        return self._order.seconds_left(self._began)

    def _run_random(self) -> bool:
        """Run the next random input in a fresh process; return whether there was one."""
        if not self._random:
            return False
        self._has_drawn = True
        ran = self._confirmed(self._random.pop(0), None)
        if isinstance(ran, LoadTest):
            self._drawn.append(ran)
        return True

    def _confirmed(self, chosen: Input, differs: int | None) -> LoadTest | Lost:
        seconds = self._order.seconds_left(self._began, least=self._order.least_run)
        chosen = {**self._order.inputs, **chosen}
        run = self._worker.run(chosen, self._order.size, self._order.max_ops, seconds)
        cost = self._cost(run)
        if cost is not None:
            return LoadTest(chosen, cost, differs, run.raises)
        why = run.detail or run.end.value
        return Lost(f"N = {self._order.size}", f"a fresh run did not terminate: {why}", 1)

    def _cost(self, run: Run) -> Number | None:
        """What a fresh run cost; None if it did not terminate."""
        ended = run.end in (End.RETURNED, End.RAISED, End.BUDGET)
        return run.costs.get(self._order.measure) if ended else None


# -- in the child ------------------------------------------------------------------------------------------


def serve(link: Link) -> None:
    """Carry out one order."""
    from slowpath.explore.cases import metered
    from slowpath.search.beam.beam import Beam
    from slowpath.search.beam.suite import suite
    from slowpath.search.beam.target import subject
    from slowpath.shape.infer import shapes_of

    order = receive(link, SuiteOrder, PATH_MEMORY)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), order.limits.recursion))
    forks = order.jobs > 1

    def prepare(scope: tuple[str, ...]) -> tuple[Metered, dict[str, Inferred]]:
        with importing(link, order):
            target = metered(order.spec, scope)
        check_fits(order.premise, target.loaded.target)
        target = replace(target, loaded=replace(target.loaded, premise=order.premise))
        return target, _inferred(order, target, scope)

    prepared = prepare(order.scope)
    arm(link, order)
    check_runs(prepared[0].loaded, order.size)
    begin(link, order, prepared[0].loaded.target, prepared[1])

    def look(made: tuple[Metered, dict[str, Inferred]]) -> tuple[Loaded, dict[str, Shape]]:
        return made[0].loaded, shapes_of(made[1])

    size = min(order.size, _WIDENING_SIZE)
    target, told = widen(link, order, prepared, prepare, look, size)
    shapes = shapes_of(told)
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

        bounded = chosen.narrow((), _TOLD)

        def tell(paths: Sequence[Path]) -> None:
            # Runs without symbolic values decide nothing, so how they differ takes another run.
            decided = [path if path.taken else bounded(path.model, ()) for path in paths]
            link.send(BestInputs(_sources({path.key(): path for path in decided}.values(), written)))

        # Small sizes are searched for recipes: their inputs are no tests.
        watch = Watch(link, chosen.judge, order.tests if size == order.size else 0, tell)
        watches.append(watch)
        return replace(
            chosen,
            run=watch.watched(chosen.run),
            plain=watch.watched(chosen.plain),
            narrow=lambda plain, most: watch.watched(chosen.narrow(plain, most)),
        )

    link.send(RandomInputs(_random_inputs(shapes, order, target)))
    beam = Beam(
        tests=order.tests,
        look_ahead=order.look_ahead,
        constraints=order.constraints,
        seconds=_SEARCH * order.seconds,
        jobs=order.jobs,
    )
    found = suite(at, order.size, beam, seed=order.seed, clock=link.clock, knowledge=order.knowledge)
    if not found.tests:
        described = ", ".join(f"{name}={shape.describe()}" for name, shape in shapes.items())
        raise UsageError(
            f"no input of {described} is admitted at N = {order.size}, or all runs failed",
            "Weaken --requires, or widen a shape with --arg.",
        )
    link.send(
        SuiteOver(
            inputs=_sources([test.path for test in found.tests], written),
            look_ahead=found.look_ahead,
            levels=found.levels,
            runs=sum(watch.runs for watch in watches) + (found.tally.runs if forks else 0),
            threshold=found.least,
            stopped=StopReason.TIME if found.late else StopReason.NO_QUESTION_LEFT,
        )
    )


def _inferred(order: SuiteOrder, target: Metered, scope: tuple[str, ...]) -> dict[str, Inferred]:
    """What parameters may be; parameters of unknown type may be what the target accepts."""
    from slowpath.run.counted import Meter
    from slowpath.search.probe import guessed, probed
    from slowpath.target.load import load

    loaded = target.loaded
    with loaded.copies.installed():
        told = guessed(loaded, order.shapes, order.knowledge)
    if not any(each.told_by.is_guess for each in told.values()):
        return told
    counted = replace(load(order.spec, scope=scope, build=Build.COUNT), premise=order.premise)
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


def _random_inputs(shapes: Mapping[str, Shape], order: SuiteOrder, target: Metered) -> tuple[Input, ...]:
    """As many random inputs as tests are wanted; fewer if few meet the precondition."""
    from random import Random

    from slowpath.shape.inputs import build_inputs, write_inputs
    from slowpath.shape.replayer import LeafRecorder, Replayer
    from slowpath.shape.sampler import Sampler

    rng, admitted = Random(order.seed), _precondition(shapes, order, target)
    found: list[Input] = []
    for _ in range(_DRAWN * order.tests if order.requires else order.tests):
        recorder = LeafRecorder(Sampler(rng))
        inputs = build_inputs(shapes, order.size, recorder)
        if admitted(inputs):
            found.append(write_inputs(shapes, order.size, Replayer(recorder.leaves)))
        if len(found) == order.tests:
            break
    return tuple(found)


def _precondition(
    shapes: Mapping[str, Shape], order: SuiteOrder, target: Metered
) -> Callable[[Mapping[str, Any]], bool]:
    """What tells whether an input meets the precondition; one at which that fails does not."""
    from slowpath.explore.requires import precondition

    if order.requires is None:
        return lambda inputs: True
    names = [name for name in target.loaded.target.labels if name in shapes]
    holds = precondition(order.requires, names, target.loaded)

    def admitted(inputs: Mapping[str, Any]) -> bool:
        with target.loaded.copies.installed():
            try:
                return bool(holds(**{name: inputs[name] for name in names}))
            except Exception:
                return False

    return admitted
