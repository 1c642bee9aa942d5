"""`loops`: programs that let the loops of a target go round many times.

A child searches the targets of the order, and tells of every program that comes nearer to a goal. What
reaches a goal runs in a fresh process while the child goes on.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from slowpath.command.child import PATH_MEMORY, Child, begin, receive
from slowpath.command.order import Listener, silent
from slowpath.command.resumed import NOTHING_KEPT, KeptGoal, KeptLoops, ResumedLoops
from slowpath.command.search import Search
from slowpath.errors import SlowpathError, UsageError
from slowpath.model.loops import Goal, GoalResult, LoopInput, LoopsReport, SiteKey
from slowpath.model.run import End, Run
from slowpath.model.scenario import Scenario
from slowpath.model.stop import StopReason
from slowpath.model.target import Target
from slowpath.pipeline.library import Documents, NoDocuments
from slowpath.run.client import Worker
from slowpath.run.frames import Message, Pickled
from slowpath.run.link import Link
from slowpath.run.order import Order
from slowpath.search.loops import algorithm_names

if TYPE_CHECKING:
    from slowpath.search.loops.bench import LoopBench
    from slowpath.search.loops.plan import Unit

_SEARCH = 0.9  # of the budget, for the search: fresh runs of what it ends with take the rest
_KEEP_EVERY = 2.0  # seconds between two times that what is known is kept: a search may be killed
_OTHER_SEED = 1_000_003  # from the seed of one search to that of the next: the same one would find the same
FEATURES = ("concolic", "repetition", "usages")  # what a search can go without


class LoopsOrder(Order, frozen=True, kw_only=True):
    """Reach every loop of a depth so many times; `spec` may be a class, a module or a package. If it is
    `fresh`, what earlier searches came to is not used. Loops that are `reached` are left out. `shapes` are
    the texts of `--arg` by parameter, if there is one target."""

    depth: int
    iterations: int
    algorithm: str = "dynamosa"
    jobs: int = 1
    fresh: bool = False
    reached: tuple[SiteKey, ...] = ()
    shapes: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def question(self) -> LoopsOrder:
        """The order without what changes no answer but its time: two with the same one go on from each
        other."""
        return msgspec.structs.replace(self, seconds=0.0, jobs=1, path=(), fresh=False)


class GoalsTold(Message, frozen=True):
    """The goals; how many loops cannot be reached; the targets that could not be loaded, with the reason."""

    goals: Pickled[tuple[Goal, ...]]
    unreachable: int
    failed: dict[str, str]


class Nearer(Message, frozen=True):
    """A program that comes nearer to a goal than those before, and what is still missing."""

    goal: int
    target: str
    program: str
    inputs: dict[str, str]
    setup: str
    size: int
    iterations: int
    blocked_by: str | None
    runs: int


class LoopsOver(Message, frozen=True):
    """The search has ended."""

    runs: int
    stopped: StopReason


_UNCONFIRMED = "the search ended before a fresh run could show that"

LoopsTold = GoalsTold | Nearer | LoopsOver


def run(order: LoopsOrder, listener: Listener = silent, documents: Documents | None = None) -> LoopsReport:
    """Return how far each goal is reached. Ctrl-C ends the search; the report is of the best so far.

    What is reached is kept in `documents`. An equal order searches only what is left, by another seed.
    """
    for name in ("depth", "iterations", "jobs"):
        if getattr(order, name) < 1:
            raise UsageError(f"{name} must be at least 1, not {getattr(order, name)}")
    if order.algorithm not in algorithm_names():
        raise UsageError(f"no algorithm '{order.algorithm}'", f"There are: {', '.join(algorithm_names())}.")
    store = documents or NoDocuments()
    resumed = ResumedLoops(store, order.question, order.path)
    known = NOTHING_KEPT if order.fresh else resumed.find()
    if known.report is not None:
        report = replace(known.report, kept=known.report.reached)
    else:
        done = tuple(each.loop for each in known.goals if each.is_reached)
        more = msgspec.structs.replace(order, reached=done, seed=order.seed + _OTHER_SEED * known.searches)
        report = _Looping(more, listener, resumed, known).run()
    return replace(report, notices=tuple(store.notices))


class _Looping(Search[LoopsOrder, LoopsReport]):
    """One search, and what is known of it at any moment."""

    def __init__(
        self, order: LoopsOrder, listener: Listener, resumed: ResumedLoops, known: KeptLoops
    ) -> None:
        super().__init__(order, listener)
        self._resumed = resumed
        self._earlier = known
        self._kept_at = self._began
        self._goals: tuple[Goal, ...] = ()
        self._told: GoalsTold | None = None
        self._nearest: dict[int, Nearer] = {}
        self._confirmed: dict[int, tuple[Nearer, GoalResult]] = {}
        self._waiting: list[int] = []  # goals that are reached and not confirmed
        self._runs = 0
        self._stopped = StopReason.TIME
        self._workers = ExitStack()
        self._worker: tuple[str, Worker] | None = None

    def search(self) -> StopReason:
        """Hear the child out, and run what it tells in fresh processes; return why the search ended."""
        with Child[LoopsTold](serve, LoopsTold, self._order) as child, self._workers:
            child.begun()
            try:
                if not child.follow(self._take, self._confirm_next):
                    self._stopped = child.silence
                while (self._has_time or not self._confirmed) and self._confirm_next():
                    pass
                for number in sorted(self._nearest, key=lambda each: self._nearest[each].target):
                    if self._has_time:
                        self._confirm(number)
            except KeyboardInterrupt:
                child.interrupt(self._take)
                raise
        return self._stopped

    @property
    def _has_time(self) -> bool:
        return self._order.seconds_left(self._began) > 0

    def report(self, stopped: StopReason) -> LoopsReport:
        """Return the goals with what fresh runs have shown."""
        goals = [self._result(number, goal) for number, goal in enumerate(self._goals)]
        told, earlier = self._told, self._earlier
        report = LoopsReport(
            target=self._order.spec,
            goals=tuple(goals),
            reached=sum(each.blocked_by is None for each in goals),
            feasible=len(goals),
            unreachable=0 if told is None else told.unreachable,
            algorithm=self._order.algorithm,
            seed=self._order.seed - _OTHER_SEED * earlier.searches,
            elapsed=self._elapsed,
            stopped_because=stopped,
            runs=earlier.runs + self._runs,
            inconclusive=self._why_inconclusive(),
            kept=sum(each.is_reached for each in earlier.goals),
        )
        if told is not None:
            is_done = report.reached == report.feasible and report.inconclusive is None
            self._keep(report if is_done else None)
        return report

    def _keep(self, report: LoopsReport | None = None) -> None:
        """Keep what is known by now."""
        self._kept_at = time.monotonic()
        goals = dict(self._earlier.by_loop)
        for number, (_, result) in self._confirmed.items():
            key = self._goals[number].loop.key
            goals[key] = KeptGoal(key, result)
        earlier = self._earlier
        runs = earlier.runs + self._runs
        self._resumed.keep(KeptLoops(earlier.searches + 1, runs, tuple(goals.values()), report))

    def _why_inconclusive(self) -> str | None:
        """Why the search means nothing: no target could be loaded, or no program ran."""
        if self._told is not None and self._told.failed and not self._goals:
            spec, why = next(iter(self._told.failed.items()))
            return f"{spec}: {why}"
        if self._goals and not self._nearest and not self._earlier.goals:
            return "no program that calls a target came to its end"
        return None

    def _take(self, told: LoopsTold) -> bool:
        match told:
            case GoalsTold():
                self._told = told
                self._goals = told.goals.value
            case Nearer():
                self._runs = told.runs
                if self._is_nearer(told):
                    self._nearest[told.goal] = told
                    if told.blocked_by is None:
                        self._waiting.append(told.goal)
            case LoopsOver():
                self._runs, self._stopped = told.runs, told.stopped
                return True
        reached = sum(each.blocked_by is None for each in self._nearest.values()) + len(self._order.reached)
        self._tell(f"{reached} of {len(self._goals)} goals reached, {self._runs:,} runs")
        return False

    def _is_nearer(self, told: Nearer) -> bool:
        """Whether a program comes nearer to its goal than what earlier searches came to."""
        known = self._earlier.by_loop.get(self._goals[told.goal].loop.key)
        return known is None or told.blocked_by is None or told.iterations > known.result.iterations

    def _confirm_next(self) -> bool:
        """Run the next program that reaches a goal in a fresh process; return whether there was one."""
        if not self._waiting:
            return False
        # Those of one target after each other: a worker takes a second to start.
        spec = None if self._worker is None else self._worker[0]
        number = next(
            (each for each in self._waiting if self._nearest[each].target == spec), self._waiting[0]
        )
        self._waiting.remove(number)
        self._confirm(number)
        return True

    def _confirm(self, number: int) -> None:
        nearer = self._nearest[number]
        known = self._confirmed.get(number)
        if known is None or known[0] is not nearer:
            self._confirmed[number] = nearer, self._fresh(self._goals[number], nearer)
            if time.monotonic() - self._kept_at > _KEEP_EVERY:
                self._keep()

    def _fresh(self, goal: Goal, nearer: Nearer) -> GoalResult:
        """What a program shows in a fresh process."""
        order = self._order
        seconds = order.seconds_left(self._began, least=order.least_run)
        worker = self._worker_of(nearer.target).with_scenario(Scenario(nearer.setup), 10 * order.max_ops)
        try:
            run = worker.nests(
                nearer.inputs, nearer.size, order.depth, order.iterations, order.max_ops, seconds
            )
        except SlowpathError as error:
            return self._blocked(goal, nearer, 0, f"a fresh run fails: {error.message}")
        iterations = max((each.guaranteed for each in run.nests if _ends_in(goal, each.nest)), default=0)
        if run.end in (End.RETURNED, End.RAISED) and iterations >= goal.wanted:
            reached = self._blocked(goal, nearer, iterations, None)
            return replace(reached, raises=run.detail if run.end is End.RAISED else None)
        if nearer.blocked_by is not None:
            return self._blocked(goal, nearer, iterations, nearer.blocked_by)
        return self._blocked(goal, nearer, iterations, f"a fresh run {_how(run, iterations)}")

    def _worker_of(self, spec: str) -> Worker:
        """A worker for a target; that of the target before is closed."""
        if self._worker is None or self._worker[0] != spec:
            self._workers.close()
            order = self._order
            worker = Worker(spec, scope=order.scope, limits=order.limits, allow=order.allow, loops=True)
            self._worker = spec, self._workers.enter_context(worker)
        return self._worker[1]

    def _result(self, number: int, goal: Goal) -> GoalResult:
        if number in self._confirmed:
            return self._confirmed[number][1]
        nearer = self._nearest.get(number)
        known = self._earlier.by_loop.get(goal.loop.key)
        if known is not None:  # a fresh run has shown it, unlike what came nearer since
            return known.result
        if nearer is None:
            loop, why = goal.loop, "no program ran within the time"
            return GoalResult(loop.site, loop.function, goal.depth, goal.wanted, 0, None, why)
        why = nearer.blocked_by or "it was not run in a fresh process"
        if nearer.blocked_by is not None and nearer.iterations:
            why += f"; {_UNCONFIRMED}"
        return self._blocked(goal, nearer, 0, why)

    def _blocked(self, goal: Goal, nearer: Nearer, iterations: int, why: str | None) -> GoalResult:
        return GoalResult(
            site=goal.loop.site,
            function=goal.loop.function,
            depth=goal.depth,
            wanted=goal.wanted,
            iterations=iterations,
            program=f"N = {nearer.size}\n{nearer.program}" if iterations else None,
            blocked_by=why,
            input=LoopInput(nearer.target, nearer.inputs, nearer.setup, nearer.size),
        )


def _ends_in(goal: Goal, nest: tuple[tuple[str, int], ...]) -> bool:
    return len(nest) == goal.depth and nest[-1] == goal.loop.key


def _how(run: Run, iterations: int) -> str:
    return f"makes {iterations:,} iterations" if run.end is End.RETURNED else run.detail or run.end.value


# -- in the child ------------------------------------------------------------------------------------------


def serve(link: Link) -> None:
    """Carry out one order."""
    from slowpath.search.loops.bench import LoopBench, blocked_by
    from slowpath.search.loops.plan import Plan
    from slowpath.search.loops.rounds import Rounds
    from slowpath.target.entries import entries

    order = receive(link, LoopsOrder, PATH_MEMORY)
    began = link.clock()
    bench = LoopBench(
        depth=order.depth,
        iterations=order.iterations,
        max_ops=order.max_ops,
        scope=order.scope,
        without=order.without,
        given=order.shapes,
    )
    units, told = _prepared(order, bench, entries(order.spec))
    begin(link, order, Target.named(order.spec))
    link.send(told)
    plan = Plan(order.algorithm, order.seed, began, began + _SEARCH * order.seconds, order.jobs, link.clock)
    rounds = Rounds(bench, units, plan)
    numbers = {number for unit in units for number in unit.numbers}
    for news in rounds.run():
        attempt, use = news.attempt, news.attempt.use
        goal = bench.goal(news.goal, news.spec)
        link.send(
            Nearer(
                goal=news.goal,
                target=news.spec,
                program=use.program.source,
                inputs=use.sources,
                setup=use.setup,
                size=attempt.size,
                iterations=attempt.iterations,
                blocked_by=blocked_by(goal, attempt, bench.sites(news.spec)),
                runs=rounds.runs,
            )
        )
    stopped = StopReason.GOALS_REACHED if rounds.reached >= numbers else StopReason.TIME
    if not numbers and not order.reached:
        stopped = StopReason.NOTHING_LEFT
    link.send(LoopsOver(rounds.runs, stopped))


def _prepared(order: LoopsOrder, bench: LoopBench, specs: list[str]) -> tuple[list[Unit], GoalsTold]:
    """The goals of all targets, each loop once, and the units in which they are searched."""
    from slowpath.search.loops.plan import Unit
    from slowpath.target.graph.goals import goals_of

    units: list[Unit] = []
    failed: dict[str, str] = {}
    unreachable: set[SiteKey] = set()
    known: dict[SiteKey, Goal] = {}  # the first goal of each loop
    for spec in specs:
        with suppress(SlowpathError):  # it is met again below
            bench.load(spec)  # all of them first: the graph of a package knows the modules that are loaded
    for spec in specs:
        try:
            found = goals_of(bench.graph(spec), order.depth, order.iterations)
        except SlowpathError as error:
            if len(specs) == 1:
                raise
            failed[spec] = error.message
            continue
        for goal in found.goals:
            known.setdefault(goal.loop.key, goal)
        numbers = {key: number for number, key in enumerate(known)}
        bench.goals[spec] = {numbers[goal.loop.key]: goal for goal in found.goals}
        left = tuple(each for each, goal in bench.goals[spec].items() if goal.loop.key not in order.reached)
        if left:
            units.append(Unit(spec, left))
        unreachable |= {loop.key for loop in found.unreachable}
    return units, GoalsTold(Pickled(tuple(known.values())), len(unreachable - set(known)), failed)
