"""States of a beam: prefixes of paths, each with an input that takes it.

A state is kept as the input that takes its path, not as the path: replay makes the path again, no decision
of a prefix is solved again, and a state is small enough to be sent from process to process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from slowpath.expr.variable import Values
from slowpath.model.cost import Number
from slowpath.values.path import Cut, Path

Judge = Callable[[Path], Number]  # what a run costs


def ops(path: Path) -> Number:
    """What a run costs in ops: the measure that a path also tells at each decision."""
    return path.cost


def is_whole(path: Path) -> bool:
    """Whether a run ended by itself or at its budget: only then its cost says what the input is worth."""
    return path.cut in (None, Cut.BUDGET)


def worth(path: Path, judge: Judge) -> Number:
    """What a run costs, or -1 if it is not whole."""
    return judge(path) if is_whole(path) else -1


@dataclass(frozen=True, slots=True)
class CostedInput:
    """Values of the variables, and what the run of them costs.

    The cost is -1 if the run is not whole.
    """

    values: Values
    cost: Number


@dataclass(frozen=True, slots=True)
class CostedRun:
    """The path of a run, and what the run costs.

    The tests of a suite are such runs.
    """

    path: Path
    cost: Number


@dataclass(frozen=True, slots=True)
class BeamState:
    """A prefix of `size` decisions of the run of an input.

    `shared` is how many of them the state before it in depth-first order makes alike. `ended` says that
    the run asks no more. `promise` is what states are chosen by. `best` is the costliest input that was seen
    near the prefix.
    """

    input: CostedInput
    size: int = 0
    shared: int = 0
    ended: bool = False
    promise: Number = 0
    best: CostedInput | None = None

    @property
    def costliest(self) -> CostedInput:
        return self.input if self.best is None or self.best.cost < self.input.cost else self.best


def kept(states: Sequence[BeamState], places: Sequence[int], bests: Sequence[CostedInput]) -> list[BeamState]:
    """The states at some places, in order, each with the best input of its group."""
    found = []
    first = 0
    for place, best in zip(places, bests, strict=True):
        shared = min(state.shared for state in states[first : place + 1])
        found.append(replace(states[place], shared=shared, best=best))
        first = place + 1
    return found


def spread(first: int, last: int) -> Iterator[int]:
    """Yield the numbers from `first` to `last`, each once: the middle, then the middles of what is left."""
    waiting = [(first, last)]
    for low, high in waiting:
        if low <= high:
            middle = (low + high) // 2
            yield middle
            waiting += [(low, middle - 1), (middle + 1, high)]
