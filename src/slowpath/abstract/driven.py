"""Resource-driven generation (Definition 6): the cases that a policy wants, by way of traces.

The traces of the abstraction that may adhere to the policy are followed, costliest first. For `worst` the
first feasible one of those whose cost has a bound ends the search; where the cost depends on the input
without a bound, so does the first of each cost. What a followed trace costs is compared with what the
abstraction said: a difference means that the measure is not observable (Definition 8).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import FunctionType

from slowpath.abstract.bounds import bounds
from slowpath.abstract.crew import followed
from slowpath.abstract.graph import AbstractTrace, StateGraph
from slowpath.abstract.guide import Follower, Guide
from slowpath.abstract.inputs import forget_items, inputs
from slowpath.abstract.kept import kept
from slowpath.abstract.machine import AbstractMachine
from slowpath.abstract.source import Functions
from slowpath.abstract.state import AbstractState, Frame
from slowpath.abstract.step import AbstractStep, Setting
from slowpath.abstract.value import Value
from slowpath.abstract.weighing import Weighing, weighing
from slowpath.counting.model import CPYTHON, CostModel
from slowpath.errors import MeasureError, NotAbstracted, NotObservable
from slowpath.explore.cases import CaseList, Metered, PathCase
from slowpath.explore.costs import CostedPath, PathMeter
from slowpath.explore.exhaustive import Explorer
from slowpath.explore.exploration import ExploreSettings
from slowpath.explore.policy import CasePolicy, Costliest, Ending, Threshold, parse
from slowpath.explore.requires import precondition
from slowpath.expr.term import evaluate
from slowpath.expr.variable import Values
from slowpath.model.cost import Number
from slowpath.model.stop import StopReason
from slowpath.run.traced import Tracer
from slowpath.shape.base import Shape
from slowpath.values.path import Path

Clock = Callable[[], float]

INSTEAD = "Choose instructions, calls or iterations, or enumerate all paths: leave --driven out."


@dataclass(slots=True)
class DrivenTally:
    """What a search did: traces tried and found feasible, and why it stopped before its end."""

    tried: int = 0
    feasible: int = 0
    stopped: StopReason | None = None


@dataclass(frozen=True, slots=True)
class Budget:
    """Where a search stops: None is no limit. `states` and `seconds` bound the abstraction as well."""

    traces: int | None = None
    seconds: float | None = None
    states: int = 200_000


class Abstraction:
    """The traces of a target on inputs of given shapes, within a criterion."""

    def __init__(
        self,
        target: Metered,
        shapes: Mapping[str, Shape],
        size: int,
        measure: str,
        *,
        criterion: str | None = None,
        model: CostModel = CPYTHON,
        naive: bool = False,
        states: int = 200_000,
        late: Callable[[], bool] = lambda: False,
        functions: Functions | None = None,
    ) -> None:
        loaded = target.loaded
        function = loaded.function
        functions = functions or Functions(loaded.copies)
        code = functions.code(function)
        if code is None or not isinstance(function, FunctionType):
            raise NotAbstracted(
                f"the trace abstraction cannot follow {loaded.target.spec}",
                "Name a function of its module, or leave --driven out.",
            )
        if not set(shapes) <= set(loaded.target.labels):
            raise NotAbstracted(
                f"the trace abstraction cannot make the object that {loaded.target.spec} is a method of",
                "Name a function that makes it, or leave --driven out.",
            )
        self.weighing: Weighing = weighing(measure, loaded.ledger, model)
        chosen = None if naive else kept(functions.named(function), sizes=self.weighing.model is not None)
        self.setting = Setting(functions, self.weighing, chosen)
        machine = AbstractMachine(self.setting, bounds(criterion, loaded.ledger))
        roots: list[tuple[Values, AbstractState]] = []
        with loaded.copies.installed():
            for given in inputs(shapes, size):
                step = AbstractStep(self.setting, given.work, ())
                frame = Frame(code)
                step.work.frames.append(frame)
                for name, value in given.arguments.items():
                    self._forget(step, code.name, name, value)
                    frame.variables[name] = step.remembered((code.name, name), value)
                # Choices that the code does not keep share a state, but each has paths of its own.
                # Traces that the naive abstraction cannot tell by their lengths are counted once.
                root = step.work.frozen()
                if not naive:
                    roots.append((given.chosen, root))
                elif ({}, root) not in roots:
                    roots.append(({}, root))
            self.graph = StateGraph(machine, roots, self.weighing.scale, states, late)

    def _forget(self, step: AbstractStep, function: str, name: str, value: Value) -> None:
        chosen = self.setting.kept
        keeps = chosen is not None and (function, f"{name}[]") in chosen
        forget_items(step.work, value, keeps, lengths=chosen is not None)

    @property
    def unobserved(self) -> list[str]:
        """Where and why the measure cannot be computed; empty where it is observable."""
        notes = self.setting.notes.unobserved
        return [f"{file}:{line}: {reason}" for (file, line), reason in sorted(notes.items())]


@dataclass(slots=True)
class Driven:
    """Finds the cases of a target that a policy wants. Traces are weighed by `measure`; cases tell what
    they cost by `others` as well. `clock` is asked where the budget has seconds. `functions` are those of the
    target's copies, if they were read before."""

    target: Metered
    shapes: Mapping[str, Shape]
    size: int
    measure: str
    settings: ExploreSettings = field(default_factory=ExploreSettings)
    model: CostModel = CPYTHON
    naive: bool = False
    budget: Budget = field(default_factory=Budget)
    others: Sequence[str] = ()
    clock: Clock = time.monotonic
    functions: Functions | None = None
    tally: DrivenTally = field(default_factory=DrivenTally)
    _seen: set[object] = field(default_factory=set)
    _unexplained: dict[object, tuple[AbstractTrace, Number]] = field(default_factory=dict)
    _abstraction: Abstraction | None = None
    _follower: Follower | None = None
    _list: CaseList | None = None
    _deadline: float | None = None

    @property
    def abstraction(self) -> Abstraction:
        if self._abstraction is None:
            self._abstraction = Abstraction(
                self.target,
                self.shapes,
                self.size,
                self.measure,
                criterion=self.settings.criterion,
                model=self.model,
                naive=self.naive,
                states=self.budget.states,
                late=lambda: self._left() <= 0,
                functions=self.functions,
            )
        return self._abstraction

    @property
    def follower(self) -> Follower:
        """What follows traces."""
        if self._follower is None:
            self._follower = self._made_follower()
        return self._follower

    def cases(self, policy: str) -> list[PathCase]:
        """The cases that a policy wants."""
        wanted = self.parsed(policy)
        return wanted.chosen(self.found(wanted))

    def found(self, policy: CasePolicy) -> Iterator[PathCase]:
        """Yield the cases among which a policy chooses, as traces lead to them."""
        self._begin()
        abstraction = self.abstraction
        if abstraction.unobserved and policy.measures:
            raise NotObservable(
                f"{self.measure} is not observable on the traces of {self.target.loaded.target.spec}: "
                + "; ".join(abstraction.unobserved),
                INSTEAD,
            )
        with self.target.loaded.copies.installed():
            yield from self._followed(self._within(self._candidates(policy)), policy)

    def parsed(self, policy: str) -> CasePolicy:
        """A policy on the measure."""
        parsed = parse(policy, self.measure, self.model)
        for measure in parsed.measures:
            if measure != self.measure:
                raise MeasureError(
                    f"the policy compares {measure!r}, but traces are weighed by {self.measure!r}",
                    "Compare one measure only, or leave --driven out.",
                )
        return parsed

    def follow(self, trace: AbstractTrace) -> list[PathCase]:
        """The cases of a trace, complete or partial."""
        with self.target.loaded.copies.installed():
            return [self._case(path) for path in self.follower.paths(trace)]

    # -- which traces ------------------------------------------------------------------------

    def _candidates(self, policy: CasePolicy) -> Iterator[AbstractTrace]:
        """The traces that may adhere to a policy, costliest first."""
        demands, _ = _demands(policy)
        for trace in self.abstraction.graph.traces():
            if all(_may_meet(trace, clause) for clause in demands):
                yield trace
            elif any(_is_below(trace, clause) for clause in demands):
                return

    def _within(self, traces: Iterable[AbstractTrace]) -> Iterator[AbstractTrace]:
        """The traces that the budget allows to follow."""
        most, explorer = self.budget.traces, self.follower.explorer
        for trace in traces:
            left = self._left()
            if most is not None and self.tally.tried >= most:
                self.tally.stopped = StopReason.TRACES
            elif left <= 0:
                self.tally.stopped = explorer.tally.stopped = StopReason.TIME
            elif explorer.tally.stopped is not None:
                self.tally.stopped = explorer.tally.stopped
            if self.tally.stopped is not None:
                return
            explorer.limits = replace(explorer.limits, seconds=None if math.isinf(left) else left)
            self.tally.tried += 1
            yield trace

    def _begin(self) -> None:
        """Start the clock."""
        self.tally.stopped = None
        if self._follower is not None:
            self._follower.explorer.tally.stopped = None
        if self.budget.seconds is not None:
            self._deadline = self.clock() + self.budget.seconds

    def _left(self) -> float:
        """The seconds that are left."""
        return math.inf if self._deadline is None else self._deadline - self.clock()

    # -- following ---------------------------------------------------------------------------

    def _followed(self, traces: Iterator[AbstractTrace], policy: CasePolicy) -> Iterator[PathCase]:
        """Follow traces as long as a policy may want more."""
        demands, selection = _demands(policy)
        best: float = -math.inf
        self._seen.clear()
        self._unexplained.clear()
        settled: set[object] = set()  # costs without a bound of which a case is known
        bounded = 0
        worst = selection is not None and selection.count is None
        for trace, cases in self._in_order(traces, lambda trace: _key(trace) in settled, worst):
            if not cases:
                continue
            self.tally.feasible += 1
            best = max(best, *(case.cost(self.measure) for case in cases))
            yield from cases
            if selection is None:
                continue
            if math.isinf(trace.most):
                if selection.count is None:
                    settled.add(_key(trace))
                continue
            bounded += len(cases)
            if bounded >= (selection.count or 1):
                break
        self._check_explained(best, demands)

    def _in_order(
        self, traces: Iterator[AbstractTrace], settled: Callable[[AbstractTrace], bool], worst: bool
    ) -> Iterator[tuple[AbstractTrace, list[PathCase]]]:
        """Traces with their cases, in order; `jobs` are followed at a time. One case with a bound on its cost
        is as good as another where the worst is wanted."""

        def enough(trace: AbstractTrace) -> int | None:
            return 1 if worst and not math.isinf(trace.most) else None

        open_traces = (trace for trace in traces if not (math.isinf(trace.most) and settled(trace)))
        if self.settings.jobs <= 1:
            for trace in open_traces:
                yield trace, self._explained(trace, self.follower.paths(trace), enough(trace))
            return
        for trace, paths in followed(self.follower, open_traces, self.settings.jobs):
            yield trace, self._explained(trace, paths, enough(trace))

    def _explained(self, trace: AbstractTrace, paths: Iterable[Path], most: int | None) -> list[PathCase]:
        """The cases of a trace that no other trace has had, at most so many.

        Traces may execute the same blocks and differ in what a condition without a block of its own has
        decided; then each path belongs to the one that expects its cost.
        """
        cases: list[PathCase] = []
        for path in paths:
            case, key = self._case(path), path.key()
            cost = evaluate(case.costs[self.measure], path.model)
            if key in self._seen:
                continue
            if trace.least <= cost <= trace.most or self.abstraction.unobserved:
                self._seen.add(key)
                self._unexplained.pop(key, None)
                cases.append(case)
                if len(cases) == most:
                    break
            else:
                self._unexplained[key] = (trace, cost)
        return cases

    def _check_explained(self, best: float, demands: Sequence[Threshold | Ending]) -> None:
        """Raise where a run cost what no trace expects, and more than the best: the measure is not
        observable."""
        for trace, cost in self._unexplained.values():
            actual = replace(trace, least=cost, most=cost)
            if cost > best and all(_may_meet(actual, clause) for clause in demands):
                raise NotObservable(
                    f"{self.measure} is not observable: "
                    f"a trace of {trace.least} to {trace.most} costs {cost}",
                    INSTEAD,
                )

    def _case(self, path: Path) -> PathCase:
        assert isinstance(path, CostedPath)
        assert self._list is not None
        return self._list.case(path)

    def _made_follower(self) -> Follower:
        loaded, chosen = self.target.loaded, self.settings
        measures = list(dict.fromkeys((self.measure, *self.others)))
        options = ExploreSettings(options=chosen.options)
        self._list = CaseList(self.target, self.shapes, self.size, measures, options, self.model)
        elementary = [self.model.spelled(measure) for measure in measures]
        meter = PathMeter(loaded.ledger, self.target.events, elementary)
        guide = Guide(loaded.ledger)
        requires = chosen.requires
        if isinstance(requires, str):
            requires = precondition(requires, list(self.shapes), loaded)
        tracer = Tracer(
            loaded,
            self.shapes,
            self.size,
            requires=None if requires is None else guide.aside(requires),
            bound=meter.bounded(guide),
            max_ops=chosen.max_ops,
            cost=lambda: guide.position,
        )
        limits = replace(chosen.limits, seconds=None)
        explorer = Explorer(meter.metered(tracer.run), limits, chosen.options, self.clock)
        self._list.tally = explorer.tally
        notes = self.abstraction.setting.notes
        deciding = frozenset(notes.deciding - notes.others)
        return Follower(explorer, guide, tracer.sites, deciding, self._functions)

    def _functions(self, blocks: frozenset[int]) -> frozenset[str]:
        return frozenset(self.target.loaded.ledger.sites[block].function for block in blocks)

    def blocks_of(self, *functions: str) -> frozenset[int]:
        """The blocks of functions, by qualified name: what a partial trace may leave open."""
        sites = self.target.loaded.ledger.sites
        return frozenset(site.block for site in sites if site.function in functions)


