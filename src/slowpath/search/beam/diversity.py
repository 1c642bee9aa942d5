"""How far paths differ, by the decisions they share (Zhang, Elbaum and Dwyer, ASE 2011, II.B)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from slowpath.values.path import Path


def common(one: Path, other: Path) -> int:
    """How many decisions two paths make alike before they part."""
    if one.taken == other.taken and one.sites == other.sites:
        return len(one.taken)
    pairs = zip(
        zip(one.taken, one.sites, strict=True), zip(other.taken, other.sites, strict=True), strict=False
    )
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def difference(one: Path, other: Path) -> int:
    """How many decisions the shorter of two paths makes after they part."""
    return min(len(one.taken), len(other.taken)) - common(one, other)


def differs(path: Path, others: Iterable[Path], least: float) -> bool:
    """Whether a path parts from each of others, with at least so many decisions left to both."""
    return all(difference(path, other) >= max(least, 1) for other in others)
