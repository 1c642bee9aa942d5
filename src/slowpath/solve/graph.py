"""Orders x - y <= c as a graph that is repaired, not solved anew, when one more is added.

The values at hand satisfy every order of the graph. A new one that they violate is satisfied by moving
one side, and whatever that pushes along, by as little as needed: Dijkstra's algorithm on the slack of
the orders, after Cotton and Maler, "Fast and Flexible Difference Constraint Propagation for DPLL(T)"
(SAT 2006). Bounds stand beside the graph rather than as orders against a zero variable: where a bound
stops one side, the other side moves the rest of the way, so nothing unrelated ever moves. A side that
pushes itself is a negative cycle, the contradiction.
"""

from __future__ import annotations

from heapq import heappop, heappush

from slowpath.model.charset import CharSet
from slowpath.solve.atom import Atom

Edge = tuple[int, int, int]  # the other variable, c, the place of the condition
Core = set[int]
DOMAIN = -1  # the place of bounds that come from a variable's domain


class OrderGraph:
    """Orders and bounds with the values that satisfy them; the latest additions can be undone."""

    def __init__(self) -> None:
        self.values: dict[int, int] = {}
        self._above: dict[int, list[Edge]] = {}  # x -> what must rise when x rises
        self._below: dict[int, list[Edge]] = {}  # y -> what must fall when y falls
        self._upper: dict[int, tuple[int, int]] = {}  # bound and the place of its condition
        self._lower: dict[int, tuple[int, int]] = {}
        self._log: list[tuple[int, int, tuple[int, int] | None]] = []

    def mark(self) -> int:
        """The present state, for `undo`."""
        return len(self._log)

    def undo(self, mark: int) -> None:
        """Take back what happened since `mark`: orders, bounds and changes of values."""
        log = self._log
        while len(log) > mark:
            x, y, bound = log.pop()
            if y == _VALUE:
                self.values[x] = bound[0]  # type: ignore[index]
            elif y == _UPPER:
                _restore(self._upper, x, bound)
            elif x == _LOWER:
                _restore(self._lower, y, bound)
            else:
                self._above[x].pop()
                self._below[y].pop()

    def changed(self, mark: int) -> set[int]:
        """The variables whose values changed since `mark`."""
        return {x for x, y, _ in self._log[mark:] if y == _VALUE}

    def add(self, atom: Atom, place: int) -> None:
        """Add an order that the values satisfy."""
        x, y, c = atom
        if y is None:
            if x is None:
                return
            bound = self._upper.get(x)
            if bound is None or c < bound[0]:
                self._log.append((x, _UPPER, bound))
                self._upper[x] = (c, place)
        elif x is None:
            bound = self._lower.get(y)
            if bound is None or -c > bound[0]:
                self._log.append((_LOWER, y, bound))
                self._lower[y] = (-c, place)
        else:
            self._log.append((x, y, None))
            self._above.setdefault(x, []).append((y, c, place))
            self._below.setdefault(y, []).append((x, c, place))

    def require(self, atom: Atom, place: int) -> Core | None:
        """Add an order and change the values to satisfy it; the contradiction where that cannot be."""
        x, y, c = atom
        values = self.values
        excess = (values[x] if x is not None else 0) - (values[y] if y is not None else 0) - c
        if excess <= 0:
            self.add(atom, place)
            return None
        core: Core = {place}
        if y is not None:
            excess = self._push(y, excess, 1, x, core)
        if excess > 0 and x is not None:
            excess = self._push(x, excess, -1, y, core)
        if excess:
            return core
        self.add(atom, place)
        return None

    def settle(self, index: int, chars: CharSet) -> None:
        """Give a character that no order ties to another a readable value of `chars`, if bounds admit one."""
        if self.values[index] in chars or self._above.get(index) or self._below.get(index):
            return
        low, high = self._lower[index][0], self._upper[index][0]
        admitted = chars
        if chars.lowest < low or chars.highest > high:
            admitted = chars & CharSet.between(low, high)
        if admitted:
            self._set(index, ord(admitted.representative()))

    def _push(self, start: int, amount: int, sign: int, stop: int | None, core: Core) -> int:
        """Move `start` up (sign 1) or down by `amount`, or as far as bounds let it; what is left to go,
        or -1 where it would push `stop` along, so that going on is no use.

        `core` receives the places of the conditions that stop it.
        """
        moves, parents, cycle = self._moves(start, amount, sign, stop)
        if cycle:
            assert stop is not None
            core.update(_path(parents, stop))
            return -1
        bounds = self._upper if sign > 0 else self._lower
        left, stopped = 0, start
        for index, distance in moves.items():
            bound = bounds.get(index)
            if bound is not None:
                over = sign * (self.values[index] - bound[0]) + distance
                if over > left:
                    left, stopped = over, index
        if left:
            core.add(bounds[stopped][1])
            core.update(_path(parents, stopped))
            moves = self._moves(start, amount - left, sign, stop)[0] if amount > left else {}
        for index, distance in moves.items():
            self._set(index, self.values[index] + sign * distance)
        return left

    def _set(self, index: int, value: int) -> None:
        self._log.append((index, _VALUE, (self.values[index], 0)))
        self.values[index] = value

    def _moves(
        self, start: int, amount: int, sign: int, stop: int | None
    ) -> tuple[dict[int, int], dict[int, tuple[int, int]], bool]:
        """How far each variable has to go, by which edge, and whether `stop` would have to go too."""
        values = self.values
        edges = self._above if sign > 0 else self._below
        moves: dict[int, int] = {}
        parents: dict[int, tuple[int, int]] = {}
        best = {start: amount}
        queue = [(-amount, start)]
        while queue:
            distance, index = heappop(queue)
            if index in moves:
                continue
            moves[index] = -distance
            reached = values[index] - sign * distance
            for other, c, place in edges.get(index, ()):
                need = sign * (reached - values[other]) - c
                if need > best.get(other, 0):
                    best[other] = need
                    parents[other] = (index, place)
                    if other == stop:
                        return moves, parents, True
                    heappush(queue, (-need, other))
        return moves, parents, False


# Stand in the place of a variable in the log; variables count from 0, and -1 is DOMAIN.
_UPPER, _LOWER, _VALUE = -2, -3, -4


def _restore(bounds: dict[int, tuple[int, int]], index: int, bound: tuple[int, int] | None) -> None:
    if bound is None:
        del bounds[index]
    else:
        bounds[index] = bound


def _path(parents: dict[int, tuple[int, int]], end: int) -> list[int]:
    """The places of the conditions on the way to `end`."""
    places = []
    while end in parents:
        end, place = parents[end]
        places.append(place)
    return places
