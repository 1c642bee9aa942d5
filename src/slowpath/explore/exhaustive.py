"""Depth-first enumeration of paths.

Every run starts from an input. Its path is followed backwards, and each decision that no path before has
decided otherwise is negated and solved once, behind the decisions that led to it. So no prefix of
decisions is solved twice and no path is run twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from slowpath.explore.limits import ExploreLimits, Tally
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values, Variables
from slowpath.model.stop import StopReason
from slowpath.solve.chain import DEFAULT, Options, session
from slowpath.solve.session import Session
from slowpath.solve.statistics import Statistics
from slowpath.solve.verdict import Model, Unknown
from slowpath.values.path import Cut, Path

Run = Callable[[Values, Sequence[Condition]], Path]  # a model, and the questions known to come first
Clock = Callable[[], float]

_SEEN = frozenset({None, Cut.BUDGET})  # other cuts are no paths of the target, only ways to them


@dataclass(slots=True)
class Branching:
    """A path whose decisions from `first` to `last` are still to be taken otherwise.

    `held` are the conditions that held up to `last`: those of a common beginning are the same objects in
    all paths, so that a session sees at a glance what it has assumed already.
    """

    path: Path
    held: list[Condition]
    first: int
    last: int

    @property
    def is_path(self) -> bool:
        """Whether this is a path of the target within all bounds."""
        return self.path.cut in _SEEN


class Explorer:
    """Enumerates the paths of a target, each once, depth first."""

    def __init__(
        self,
        run: Run,
        limits: ExploreLimits | None = None,
        options: Options = DEFAULT,
        clock: Clock = time.monotonic,
    ) -> None:
        self.tally = Tally()
        self.statistics = Statistics()
        self.limits = limits or ExploreLimits()
        self._run = run
        self._options = options
        self._clock = clock
        self._deadline: float | None = None
        self._session: Session | None = None
        self._variables: Variables = ()

    def paths(self, start: Values | None = None) -> Iterator[Path]:
        """Yield every path that can be reached, beginning with that of an input."""
        first = self.first(start)
        if first.is_path:
            yield first.path
        yield from self.below(first)

    def first(self, start: Values | None = None) -> Branching:
        """Run an input; its path branches everywhere."""
        if self.limits.seconds is not None:
            self._deadline = self._clock() + self.limits.seconds
        return self._branching(self._traced(start or {}, ()), [], 0)

    def below(self, top: Branching) -> Iterator[Path]:
        """Yield the paths that leave one at a decision that is still to be taken otherwise."""
        stack = [top]
        while stack:
            top = stack[-1]
            if top.last < top.first:
                stack.pop()
                continue
            if self.at_limit():
                return
            place, top.last = top.last, top.last - 1
            new = self.leave(top, place)
            if new is not None:
                if new.is_path:
                    yield new.path
                stack.append(new)

    def leave(self, top: Branching, place: int) -> Branching | None:
        """Run an input that decides as a path does before a place and otherwise there, if there is one."""
        flipped = top.held[place].negated()
        model = self._solved(top, place, flipped)
        if model is None:
            return None
        path = self._traced(model, top.path.conditions[: place + 1])
        if not path.follows(top.path, place):
            self.tally.divergences += 1
            return None
        return self._branching(path, [*top.held[:place], flipped], place + 1)

    def at_limit(self) -> bool:
        """Tell whether the exploration has to stop here, and note why."""
        limits, tally = self.limits, self.tally
        if limits.runs is not None and tally.runs >= limits.runs:
            tally.stopped = StopReason.RUNS
        elif limits.solves is not None and tally.solves >= limits.solves:
            tally.stopped = StopReason.SOLVES
        elif self._deadline is not None and self._clock() >= self._deadline:
            tally.stopped = StopReason.TIME
        return tally.stopped is not None

    def _branching(self, path: Path, prefix: list[Condition], first: int) -> Branching:
        last, deepest = len(path.taken) - 1, self.limits.decisions
        if deepest is not None and last >= deepest:
            last = deepest - 1
            self.tally.deep += 1
        held = prefix + [path.held(place) for place in range(len(prefix), last + 1)]
        return Branching(path, held, first, last)

    def _traced(self, values: Values, known: Sequence[Condition]) -> Path:
        self.tally.runs += 1
        path = self._run(values, known)
        if path.cut is not None:
            self.tally.cut[path.cut] += 1
        if path.lost:
            self.tally.lost.update(path.lost)
        return path

    def _solved(self, top: Branching, place: int, flipped: Condition) -> Model | None:
        """Return an input that decides as the path does before a place and otherwise there."""
        self.tally.solves += 1
        if self._session is None or self._variables != top.path.variables:
            self._variables = top.path.variables
            self._session = session(self._variables, self._options, self.statistics)
        self._session.follow(top.held[:place])
        verdict = self._session.solve(flipped, top.path.model)
        if isinstance(verdict, Unknown):
            self.tally.unknown += 1
        return verdict if isinstance(verdict, Model) else None
