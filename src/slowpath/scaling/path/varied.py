"""Costlier inputs of a small size by counted runs of varied values, where its paths are too many to see.

A counted run takes a tenth of the time of a traced one, and asks no solver. What is varied are the leaves of
the best input: some of them get another magnitude, the value of another leaf or one beside it. An input
that costs as much takes the place of the one before, so the search drifts along plateaus.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from slowpath.errors import ShapeError
from slowpath.expr.variable import Characters, Domain, Integers, Value
from slowpath.scaling.path.census import Census, Filler
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.shape.inputs import build_inputs
from slowpath.solve.rank import rank, ranks_of, unrank

MOST_CHANGES = 3  # leaves that one step changes: more undo what was gained
WIDEST = 40  # bits of a number: beyond one digit of CPython's integers, which has 30
STARTS = 3  # the best input so far, then random ones
# Runs without any gain behind which a start is given up: one that is stuck takes time from the next.
PATIENCE = 800
READABLE = range(32, 127)  # the characters that are drawn

Leaves = list[int]  # floats by their ranks


def varied(
    subject: ScaledTarget,
    size: int,
    best: Mapping[int, Value],
    cost: int,
    runs: int,
    over: Callable[[], bool],
    seed: int = 0,
) -> dict[int, Value] | None:
    """A model of a size that costs more than the best one so far, or None."""
    census = Census()
    try:
        for name, shape in subject.shapes.items():
            shape.build(size, census, name)
    except ShapeError:
        return None  # lengths and choices are no leaves
    leaves = [_Leaf(domain) for domain in census.domains]
    if not leaves:
        return None
    with subject.counted.copies.installed():  # once: that takes longer than a run
        found = _searched(subject, size, leaves, best, cost, runs, over, Random(seed))
    if found is None:
        return None
    return {place: leaf.value(found[place]) for place, leaf in enumerate(leaves)}


def _searched(
    subject: ScaledTarget,
    size: int,
    leaves: Sequence[_Leaf],
    best: Mapping[int, Value],
    cost: int,
    runs: int,
    over: Callable[[], bool],
    random: Random,
) -> Leaves | None:
    found: Leaves | None = None
    for start in range(STARTS):
        values = [leaf.drawn(random) for leaf in leaves]
        if not start:
            values = [leaf.number(best.get(place)) for place, leaf in enumerate(leaves)]
        reached = _cost(subject, size, values)
        last = 0  # the run that gained
        for number in range(runs // STARTS):
            if number - last > PATIENCE or over():
                break
            changed = _changed(values, leaves, random)
            costs = _cost(subject, size, changed)
            if costs > reached:
                last = number
            if costs >= reached:
                values, reached = changed, costs
        if reached > cost:
            found, cost = values, reached
    return found


class _Leaf:
    """What one leaf may be."""

    def __init__(self, domain: Domain) -> None:
        self._low, self._high = ranks_of(domain)
        self._real = not isinstance(domain, Integers | Characters)
        self._chars = domain.chars if isinstance(domain, Characters) else None
        self._codes = [code for code in READABLE if self._chars is not None and code in self._chars]

    def drawn(self, random: Random) -> int:
        """A number of a random magnitude, or a readable character."""
        if self._chars is not None:
            return random.choice(self._codes) if self._codes else ord(self._chars.representative())
        number = random.getrandbits(random.randrange(WIDEST)) if random.random() < 0.9 else 0
        if self._low is None or self._low < 0:
            number = random.choice((number, -number))
        return self.within(rank(float(number)) if self._real else number + max(0, self._low or 0))

    def within(self, number: int) -> int:
        """The nearest number that the leaf may be."""
        if self._chars is not None:
            return number if number in self._chars else ord(self._chars.representative())
        if self._low is not None and number < self._low:
            return self._low
        return number if self._high is None or number <= self._high else self._high

    def number(self, value: Value | None) -> int:
        """A value as a number; floats by their ranks."""
        if value is None:
            return self.within(0)
        return rank(float(value)) if self._real else int(value)

    def value(self, number: int) -> Value:
        """The value of a number."""
        return unrank(number) if self._real else number


def _changed(values: Sequence[int], leaves: Sequence[_Leaf], random: Random) -> Leaves:
    changed = list(values)
    for _ in range(random.randint(1, MOST_CHANGES)):
        place = random.randrange(len(changed))
        match random.randrange(4):
            case 0:
                number = leaves[place].drawn(random)
            case 1:
                number = random.choice(changed) + random.randint(-1, 1)
            case 2:
                number = 2 * changed[place]
            case _:
                number = changed[place] // 2
        changed[place] = leaves[place].within(number)
    return changed


def _cost(subject: ScaledTarget, size: int, values: Sequence[int]) -> int:
    """What an input costs; -1 if it does not meet the precondition, or if the budget ends its run."""
    filler = Filler(iter(values))
    inputs = build_inputs(subject.shapes, size, filler)
    cost = subject.cost(inputs, subject.small_ops, size) if subject.admits(inputs) else -1
    return cost if cost < subject.small_ops else -1
