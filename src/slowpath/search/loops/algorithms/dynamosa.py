"""DynaMOSA: MOSA that aims only at goals which can be covered now.

A goal behind another one is no aim before that is covered (Panichella, Kifetew and Tonella, 2018).
"""

from __future__ import annotations

from slowpath.search.loops.algorithm import Thing
from slowpath.search.loops.algorithms.mosa import Mosa


class DynaMosa(Mosa[Thing]):
    """MOSA for the goals whose control parents are covered."""

    name = "dynamosa"

    def wanted(self) -> list[int]:
        """Return the goals that are not covered, and of which every parent is."""
        return sorted(self.goals.reachable(self.archive.covered))