def _demands(policy: CasePolicy) -> tuple[tuple[Threshold | Ending, ...], Costliest | None]:
    """What a policy demands of every case before it selects among them, and its first selection."""
    demands: list[Threshold | Ending] = []
    for clause in policy.clauses:
        if isinstance(clause, Costliest):
            return tuple(demands), clause
        demands.append(clause)
    return tuple(demands), None


def _may_meet(trace: AbstractTrace, clause: Threshold | Ending) -> bool:
    """Whether some input of a trace can meet a clause."""
    if isinstance(clause, Ending):
        return (trace.raises is not None) is clause.raises
    low, high, limit = trace.least, trace.most, clause.limit
    match clause.op:
        case ">":
            return high > limit
        case ">=":
            return high >= limit
        case "<":
            return low < limit
        case "<=":
            return low <= limit
        case "==":
            return low <= limit <= high
    return not low == limit == high


def _is_below(trace: AbstractTrace, clause: Threshold | Ending) -> bool:
    """Whether a trace, and with it all that cost no more, is below what a clause demands."""
    if not isinstance(clause, Threshold):
        return False
    return (clause.op == ">" and trace.most <= clause.limit) or (
        clause.op in (">=", "==") and trace.most < clause.limit
    )


def _key(trace: AbstractTrace) -> object:
    """What tells costs without a bound apart."""
    return trace.least, trace.debts
