"""How a cost grows with the size of the input."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from slowpath.model.cost import Number

_RISING = 0.3  # by how much the slope of an exponential cost rises over the last sizes, at least


@dataclass(frozen=True, slots=True)
class GrowthTerm:
    """One term of a fitted cost: factor * base^n * n^power * log2(n)^logs * n!^factorials."""

    factor: float
    base: float = 1.0
    power: float = 0.0
    logs: int = 0
    factorials: int = 0

    def at(self, size: float) -> float:
        """The term's value, by logarithms: a huge base^n meets a tiny factor without overflow."""
        if self.factor == 0 or (self.logs and size == 1):
            return 0.0
        scale = math.log(abs(self.factor)) + self.log_at(size)
        return math.copysign(math.exp(scale) if scale < 709 else math.inf, self.factor)

    def log_at(self, size: float) -> float:
        """The natural logarithm of the term at `size` (> 1 where it has a log), its factor left out."""
        value = size * math.log(self.base) + self.power * math.log(size)
        if self.logs:
            value += self.logs * math.log(math.log2(size))
        return value + self.factorials * math.lgamma(size + 1)

    @property
    def shape(self) -> str:
        """The term without its factor: "n^2", "n log n", "1.62^n", "1"."""
        parts = []
        if self.power:
            parts.append("n" if self.power == 1 else f"n^{_short(self.power)}")
        if self.logs:
            parts.append("log n" if self.logs == 1 else f"log^{self.logs} n")
        if self.base != 1:
            parts.append(f"{_short(self.base)}^n")
        if self.factorials:
            parts.append("n!")
        return " ".join(parts) or "1"


@dataclass(frozen=True, slots=True)
class Growth:
    """The growth of a cost, with its evidence.

    `points` are (size, cost), sizes ascending. `klass` is "O(n^2)" and the like, or None when the
    points do not tell; `why` then says what is missing, and otherwise what speaks against the class.
    `exponent` is the local slope of log cost against log size at the large end, None for an
    exponential or factorial class, whose slope has no limit. `ratios` are cost quotients of
    neighbouring sizes, `residual` the relative misfit of the chosen class, `confidence` from 0 to 1
    how clearly it beats the others. `terms` is the fitted cost, leading term first.
    """

    points: tuple[tuple[int, Number], ...]
    klass: str | None
    exponent: float | None
    confidence: float
    ratios: tuple[float, ...] = ()
    residual: float | None = None
    why: str = ""
    terms: tuple[GrowthTerm, ...] = ()

    @property
    def explodes(self) -> bool:
        """Whether the class is beyond every power of n."""
        return self.klass is not None and self.exponent is None

    @property
    def words(self) -> str:
        """The class, or how the last sizes grow if the points do not tell one.

        A slope that rises from size to size has no limit that these points tell: it is a lower bound.
        """
        if self.klass is not None:
            return self.klass
        if self.exponent is None:
            return "growth unknown"
        usable = [(math.log(size), math.log(cost)) for size, cost in self.points if size > 0 and cost > 0]
        slopes = [(y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in pairwise(usable)]
        rises = len(slopes) > 1 and slopes[-1] > slopes[-2] + _RISING
        return f"{'faster than' if rises else 'about'} n^{self.exponent:.1f}"


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
