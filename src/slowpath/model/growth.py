"""How a cost grows with the size of the input."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.model.cost import Number


@dataclass(frozen=True, slots=True)
class Growth:
    """The growth of a cost, with its evidence.

    `points` are (size, cost), sizes ascending. `klass` is "O(n^2)" and the like, or None when the
    points do not tell; `why` then says what is missing. `exponent` is the local slope of log cost
    against log size at the large end. `ratios` are cost quotients of neighbouring sizes, `residual`
    the relative misfit of the chosen class, `confidence` from 0 to 1 how clearly it beats the others.
    """

    points: tuple[tuple[int, Number], ...]
    klass: str | None
    exponent: float | None
    confidence: float
    ratios: tuple[float, ...] = ()
    residual: float | None = None
    why: str = ""
