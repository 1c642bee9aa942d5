"""`redundant`: which work does a target do again and again?

The input is the user's, or a program that `loops` finds: one in which nested loops go round often. It runs in
the build of reads, in fresh processes.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

import msgspec

from slowpath.command import loops
from slowpath.command.inference import inferred_shapes
from slowpath.command.loops import LoopsOrder
from slowpath.command.order import Listener, silent, worker_for
from slowpath.command.remedies import MOST, Prepared, measured_suspect, remedies
from slowpath.command.remedies import SHARE as REMEDY_SHARE
from slowpath.command.search import Search
from slowpath.errors import SlowpathError, UsageError
from slowpath.model.loops import GoalResult, LoopInput, LoopsReport
from slowpath.model.redundancy import Redundancy, RedundantReport
from slowpath.model.scenario import Scenario
from slowpath.model.stop import StopReason
from slowpath.oracle.examination import Examined, examined
from slowpath.oracle.remedy.extra import require
from slowpath.oracle.remedy.suspect import Suspect
from slowpath.run import inputs, setup
from slowpath.run.client import Worker
from slowpath.run.order import Order
from slowpath.search.loops.variants import variants
from slowpath.search.recipes.admitted import admits_sources
from slowpath.shape.base import Shape
from slowpath.shape.infer import Inferred

# Shares of the time for programs that drive two nested loops, and then one: a loop of C code inside a call,
# or a recursion, is one loop.
_NESTED, _SINGLE = 0.6, 0.25
_LEAST_SECONDS = 5.0  # for fresh runs of what a search ends with
_MOST_PROGRAMS = 12  # that are looked at for one depth: most reach the same loops


class RedundantOrder(Order, frozen=True, kw_only=True):
    """Find work that is repeated `iterations` times. `inputs` are expressions in N by parameter, which may
    use what the code of `setup` makes; if there are none, programs are searched. `shapes` are the texts of
    `--arg` by parameter: what a search may give it. With `remedy`, a change of the source is looked for that
    helps against the costliest findings."""

    iterations: int
    inputs: dict[str, str]
    setup: str = ""
    size: int | None = None
    jobs: int = 1
    shapes: dict[str, str] = msgspec.field(default_factory=dict)
    remedy: bool = False


def run(order: RedundantOrder, listener: Listener = silent) -> RedundantReport:
    """Return the redundant work of a target. Ctrl-C ends the search; the report is of what is known."""
    if order.iterations < 2:
        raise UsageError(f"iterations must be at least 2, not {order.iterations}")
    if order.remedy:
        require()
    setup.check(order.setup)
    if order.shapes and (order.inputs or order.setup) and not order.remedy:
        raise UsageError(
            "with an input nothing is searched, so shapes say nothing",
            "Leave out --arg, or --input and --setup. A remedy is tried on inputs of the shapes (--remedy).",
        )
    return _Examining(order, listener).run()


class _Examining(Search[RedundantOrder, RedundantReport]):
    """One examination, and what is known of it at any moment."""

    def __init__(self, order: RedundantOrder, listener: Listener) -> None:
        searched = order.seconds * (1 - REMEDY_SHARE if order.remedy else 1)
        super().__init__(msgspec.structs.replace(order, seconds=searched), listener)
        self._end = self._began + order.seconds
        self._findings: dict[tuple[str, str], Redundancy] = {}
        self._shown_by: dict[tuple[str, str], LoopInput] = {}  # what shows each finding
        self._looked_at: list[tuple[str, int | None]] = []  # programs, with their sizes
        self._sampled = False
        self._problem: str | None = None
        self._given: dict[str, Shape] = {}  # those of the order
        self._inferred: dict[str, dict[str, Inferred]] = {}  # by target

    def search(self) -> StopReason:
        """Look at the input of the order, or at those that a search finds; then for remedies."""
        if self._order.shapes:
            told = self._shapes(self._order.spec)
            self._given = {name: told[name].shape for name in self._order.shapes}
        stopped = self._look()
        if self._order.remedy and stopped is not StopReason.INTERRUPTED and not self._find_remedies():
            return StopReason.INTERRUPTED
        return stopped

    def _look(self) -> StopReason:
        if self._order.inputs or self._order.setup:
            return self._look_at_given()
        stopped = self._look_at_programs(2, _NESTED)
        if stopped is not StopReason.INTERRUPTED and not self._findings:
            stopped = self._look_at_programs(1, _SINGLE)
        return stopped

    def report(self, stopped: StopReason) -> RedundantReport:
        """Return what fresh runs have shown."""
        found = sorted(self._findings.values(), key=lambda each: -each.share)
        program, size = (found[0].program, found[0].size) if found else (self._looked_at or [("", None)])[0]
        return RedundantReport(
            target=self._order.spec,
            program=program,
            size=size,
            iterations=self._order.iterations,
            findings=tuple(found),
            elapsed=self._elapsed,
            stopped_because=stopped,
            seed=self._order.seed,
            sampled=self._sampled,
            inconclusive=None if self._looked_at else self._problem or "no program ran to its end",
        )

    # -- inputs ------------------------------------------------------------------------------------

    def _look_at_given(self) -> StopReason:
        order = self._order
        with self._reader(order.spec) as worker:
            named = inputs.resolve(worker.target, order.inputs)
            self._tell("running the input")
            self._look_at(worker, LoopInput(order.spec, named, order.setup, 0), order.size)
        return StopReason.NOTHING_LEFT

    def _look_at_programs(self, depth: int, share: float) -> StopReason:
        """Search programs that drive nests of a depth, and look at them."""
        report = loops.run(self._order_of(depth, share), self._tell)
        if report.inconclusive is not None:
            self._problem = report.inconclusive
        self._tell("looking for what is read again")
        is_interrupted = report.stopped_because is StopReason.INTERRUPTED
        chosen = _chosen(report)
        with ExitStack() as stack:
            workers: dict[str, Worker] = {}
            for goal in chosen[:1] if is_interrupted else chosen:  # who interrupts does not wait for all
                given = goal.input
                assert given is not None
                spec = given.target
                if spec not in workers:
                    stack.close()
                    workers = {spec: stack.enter_context(self._reader(spec))}
                self._look_around(workers[spec], goal, given, alone=is_interrupted)
        return report.stopped_because

    def _look_around(self, worker: Worker, goal: GoalResult, given: LoopInput, *, alone: bool) -> None:
        """Look at a program and, if not at it `alone`, until its goal is seen to be redundant, at others with
        other elements."""
        several = [(given.inputs, given.setup)]
        several += [] if alone else variants(given.inputs, given.setup)
        for place, (changed, code) in enumerate(several):
            is_over = place and any(each.inner == goal.site for each in self._findings.values())
            if is_over or self._order.seconds_left(self._began) <= 0:
                return
            if not admits_sources(changed, (), self._given):
                continue
            other = LoopInput(given.target, changed, code, given.size)
            self._look_at(worker, other, None, None if place else goal.program)

    def _order_of(self, depth: int, share: float) -> LoopsOrder:
        order = self._order
        seconds = min(share * order.seconds, order.seconds_left(self._began, least=1.0))
        return LoopsOrder(
            **order.passed_on(seconds=seconds),
            depth=depth,
            iterations=order.iterations,
            jobs=order.jobs,
            shapes=order.shapes,
        )

    def _reader(self, spec: str) -> Worker:
        order = self._order
        return Worker(spec, scope=order.scope, limits=order.limits, allow=order.allow, reads=True)

    def _look_at(
        self, worker: Worker, given: LoopInput, size: int | None, program: str | None = None
    ) -> None:
        """Run an input in fresh processes, and keep what it does again. `program` is its source."""
        order = self._order
        if program is None:
            lines = [f"{name} = {source}" for name, source in given.inputs.items()]
            program = "\n".join([*given.setup.splitlines(), *lines])
        left = order.seconds_left(self._began, least=_LEAST_SECONDS)
        try:
            seen = examined(
                worker,
                given.inputs,
                Scenario(given.setup),
                size=size,
                least=order.iterations,
                max_ops=order.max_ops,
                seconds=left,
            )
        except SlowpathError as error:
            if order.inputs or order.setup:
                raise
            seen = Examined((), None, problem=error.message)
        if seen.problem is not None:
            self._problem = self._problem or seen.problem
            return
        self._looked_at.append((program, seen.size))
        self._sampled |= seen.sampled
        for each in seen.findings:
            told = replace(each, program=program, size=seen.size)
            known = self._findings.get((each.outer, each.inner))
            if known is None or known.share < each.share:
                self._findings[each.outer, each.inner] = told
                self._shown_by[each.outer, each.inner] = given

    # -- remedies ----------------------------------------------------------------------------------

    def _find_remedies(self) -> bool:
        """Look for what helps against the costliest findings; return whether all were looked at."""
        keys = sorted(self._findings, key=lambda key: -self._findings[key].share)[:MOST]
        with ExitStack() as stack:
            found, is_whole = remedies([self._suspected(key, stack) for key in keys], self._end, self._tell)
        for key, remedy in zip(keys, found, strict=False):
            self._findings[key] = replace(self._findings[key], remedy=remedy)
        return is_whole

    def _suspected(self, key: tuple[str, str], stack: ExitStack) -> Prepared:
        """How a finding becomes what a remedy is looked for.

        The costliest finding of a program may have any remedy; that of another one is against its own kind:
        the same program would lead to the same change.
        """
        given, finding = self._shown_by[key], self._findings[key]
        others = [each for known, each in self._findings.items() if self._shown_by[known] == given]
        is_first = all(each.share <= finding.share for each in others)

        def prepared(seconds: float) -> tuple[Suspect, Worker] | None:
            worker = stack.enter_context(worker_for(self._order, spec=given.target))
            kinds = frozenset() if is_first else frozenset({finding.kind})
            try:
                shapes = self._shapes(given.target)
                suspect = measured_suspect(given, kinds, self._order, shapes, worker, seconds / 3)
            except SlowpathError:
                return None
            return None if suspect is None else (suspect, worker)

        return prepared

    def _shapes(self, spec: str) -> dict[str, Inferred]:
        """What the parameters of a target may be."""
        if spec not in self._inferred:
            shapes = self._order.shapes if spec == self._order.spec else {}
            self._inferred[spec] = inferred_shapes(self._order, spec, shapes)
        return self._inferred[spec]


def _chosen(report: LoopsReport) -> list[GoalResult]:
    """The programs to look at, each once: those that reach their goal first."""
    ordered = sorted(report.goals, key=lambda goal: (goal.blocked_by is not None, -goal.iterations))
    by_input: dict[object, GoalResult] = {}
    for goal in ordered:
        if goal.input is not None:
            given = goal.input
            by_input.setdefault((given.target, tuple(given.inputs.items()), given.setup), goal)
    first = list(by_input.values())[:_MOST_PROGRAMS]
    return sorted(first, key=lambda goal: goal.input.target if goal.input else "")


__all__ = ["RedundantOrder", "run"]
