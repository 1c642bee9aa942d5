"""What lies behind a prefix: the states that a level of a beam looks at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from slowpath.explore.exhaustive import Branching, Clock, Explorer, Run
from slowpath.explore.limits import ExploreLimits, Tally
from slowpath.expr.variable import Values
from slowpath.model.cost import Number
from slowpath.search.beam.diversity import common
from slowpath.search.beam.leaps import Leaper
from slowpath.search.beam.sides import sides
from slowpath.search.beam.states import BeamState, CostedInput, Judge, spread
from slowpath.solve.chain import DEFAULT, Options

ASKED = 16  # questions to the solver per run of a window: those without an answer give no run

Move = int | Values  # a place where to leave a run, or an input that leaps from it


@dataclass(frozen=True, slots=True)
class Window:
    """How states are looked for: `width` runs per prefix at most, none begun after the time `deadline`.

    States promise what the `whole` run of their input costs, or what it has cost at the frontier.
    """

    run: Run
    judge: Judge
    clock: Clock
    width: int
    leaps: bool = True
    whole: bool = True
    options: Options = DEFAULT
    deadline: float | None = None

    def extended(self, state: BeamState, until: int) -> tuple[list[BeamState], Tally]:
        """Return the states of `until` decisions behind a state, in depth-first order.

        All of them, where that takes no more than `width` runs; otherwise those near the costliest run: it
        leaps and branches first, its decisions tried evenly over the window. Each call has a solver session
        of its own, so the answer depends on nothing that was explored before. After the deadline a state
        stays what it is.
        """
        if self.deadline is not None and self.clock() >= self.deadline:
            return [replace(state, ended=True)], Tally()
        explorer = Explorer(self.run, ExploreLimits(decisions=until), self.options, self.clock)
        branching = explorer.first(state.input.values)
        branching.first = state.size
        root = _Node(branching, self._cost(branching))
        self._grow(explorer, root)
        found = []
        for place, node in root.in_order():
            size = len(node.branching.path.taken)
            shared = state.shared if place is None else place
            made = CostedInput(node.branching.path.model, self._judged(node.branching))
            found.append(BeamState(made, min(size, until), shared, size < until, node.cost, state.best))
        return found, explorer.tally

    def _grow(self, explorer: Explorer, root: _Node) -> None:
        leaper = Leaper(self.clock, self.options, self.deadline)
        waiting = [(-root.cost, 0, root)]
        asked = 0
        while (
            waiting and explorer.tally.runs <= self.width and asked < ASKED * self.width and not leaper.late()
        ):
            node = waiting[0][2]
            if node.moves is None:
                node.moves = self._moves(node, leaper)
            move = next(node.moves, None)
            if move is None:
                heappop(waiting)
                continue
            asked += 1
            new = (
                self._left(explorer, node, move)
                if isinstance(move, int)
                else self._leapt(explorer, root, move)
            )
            if new is not None:
                heappush(waiting, (-new.cost, asked, new))

    def _moves(self, node: _Node, leaper: Leaper) -> Iterator[Move]:
        branching = node.branching
        if self.leaps:
            prefix, until = branching.held[: branching.first], branching.last + 1
            for _, values in leaper.leaps(branching.path, prefix, until=until):
                yield values
            if until < len(branching.path.taken):
                for _, values in leaper.leaps(branching.path, prefix):
                    yield values
        for place in spread(branching.first, branching.last):
            if place not in node.children:
                yield place
            if self.leaps:
                yield from sides(branching.path, place, self.options, leaper.late)

    def _left(self, explorer: Explorer, node: _Node, place: int) -> _Node | None:
        new = explorer.leave(node.branching, place)
        if new is None:
            return None
        child = node.children[place] = _Node(new, self._cost(new))
        return child

    def _leapt(self, explorer: Explorer, root: _Node, values: Values) -> _Node | None:
        """Run a leap and put its run where it belongs; None where it takes a prefix that is known.

        A known prefix is then represented by the costlier of its two runs.
        """
        new = explorer.first(values)
        cost = self._cost(new)
        node = root
        while True:
            place = common(node.branching.path, new.path)
            if place not in node.children:
                break
            node = node.children[place]
        branching = node.branching
        if place < root.branching.first:
            return None
        if place > branching.last:
            if cost > node.cost:
                node.branching = Branching(new.path, new.held, branching.first, new.last)
                node.cost = cost
            return None
        new.held[:place] = branching.held[:place]
        new.first = place + 1
        child = node.children[place] = _Node(new, cost)
        return child

    def _cost(self, branching: Branching) -> Number:
        """What a run promises."""
        ended = len(branching.path.taken) <= branching.last + 1
        if self.whole or ended or not branching.is_path:
            return self._judged(branching)
        return branching.path.costs[branching.last]

    def _judged(self, branching: Branching) -> Number:
        return self.judge(branching.path) if branching.is_path else -1


@dataclass(slots=True)
class _Node:
    """A run, the runs that leave it by place, and what is still to be tried."""

    branching: Branching
    cost: Number
    children: dict[int, _Node] = field(default_factory=dict)
    moves: Iterator[Move] | None = None

    def in_order(self) -> Iterator[tuple[int | None, _Node]]:
        """The nodes in depth-first order, the deepest place first, each with the place where it leaves."""
        waiting: list[tuple[int | None, _Node]] = [(None, self)]
        while waiting:
            place, node = waiting.pop()
            yield place, node
            waiting += [(at, node.children[at]) for at in sorted(node.children)]
