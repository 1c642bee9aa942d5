"""Random inputs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from slowpath.model.charset import CharSet
from slowpath.shape.alphabet import plain_part
from slowpath.shape.maker import PlainMaker

# The spans of numbers without bounds. Among ten numbers up to 10 some are equal, up to 1,000 few, and up
# to 2**31 none; some programs are slow on equal numbers, others on distinct ones.
_SPANS = (10, 1_000, 2**31)
# Those of inputs that only ask what a target takes, and of arguments of constructors: code may make a list as
# long as a number, and nothing stops that.
SMALL = (10,)
MODERATE = (10, 1_000)
# How often a character is not a readable one, if the alphabet has others. In a text of 16 characters
# there is one on average; with most characters strange, words and digits would hardly ever occur.
_STRANGE = 1 / 16


class Sampler(PlainMaker):
    """Decides every leaf at random; the same seed makes the same inputs."""

    def __init__(self, rng: Random, spans: Sequence[int] = _SPANS) -> None:
        """Numbers without bounds are within one of the `spans` of 0, or of the one bound that they have."""
        self._rng = rng
        self._spans = spans

    def integer(self, name: str, lo: int | None, hi: int | None) -> int:
        if lo is not None and hi is not None:
            return self._rng.randint(lo, hi)
        span = self._rng.choice(self._spans)
        if lo is None and hi is None:
            return self._rng.randint(-span, span)
        return lo + self._rng.randint(0, span) if lo is not None else (hi or 0) - self._rng.randint(0, span)

    def real(self, name: str, lo: float | None, hi: float | None) -> float:
        span = float(self._rng.choice(self._spans))
        low = lo if lo is not None else (-span if hi is None else hi - span)
        high = hi if hi is not None else (span if lo is None else lo + span)
        low, high = max(low, -1.7e308), min(high, 1.7e308)
        number = (
            low + (high - low) * self._rng.random() if math.isfinite(high - low) else self._wide(low, high)
        )
        if self._rng.random() < 0.5:
            number = float(round(number))  # equal and whole numbers are more common than chance makes them
        return min(max(number, low), high)

    def boolean(self, name: str) -> bool:
        return self._rng.random() < 0.5

    def text(self, name: str, length: int, alphabet: CharSet) -> str:
        plain = plain_part(alphabet)
        if len(plain) == len(alphabet):
            return "".join(self._rng.choices(plain, k=length))
        if not plain:
            return "".join(alphabet.pick(self._rng) for _ in range(length))
        return "".join(
            alphabet.pick(self._rng) if self._rng.random() < _STRANGE else self._rng.choice(plain)
            for _ in range(length)
        )

    def blob(self, name: str, length: int) -> bytes:
        return self._rng.randbytes(length)

    def choose(self, name: str, count: int, meaning: Sequence[str] = ()) -> int:
        return self._rng.randrange(count)

    def length(self, name: str, lo: int, hi: int) -> int:
        return self._rng.randint(lo, hi)

    def _wide(self, low: float, high: float) -> float:
        return self._rng.choice((low, high)) * self._rng.random()
