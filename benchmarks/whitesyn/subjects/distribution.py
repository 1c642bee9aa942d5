"""A distribution over some integers: what EnumeratedIntegerDistribution of Commons Math documents."""

from __future__ import annotations

import math
from collections.abc import Sequence


class EnumeratedIntegerDistribution:
    """Integers, each with a probability. The weights that are given need not add up to 1."""

    def __init__(self, values: Sequence[int], weights: Sequence[float]) -> None:
        if len(values) != len(weights):
            raise ValueError(f"{len(values)} values and {len(weights)} weights")
        for weight in weights:
            if weight < 0 or math.isnan(weight) or math.isinf(weight):
                raise ValueError(f"{weight} is no weight")
        total = sum(weights)
        if total <= 0:
            raise ValueError("the weights are all zero")
        self._points = [(value, weight / total) for value, weight in zip(values, weights, strict=True)]

    def probability(self, x: int) -> float:
        """Return the probability of a value. Stands for EnumeratedIntegerDistribution.probability."""
        result = 0.0
        for value, share in self._points:  # loop probability
            if value == x:
                result += share
        return result

    def mean(self) -> float:
        """Return the expected value."""
        return sum(value * share for value, share in self._points)

    def support(self) -> tuple[int, int]:
        """Return the least and the greatest value with a probability above zero."""
        values = [value for value, share in self._points if share > 0]
        return min(values), max(values)
