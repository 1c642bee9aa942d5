"""The solver that is used: stages around and behind one another, the cheapest sound way first.

    slice into connected groups → look up earlier answers → small cores → check exactly → the first that
    answers: orders and sets, elimination, values near by, all values of small domains, linear rows, Z3

Each stage is a Solver, and each can be switched off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values, Variables
from slowpath.solve.bucket import Buckets
from slowpath.solve.cache import Cached
from slowpath.solve.checked import Checked
from slowpath.solve.core import SmallCores
from slowpath.solve.elimination import Elimination
from slowpath.solve.enumeration import Enumeration
from slowpath.solve.linear import LinearRows
from slowpath.solve.local import Local
from slowpath.solve.order import Orders
from slowpath.solve.session import Session
from slowpath.solve.slicing import Slicing
from slowpath.solve.smt import Smt
from slowpath.solve.statistics import RecordedSolver, Statistics
from slowpath.solve.verdict import Solver, Unknown, Verdict


@dataclass(frozen=True, slots=True)
class Options:
    """Which stages are used, and about how long one question may take. `elimination` is buckets, too.

    With `cores`, the cores of contradictions are made small, for who relaxes conditions.
    """

    slicing: bool = True
    cache: bool = True
    order: bool = True
    elimination: bool = True
    local: bool = True
    enumeration: bool = True
    linear: bool = True
    smt: bool = True
    cores: bool = False
    milliseconds: int = 2_000


class Timed(RecordedSolver):
    """A stage whose questions are counted."""

    __slots__ = ()

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        start = perf_counter()
        verdict = self.inside.solve(conditions, variables, hint)
        self.record.count(verdict, perf_counter() - start)
        return verdict


class First:
    """Answers as the first of several solvers that does not answer Unknown."""

    def __init__(self, solvers: Sequence[Solver]) -> None:
        self._solvers = solvers

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        verdict: Verdict = Unknown("no solver")
        late: Unknown | None = None
        for solver in self._solvers:
            verdict = solver.solve(conditions, variables, hint)
            if not isinstance(verdict, Unknown):
                return verdict
            late = verdict if verdict.late else late
        return late or verdict


DEFAULT = Options()
SHARE_OF_ONE = 0.05  # of the time of a search, for one question: a slow machine takes five times as long
LEAST_MILLISECONDS = 50  # for one question: a short search still has answers; not measured


def options_within(seconds: float) -> Options:
    """All stages, for a search of so many seconds: no question takes most of them."""
    share = min(1000 * SHARE_OF_ONE * seconds, DEFAULT.milliseconds)
    return Options(milliseconds=max(int(share), LEAST_MILLISECONDS))


def chain(options: Options = DEFAULT, statistics: Statistics | None = None) -> Solver:
    """The solver made of the chosen stages."""
    solver = _unsliced(options, Statistics() if statistics is None else statistics)
    return Slicing(solver) if options.slicing else solver


def session(
    variables: Variables, options: Options = DEFAULT, statistics: Statistics | None = None
) -> Session:
    """A session over `variables`, with the chain behind it for what repair cannot do."""
    record = Statistics() if statistics is None else statistics
    buckets = Buckets(variables) if options.elimination else None
    # A session asks for connected conditions only: there is nothing to slice.
    return Session(variables, buckets, _unsliced(options, record), record)


def _unsliced(options: Options, record: Statistics) -> Solver:
    checks = record.stage("check")
    stages: list[tuple[bool, str, Solver]] = [
        (options.order, "order", Orders()),
        (options.elimination, "elimination", Elimination()),
        (options.local, "local", Local()),
        (options.enumeration, "enumeration", Enumeration(options.milliseconds)),
        (options.linear, "linear", LinearRows(options.milliseconds / 1000)),
        (options.smt, "smt", Smt(options.milliseconds)),
    ]
    solver: Solver = First(
        [Timed(Checked(stage, checks), record.stage(name)) for wanted, name, stage in stages if wanted]
    )
    if options.cores:
        solver = SmallCores(solver)
    return Timed(Cached(solver), record.stage("cache")) if options.cache else solver
