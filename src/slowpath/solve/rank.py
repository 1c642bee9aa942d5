"""Floats as integers of the same order, so that comparing floats is an order on integers.

The rank of a float is its distance from zero in steps to the next float: x < y exactly when
rank(x) < rank(y), and the two zeros have one rank.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator

from slowpath.expr.variable import Domain, Reals, bounds_of

_SIGN = 1 << 63  # the sign bit of a float, as that of a 64-bit integer


def rank(value: float) -> int:
    """The rank of a float that is not NaN."""
    bits: int = struct.unpack("<q", struct.pack("<d", value))[0]
    return bits if bits >= 0 else -(bits + _SIGN)


def unrank(place: int) -> float:
    """The float of a rank."""
    value: float = struct.unpack("<d", struct.pack("<q", abs(place)))[0]
    return value if place >= 0 else -value


def ranks_of(domain: Domain) -> tuple[int | None, int | None]:
    """The least and the largest value of a domain, floats by their ranks."""
    return (rank(domain.lo), rank(domain.hi)) if isinstance(domain, Reals) else bounds_of(domain)


def plainer(value: float) -> Iterator[float]:
    """Floats around `value` that are shorter to write, shortest first."""
    for digits in range(16):
        scale = 10.0**digits
        if not abs(value * scale) < 1e15:
            return
        below, above = math.floor(value * scale), math.ceil(value * scale)
        for step in (below, above, below - 1, above + 1):
            yield step / scale
