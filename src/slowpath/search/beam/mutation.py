"""Mutations: a few values of an input change, and the new input stays if its run costs no less.

A beam decides about one prefix after the other, and does not return to what it settled early. A mutation
changes values anywhere in the input: one is drawn anew or taken from elsewhere in the input, two change
places, or one moves to another place. Most mutations change one or two values, and some change many, as in
the fast (1 + 1) evolution of Doerr, Le, Makhmara and Nguyen (GECCO 2017). Inputs of equal cost stay too, so
the search crosses plateaus. The runs need not be symbolic, because no decision of them is negated.

Heap build at n = 64 comes to 97.3 % of the worst case in 6 CPU seconds without mutations, and to 99.0 % with
mutations for 0.3 of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random

from slowpath.explore.exhaustive import Clock, Run
from slowpath.expr.variable import Characters, Integers, Reals, Value, Values, Variable, Variables
from slowpath.search.beam.states import CostedInput, Judge, worth

STALE = 100  # runs without a gain that end a lane at least: one that has not gained yet is not left at once
PATIENCE = 3  # times the runs up to the last gain that may gain nothing: gains come ever more rarely
MOST_RUNS = 400  # of a lane in a round, where no time bounds it
KEPT = 16  # last inputs of a lane that may be tests: those before cost no more
STEEP = 2.5  # the exponent of a power law: most often one change or two, now and then many
WIDE = 1024  # a domain beyond this is not drawn from evenly: small numbers would hardly ever come
ROUND = 16  # runs of a lane until the next one goes on: all have had a turn when the time is over
SHARE = 0.25  # of the time left, for the lanes that are still many


@dataclass(slots=True)
class _Lane:
    """An input that is mutated, and the last inputs that it was before."""

    now: CostedInput
    runs: int = 0
    gained: int = 0  # runs up to the last gain
    passed: list[CostedInput] = field(default_factory=list)

    def take(self, new: CostedInput) -> None:
        self.runs += 1
        if new.cost > self.now.cost:
            self.gained = self.runs
        if new.cost >= self.now.cost:
            self.now = new
            self.passed = [*self.passed[-KEPT + 1 :], new]

    def is_over(self) -> bool:
        """Whether far more runs have gained nothing than there were before."""
        return self.runs - self.gained >= max(STALE, PATIENCE * self.gained)


@dataclass(frozen=True, slots=True)
class Mutator:
    """Mutates inputs, the costliest of them the longest.

    Its runs decide nothing, so `run` need not be symbolic. No run begins after the time `deadline`.
    """

    run: Run
    judge: Judge
    clock: Clock
    deadline: float | None = None

    def mutated(
        self, starts: Sequence[CostedInput], variables: Variables, seed: int = 0
    ) -> list[CostedInput]:
        """The last inputs that mutations of each start lead to; another seed gives other mutations.

        A quarter of the time is for all of them in turn, a quarter of the rest for the costlier half, and so
        on; the costliest has what is left.
        """
        lanes = [_Lane(start) for start in starts]
        groups = _groups(variables)
        found: list[_Lane] = list(lanes)
        if not groups or not lanes:
            return []
        rng = Random(seed)
        while lanes:
            end = self._end(last=len(lanes) == 1)
            self._pushed(lanes, groups, rng, end)
            lanes = sorted(lanes, key=lambda lane: -lane.now.cost)[: len(lanes) // 2]
        return [each for lane in found for each in lane.passed]

    def is_late(self) -> bool:
        """Whether the time is over."""
        return self.deadline is not None and self.clock() >= self.deadline

    def _end(self, last: bool) -> float | None:
        if self.deadline is None or last:
            return self.deadline
        return self.clock() + SHARE * (self.deadline - self.clock())

    def _pushed(
        self, lanes: list[_Lane], groups: list[list[Variable]], rng: Random, end: float | None
    ) -> None:
        """Let lanes go on in turn until a time, or until none of them gains any more."""
        rounds = count() if end is not None else range(MOST_RUNS // ROUND)
        for _ in rounds:
            going = [lane for lane in lanes if not lane.is_over()]
            if not going:
                return
            for lane in going:
                for _ in range(ROUND):
                    if end is not None and self.clock() >= end:
                        return
                    lane.take(self._ran(changed(lane.now.values, groups, rng)))

    def _ran(self, values: Values) -> CostedInput:
        return CostedInput(values, worth(self.run(values, ()), self.judge))


def changed(values: Values, groups: Sequence[Sequence[Variable]], rng: Random) -> Values:
    """Values of which some are changed, most often one or two."""
    new = dict(values)
    many = sum(len(group) for group in groups)
    for _ in range(min(int(rng.paretovariate(STEEP - 1)), max(many // 2, 1))):
        group = rng.choices(groups, [len(group) for group in groups])[0]
        rng.choice(MOVES)(new, group, rng)
    return new


def _drawn(values: dict[int, Value], group: Sequence[Variable], rng: Random) -> None:
    variable = rng.choice(group)
    values[variable.index] = _value(variable, values[rng.choice(group).index], rng)


def _exchanged(values: dict[int, Value], group: Sequence[Variable], rng: Random) -> None:
    one, other = rng.choice(group).index, rng.choice(group).index
    values[one], values[other] = values[other], values[one]


def _moved(values: dict[int, Value], group: Sequence[Variable], rng: Random) -> None:
    """One value goes to another place, and those between move up."""
    start, end = rng.randrange(len(group)), rng.randrange(len(group))
    step = 1 if start < end else -1
    moving = values[group[start].index]
    for place in range(start, end, step):
        values[group[place].index] = values[group[place + step].index]
    values[group[end].index] = moving


MOVES: tuple[Callable[[dict[int, Value], Sequence[Variable], Random], None], ...] = (
    _drawn,
    _exchanged,
    _moved,
)


def _value(variable: Variable, near: Value, rng: Random) -> Value:
    """A value of a small domain, or one at or beside a value that the input has elsewhere."""
    domain = variable.domain
    if isinstance(domain, Characters):
        return ord(domain.chars.pick(rng)) if len(domain.chars) <= WIDE else near
    if isinstance(domain, Reals):
        return min(max(near + rng.choice((-1.0, -0.5, 0.0, 0.5, 1.0)), domain.lo), domain.hi)
    low, high = domain.lo, domain.hi
    if low is not None and high is not None and high - low < WIDE:
        return rng.randint(low, high)
    value = int(near) + rng.choice((-1, 0, 1))
    value = value if low is None else max(value, low)
    return value if high is None else min(value, high)


def _groups(variables: Variables) -> list[list[Variable]]:
    """Variables that may change places: those of one domain, where it has more than one value."""
    groups: dict[Characters | Integers | Reals, list[Variable]] = {}
    for variable in variables:
        domain = variable.domain
        single = len(domain.chars) == 1 if isinstance(domain, Characters) else domain.lo == domain.hi
        if not single or (isinstance(domain, Integers) and domain.lo is None):
            groups.setdefault(domain, []).append(variable)
    return list(groups.values())
