"""Depth-first enumeration of paths.

Every run starts from an input. Its path is followed backwards, and each decision that no path before has
decided otherwise is negated and solved once, behind the decisions that led to it. So no prefix of
decisions is solved twice and no path is run twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values, Variables
from slowpath.solve.chain import DEFAULT, Options, session
from slowpath.solve.session import Session
from slowpath.solve.statistics import Statistics
from slowpath.solve.verdict import Model, Unknown
from slowpath.values.path import Path

Run = Callable[[Values], Path]


@dataclass(slots=True)
class Limits:
    """Where an exploration stops: None is no limit. `decisions` bounds how deep decisions are negated."""

    runs: int | None = None
    solves: int | None = None
    decisions: int | None = None


@dataclass(slots=True)
class Tally:
    """What an exploration did. A *divergence* is a run that left the path predicted for its input; paths
    behind questions that the solver could not answer are `unknown`."""

    runs: int = 0
    solves: int = 0
    unknown: int = 0
    divergences: int = 0
    stopped: bool = False

    @property
    def complete(self) -> bool:
        """Whether every path was seen."""
        return not (self.unknown or self.divergences or self.stopped)


@dataclass(slots=True)
class _Branching:
    """A path whose decisions from `first` to `last` are still to be negated; `held` are its conditions."""

    path: Path
    held: list[Condition]
    first: int
    last: int


class Explorer:
    """Enumerates the paths of a target, each once, depth first."""

    def __init__(self, run: Run, limits: Limits | None = None, options: Options = DEFAULT) -> None:
        self.tally = Tally()
        self.statistics = Statistics()
        self._run = run
        self._limits = limits or Limits()
        self._options = options
        self._session: Session | None = None
        self._variables: Variables = ()

    def paths(self, start: Values | None = None) -> Iterator[Path]:
        """Yield every path that can be reached, beginning with that of an input."""
        path = self._traced(start or {})
        yield path
        stack = [self._branching(path, [], 0)]
        while stack:
            top = stack[-1]
            if top.last < top.first:
                stack.pop()
                continue
            if self._at_limit():
                self.tally.stopped = True
                return
            place, top.last = top.last, top.last - 1
            flipped = top.held[place].negated()
            model = self._solved(top, place, flipped)
            if model is None:
                continue
            path = self._traced(model)
            if not _follows(path, top.path, place):
                self.tally.divergences += 1
                continue
            yield path
            stack.append(self._branching(path, [*top.held[:place], flipped], place + 1))

    def _branching(self, path: Path, prefix: list[Condition], first: int) -> _Branching:
        # The prefix keeps its objects, so that the session sees at a glance what it has assumed already.
        held = prefix + [path.held(place) for place in range(len(prefix), len(path.taken))]
        last = len(held) - 1
        if self._limits.decisions is not None and last >= self._limits.decisions:
            last = self._limits.decisions - 1
            self.tally.stopped = True
        return _Branching(path, held, first, last)

    def _traced(self, values: Values) -> Path:
        self.tally.runs += 1
        return self._run(values)

    def _at_limit(self) -> bool:
        runs, solves = self._limits.runs, self._limits.solves
        return (runs is not None and self.tally.runs >= runs) or (
            solves is not None and self.tally.solves >= solves
        )

    def _solved(self, top: _Branching, place: int, flipped: Condition) -> Model | None:
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


def _follows(new: Path, old: Path, place: int) -> bool:
    """Tell whether a run decided as another before a place, and otherwise there."""
    return (
        len(new.taken) > place
        and new.sites[: place + 1] == old.sites[: place + 1]
        and new.taken[:place] == old.taken[:place]
        and new.taken[place] != old.taken[place]
    )
