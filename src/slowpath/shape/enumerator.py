"""All inputs, smallest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from slowpath.errors import InputRejected
from slowpath.model.charset import CharSet
from slowpath.shape.alphabet import ranked
from slowpath.shape.maker import PlainMaker

Made = TypeVar("Made")


class Enumerator(PlainMaker):
    """Decides every leaf by its place in a sequence of choices: choice 0 is the smallest value.

    `every` replays all sequences. It goes by levels: at level k every choice is at most the k-th and one
    is the k-th. So it gets everywhere even where a leaf has infinitely many values, and ends where all
    have finitely many. Values with equal parts in another order (of a set) occur more than once.
    """

    def __init__(self) -> None:
        self._level = 0
        self._fixed: list[int] = []
        self._taken: list[tuple[int, int]] = []  # (choice, choices at this level)
        self._more = False

    def every(self, make: Callable[[], Made]) -> Iterator[Made]:
        """Yield what `make` returns under each sequence of choices that it asks this maker for."""
        self._level = 0
        while True:
            self._fixed, self._more = [], False
            while True:
                made = self._replayed(make)
                if made and (self._level == 0 or any(choice == self._level for choice, _ in self._taken)):
                    yield made[0]
                if not self._advance():
                    break
            if not self._more:
                return
            self._level += 1

    def integer(self, name: str, lo: int | None, hi: int | None) -> int:
        count = None if lo is None or hi is None else hi - lo + 1
        return nth_integer(self._choice(count), lo, hi)

    def real(self, name: str, lo: float | None, hi: float | None) -> float:
        if lo is not None and lo == hi:
            return lo
        return nth_real(self._choice(None), lo, hi)

    def boolean(self, name: str) -> bool:
        return bool(self._choice(2))

    def text(self, name: str, length: int, alphabet: CharSet) -> str:
        count = len(alphabet)
        return "".join(ranked(alphabet, self._choice(count)) for _ in range(length))

    def blob(self, name: str, length: int) -> bytes:
        return bytes(self._choice(256) for _ in range(length))

    def choose(self, name: str, count: int, meaning: Sequence[str] = ()) -> int:
        return self._choice(count)

    def length(self, name: str, lo: int, hi: int) -> int:
        return lo + self._choice(hi - lo + 1)

    def _choice(self, count: int | None) -> int:
        here = self._level + 1 if count is None else min(count, self._level + 1)
        self._more = self._more or count is None or count > here
        place = len(self._taken)
        choice = self._fixed[place] if place < len(self._fixed) else 0
        self._taken.append((choice, here))
        return choice

    def _replayed(self, make: Callable[[], Made]) -> tuple[Made, ...]:
        self._taken = []
        try:
            return (make(),)
        except InputRejected:
            return ()

    def _advance(self) -> bool:
        """Move on to the next sequence of choices of the level, or say that there is none."""
        for place in reversed(range(len(self._taken))):
            choice, count = self._taken[place]
            if choice + 1 < count:
                self._fixed = [each for each, _ in self._taken[:place]] + [choice + 1]
                return True
        return False


def nth_integer(n: int, lo: int | None, hi: int | None) -> int:
    """Return the n-th integer of a range by distance from zero: 0, 1, -1, 2, -2, ..."""
    start = max(0, lo if lo is not None else 0)
    start = min(start, hi) if hi is not None else start
    above = None if hi is None else hi - start
    below = None if lo is None else start - lo
    sides = [side for side in (above, below) if side is not None]
    both = min(sides, default=n)
    if n <= 2 * both:
        return start + (n + 1) // 2 if n % 2 else start - n // 2
    upwards = above is None or (below is not None and above > below)
    return start + (n - both) if upwards else start - (n - both)


def nth_real(n: int, lo: float | None, hi: float | None) -> float:
    """Return the n-th of a sequence of floats: 0, 0.5, -0.5, 1, ..., or ever finer parts of a range."""
    if lo is None and hi is None:
        return (n + 1) // 2 * (0.5 if n % 2 else -0.5) + 0.0
    if lo is None or hi is None:
        return lo + n * 0.5 if lo is not None else (hi or 0.0) - n * 0.5
    if n < 2:
        return hi if n else lo
    parts = 1 << (n - 1).bit_length()
    share = (2 * (n - 1) - parts + 1) / parts
    return lo * (1 - share) + hi * share
