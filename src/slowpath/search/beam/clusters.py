"""Groups of neighbouring states: Algorithm 2 of Zhang, Elbaum and Dwyer (ASE 2011).

States stand in depth-first order, so a state is most like its neighbours, and how far one differs from the
next is how many decisions the search takes back in between: no pair is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Clusters:
    """Consecutive groups of states; `least` is the smallest gap between two of them, 0 for one group."""

    groups: tuple[range, ...]
    least: int

    def are_diverse(self, wanted: int, look_ahead: int) -> bool:
        """Whether there are as many groups as wanted, each gap at least look_ahead / groups."""
        return len(self.groups) >= wanted and (
            len(self.groups) == 1 or self.least * len(self.groups) >= look_ahead
        )


def clusters(gaps: Sequence[int], wanted: int) -> Clusters:
    """Split states at their `wanted - 1` largest gaps; of equal ones at the first.

    `gaps[i]` is how far state i differs from state i - 1; that of the first is not looked at. States that
    do not differ are not parted, so there may be fewer groups.
    """
    if not gaps:
        return Clusters((), 0)
    cuts = nlargest(wanted - 1, range(1, len(gaps)), key=lambda place: (gaps[place], -place))
    cuts = sorted(cut for cut in cuts if gaps[cut] > 0)
    ends = [0, *cuts, len(gaps)]
    groups = tuple(range(first, end) for first, end in pairwise(ends))
    return Clusters(groups, min((gaps[cut] for cut in cuts), default=0))
