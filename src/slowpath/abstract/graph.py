"""The traces of an abstraction, costliest first.

States in which traces meet are looked at once, so the number of traces and the highest cost are known
without enumerating them, and traces come in order, each when it is asked for.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from slowpath.abstract.machine import AbstractMachine, Edge, TraceEnd
from slowpath.abstract.state import AbstractState, Debt
from slowpath.errors import NotAbstracted
from slowpath.expr.linear import Linear
from slowpath.expr.variable import Values

LATE_EVERY = 256  # states between two looks at the clock: the time is overrun by no more than these take


@dataclass(frozen=True, slots=True)
class AbstractTrace:
    """A trace: the blocks it executes, how it ends, and the least and the most it costs.

    `chosen` are lengths and the like, by variable. Where `least` and `most` differ, the cost depends on the
    input; `free` are blocks that a partial trace says nothing of, `hint` values that the abstraction allows.
    """

    blocks: tuple[int, ...]
    raises: str | None
    chosen: Values
    least: float
    most: float
    hint: Values
    debts: tuple[Debt, ...] = ()
    free: frozenset[int] = frozenset()

    def without(self, blocks: frozenset[int]) -> AbstractTrace:
        """The partial trace that leaves some blocks open, and how it ends and costs."""
        kept = tuple([block for block in self.blocks if block not in blocks])
        return AbstractTrace(kept, None, self.chosen, -math.inf, math.inf, {}, (), self.free | blocks)


@dataclass(frozen=True, slots=True)
class _Summary:
    """What is known of the traces behind a state: their number, the least and the most they cost."""

    count: int
    least: float
    most: float


class StateGraph:
    """The states reached from some roots, at most so many, and as long as it is not `late`. `scale` are the
    parts of a unit that costs are kept in."""

    def __init__(
        self,
        machine: AbstractMachine,
        roots: Sequence[tuple[Values, AbstractState]],
        scale: int = 1,
        most: int = 200_000,
        late: Callable[[], bool] = lambda: False,
    ) -> None:
        self._machine = machine
        self._roots = roots
        self._scale = scale
        self._most, self._late = most, late
        self._edges: dict[AbstractState, list[Edge]] = {}
        self._summaries: dict[AbstractState, _Summary] = {}
        for _, root in roots:
            self._summarize(root)

    @property
    def states(self) -> int:
        return len(self._edges)

    @property
    def count(self) -> int:
        """The number of traces."""
        return sum(self._summaries[root].count for _, root in self._roots)

    def traces(self) -> Iterator[AbstractTrace]:
        """Yield the traces, those that may cost the most first."""
        heap: list[tuple[float, int, int, tuple[int, ...], Values, AbstractState | Edge]] = []
        order = 0
        for chosen, root in self._roots:
            summary = self._summaries[root]
            if summary.count:
                heap.append((-summary.most, order, 0, (), chosen, root))
                order -= 1
        heapq.heapify(heap)
        while heap:
            _, _, cost, blocks, chosen, at = heapq.heappop(heap)
            if isinstance(at, Edge):
                yield self._trace(blocks, chosen, cost, at)
                continue
            for edge in self._edges[at]:
                order -= 1  # the newest first: depth first among equals
                spent = cost + edge.cost
                if isinstance(edge.to, TraceEnd):
                    _, most = owed(edge.to)
                    heapq.heappush(heap, (-(spent + most), order, spent, blocks, chosen, edge))
                elif self._summaries[edge.to].count:
                    assert edge.block is not None
                    entry = (*blocks, edge.block)
                    most = spent + self._summaries[edge.to].most
                    heapq.heappush(heap, (-most, order, spent, entry, chosen, edge.to))

    def _trace(self, blocks: tuple[int, ...], chosen: Values, cost: int, edge: Edge) -> AbstractTrace:
        assert isinstance(edge.to, TraceEnd)
        least, most = owed(edge.to)
        hint = {index: _nearest(*bounds) for index, bounds in edge.to.store.ranges}
        return AbstractTrace(
            blocks,
            edge.to.raises,
            chosen,
            self._scaled(cost + least),
            self._scaled(cost + most),
            hint,
            edge.to.debts,
        )

    def _scaled(self, cost: float) -> float:
        return cost if math.isinf(cost) else int(cost) // self._scale

    def _summarize(self, root: AbstractState) -> None:
        """Look at every state below a root once, those behind before those in front."""
        stack: list[tuple[AbstractState, Iterator[Edge]]] = []
        open_: set[AbstractState] = set()

        def enter(state: AbstractState) -> None:
            if len(self._edges) >= self._most:
                raise NotAbstracted(
                    f"the trace abstraction has more than {self._most:,} states",
                    "Give a smaller size, a criterion such as loop-3, or leave --driven out.",
                )
            if len(self._edges) % LATE_EVERY == LATE_EVERY - 1 and self._late():
                raise NotAbstracted(
                    f"the trace abstraction is not done in time: {len(self._edges):,} states so far",
                    "Give a smaller size, a criterion such as loop-3, more time, or leave --driven out.",
                )
            edges = self._edges[state] = self._machine.edges(state)
            open_.add(state)
            stack.append((state, iter(edges)))

        if root not in self._edges:
            enter(root)
        while stack:
            state, edges = stack[-1]
            edge = next(edges, None)
            if edge is None:
                self._summaries[state] = self._summary(self._edges[state])
                open_.discard(state)
                stack.pop()
            elif isinstance(edge.to, AbstractState):
                if edge.to in open_:
                    raise NotAbstracted(
                        "the trace abstraction has traces without end", "Give a criterion, such as loop-3."
                    )
                if edge.to not in self._edges:
                    enter(edge.to)

    def _summary(self, edges: list[Edge]) -> _Summary:
        count, least, most = 0, math.inf, -math.inf
        for edge in edges:
            if isinstance(edge.to, TraceEnd):
                behind = _Summary(1, *owed(edge.to))
            else:
                behind = self._summaries[edge.to]
            if behind.count:
                count += behind.count
                least = min(least, edge.cost + behind.least)
                most = max(most, edge.cost + behind.most)
        return _Summary(count, least, most)


def owed(end: TraceEnd) -> tuple[float, float]:
    """The least and the most that the debts of a trace come to."""
    least = most = 0.0
    for debt in end.debts:
        low, high = _extent(debt, end)
        least, most = least + low, most + high
    return least, most


def _extent(debt: Debt, end: TraceEnd) -> tuple[float, float]:
    assert isinstance(debt.of, Linear)
    low, high = end.store.span(debt.of)
    return (
        -math.inf if low is None else debt.factor * low // debt.divisor,
        math.inf if high is None else debt.factor * high // debt.divisor,
    )


def _nearest(low: int | None, high: int | None, holes: frozenset[int]) -> int:
    """The number of a range that is nearest to zero."""
    value = 0 if low is None else max(0, low)
    value = value if high is None else min(value, high)
    step = -1 if value == high else 1
    while value in holes:
        value += step
    return value
