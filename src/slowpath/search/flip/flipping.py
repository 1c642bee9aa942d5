"""Generational flipping: inputs that decide otherwise than those before.

Every run of the trace build records its decisions. Each may be taken otherwise, behind the decisions that
led to it: a place that was never decided that way comes first, then the decisions of the costliest runs.
The inputs get behind comparisons that words alone do not pass, and recipes are made of them.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from slowpath.expr.condition import Condition
from slowpath.run.traced import Tracer
from slowpath.solve.chain import session
from slowpath.solve.session import Session
from slowpath.solve.verdict import Model
from slowpath.values.path import Cut, Path

MOST_FLIPS = 400  # last decisions of one run that are put aside: a long loop makes thousands alike

_Waiting = tuple[tuple[int, int], int, int, Path]  # order, a number that tells equal ones apart, place, path


class Flipping:
    """Runs a target on one input after the other."""

    def __init__(self, tracer: Tracer, *, runs: int, is_over: Callable[[], bool] = lambda: False) -> None:
        self.runs = self.solves = 0
        self._tracer = tracer
        self._most = runs
        self._is_over = is_over
        self._decided: set[tuple[int, int]] = set()  # a site, and how it was decided
        self._waiting: list[_Waiting] = []
        self._session: Session | None = None
        self._variables: Any = None

    def paths(self) -> Iterator[Path]:
        """Yield the paths that decide something that none before did, or cost more than all before."""
        dearest = -1
        seen: set[tuple[bytes, bytes]] = set()
        path: Path | None = self._run({})
        while path is not None:
            key = path.key()
            if key not in seen and path.cut is not Cut.REJECTED:
                seen.add(key)
                new = {*zip(path.sites, path.taken, strict=True)} - self._decided
                self._decided |= new
                self._put(path)
                if new or path.cost > dearest:
                    dearest = max(dearest, path.cost)
                    yield path
            elif path.cut is Cut.REJECTED and key not in seen:
                seen.add(key)
                self._put(path)
            path = self._next()

    def _put(self, path: Path) -> None:
        """Put the decisions of a path aside, to be taken otherwise."""
        count = len(path.taken)
        for place in range(max(0, count - MOST_FLIPS), count):
            known = (path.sites[place], 1 - path.taken[place]) in self._decided
            order = (1, -path.cost) if known else (0, place)
            heapq.heappush(self._waiting, (order, len(self._waiting) + self.runs * MOST_FLIPS, place, path))

    def _next(self) -> Path | None:
        """Run the most promising input that is left."""
        while self._waiting and self.runs < self._most and not self._is_over():
            (kind, _), _, place, path = heapq.heappop(self._waiting)
            if kind == 0 and (path.sites[place], 1 - path.taken[place]) in self._decided:
                continue  # decided that way in the meantime
            model = self._solved(path, place)
            if model is not None:
                return self._run(model)
        return None

    def _run(self, model: Mapping[int, Any]) -> Path:
        self.runs += 1
        return self._tracer.run(model)

    def _solved(self, path: Path, place: int) -> Model | None:
        self.solves += 1
        if self._session is None or self._variables != path.variables:
            self._variables = path.variables
            self._session = session(path.variables)
        held: list[Condition] = [path.held(each) for each in range(place + 1)]
        self._session.follow(held[:-1])
        verdict = self._session.solve(held[-1].negated(), path.model)
        return verdict if isinstance(verdict, Model) else None
