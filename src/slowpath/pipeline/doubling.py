"""Costly inputs of a large size, grown from small ones by doubling.

A traced run of 10,000 lines makes a million decisions; a counted run takes a third of a second. So inputs of
a large size are not searched by their conditions. Small inputs are joined to inputs of twice the size in
several ways, counted runs tell which cost most, and those are joined again. A way says how the second
half stands to the first: the same again, backwards, larger, smaller, in between. Halves that interleave at
every level are what a merge sort takes longest for; ever smaller items, an insertion sort.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from slowpath.model.charset import CharSet
from slowpath.shape.alphabet import ANY
from slowpath.shape.base import Shape
from slowpath.shape.scalars import Integer
from slowpath.shape.sequences import Sequences
from slowpath.shape.strings import Blob, Text

WIDTH = 3  # inputs that go on to the next size: more are mostly other spellings of these
VARIED = 3  # times as many varied inputs are tried as are wanted: most of them cost less
CHANGED = 50  # one item in so many of a varied input changes its place: few enough to cost nearly as much
READABLE = CharSet([(48, 57), (97, 122)])  # of a large alphabet, lines are written in these

Items = list[Any] | str | bytes  # of a list, or the characters of a text
Ranks = list[int]
Embedding = Callable[[Ranks], list[Any] | None]
Join = Callable[[Ranks], Ranks]


@dataclass(frozen=True, slots=True)
class CountedInput:
    """An input, what its counted run costs, and how many leaves it puts out."""

    items: Items
    ops: int
    put_out: int


CountedRun = Callable[[Items], CountedInput | None]  # None if the run did not come to its end
Worth = Callable[[CountedInput], int]


def can_double(shape: Shape) -> bool:
    """Whether inputs of a shape are made of items of which the size says how many there are."""
    if isinstance(shape, Sequences):
        return shape.kind in ("list", "tuple", "deque", "iterator") and shape.length.lo == shape.length.hi
    return isinstance(shape, Text | Blob) and shape.length.lo == shape.length.hi


def embedding(shape: Shape, size: int) -> Embedding | None:
    """What writes ranks as items in the same order; None if items of the shape have no order of their own."""
    of = shape.of if isinstance(shape, Sequences) else None
    if isinstance(of, Integer):
        low, high = of.bounds(size)
        first = (0 if high is None or high >= 0 else high) if low is None else low
        return lambda ranks: _numbers(ranks, first, high)
    if isinstance(of, Text) and of.length.lo == of.length.hi:
        length = int(of.length.lo.at(size))
        letters = sorted(of.alphabet & READABLE or of.alphabet & ANY)
        return lambda ranks: _lines(ranks, letters, length)
    return None


def _numbers(ranks: Ranks, first: int, high: int | None) -> list[Any] | None:
    if high is not None and first + max(ranks) > high:
        return None
    return [first + rank for rank in ranks]


def _lines(ranks: Ranks, letters: Sequence[str], length: int) -> list[Any] | None:
    """Ranks as numbers of a fixed width: neighbours begin alike, which takes long to compare."""
    base = len(letters)
    if base < 2 or base**length <= max(ranks):
        return None
    return [_line(rank, letters, length) for rank in ranks]


def _line(rank: int, letters: Sequence[str], length: int) -> str:
    written = []
    for _ in range(length):
        rank, digit = divmod(rank, len(letters))
        written.append(letters[digit])
    return "".join(reversed(written))


def _joins(ranks: Ranks) -> Iterator[Ranks]:
    """Ranks of twice as many items: how the second half stands to the first."""
    above = max(ranks) + 1
    for second in (ranks, ranks[::-1]):
        yield [2 * rank for rank in ranks] + [2 * rank + 1 for rank in second]
        yield [2 * rank + 1 for rank in ranks] + [2 * rank for rank in second]
        yield [rank + above for rank in ranks] + second
        yield ranks + [rank + above for rank in second]
        yield ranks + second
    yield [rank + above * side for rank in ranks for side in (0, 1)]
    yield [rank + above * side for rank in ranks for side in (1, 0)]


@dataclass(frozen=True, slots=True)
class Doubling:
    """Grows inputs of a shape to a size. Once it is `late`, only the runs are made that it takes to end."""

    shape: Shape
    size: int
    run: CountedRun
    late: Callable[[], bool]

    def grown(self, seeds: Sequence[Items], worth: Worth, count: int, rng: Random) -> list[CountedInput]:
        """Inputs of the size, the most worthy first, `count` at most: grown by their order, repeated seeds,
        and variations of the best."""
        found = self._by_order(worth) + self._by_content(seeds, worth)
        if found:
            best = max(found, key=worth)
            found += self._varied(best.items, found, VARIED * count, rng)
        distinct = {(each.ops, each.put_out): each for each in sorted(found, key=worth)}
        return sorted(distinct.values(), key=worth, reverse=True)[:count]

    def _by_order(self, worth: Worth) -> list[CountedInput]:
        """Inputs that differ in the order of their items alone."""
        embed = embedding(self.shape, self.size)
        if embed is None:
            return []
        kept: list[Ranks] = [[0]]
        last: list[tuple[CountedInput, Ranks]] = []
        while len(kept[0]) < self.size:
            tried: dict[tuple[int, int], tuple[CountedInput, Ranks]] = {}
            for ranks in kept:
                for joined in _joins(ranks):
                    if tried and self.late():
                        break
                    now = joined[: self.size]
                    items = embed(now)
                    ran = None if items is None else self.run(items)
                    if ran is not None:
                        tried.setdefault((ran.ops, ran.put_out), (ran, now))
            if not tried:
                return []
            last = sorted(tried.values(), key=lambda each: -worth(each[0]))
            kept = [ranks for _, ranks in last[:WIDTH]]
        return [ran for ran, _ in last]

    def _by_content(self, seeds: Sequence[Items], worth: Worth) -> list[CountedInput]:
        """Inputs that repeat small ones."""
        found: list[CountedInput] = []
        for seed in seeds:
            if found and self.late():
                break
            if not seed:
                continue
            for repeated in (to_length(seed, self.size), to_length(_there_and_back(seed), self.size)):
                ran = self.run(repeated)
                if ran is not None:
                    found.append(ran)
        return sorted(found, key=worth, reverse=True)

    def _varied(
        self, items: Items, others: Sequence[CountedInput], count: int, rng: Random
    ) -> list[CountedInput]:
        """Inputs that differ from one in a few items."""
        found: list[CountedInput] = []
        for _ in range(count):
            if self.late():
                break
            ran = self.run(_changed(items, [each.items for each in others], rng))
            if ran is not None:
                found.append(ran)
        return found


def to_length(items: Items, length: int) -> Items:
    """Items again and again, as many as wanted."""
    return (items * -(-length // len(items)))[:length]


def _there_and_back(items: Items) -> Items:
    back: Any = items[::-1]
    joined: Items = items + back
    return joined


def _changed(items: Items, others: Sequence[Items], rng: Random) -> Items:
    """Items of which a few have changed places, or come from another input."""
    made = list(items)
    for _ in range(len(made) // CHANGED + 1):
        one, other = rng.randrange(len(made)), rng.randrange(len(made))
        if rng.random() < 0.5:
            made[one], made[other] = made[other], made[one]
        else:
            made[one] = rng.choice(others)[other]
    if isinstance(items, str):
        return "".join(made)
    return bytes(made) if isinstance(items, bytes) else made
