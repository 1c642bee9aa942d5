"""DynaMOSA: MOSA that aims only at goals which are open (Panichella, Kifetew and Tonella, 2018).

There, a goal opens when its control parents are covered. A loop can be reached although the one around it
never goes round as often as wanted, so here it opens when the way to its parents is found. A parent that
another search has reached is no aim here, so it keeps nothing closed.
"""

from __future__ import annotations

from slowpath.search.loops.algorithm import Thing
from slowpath.search.loops.algorithms.mosa import Mosa


class DynaMosa(Mosa[Thing]):
    """MOSA for the goals that are open."""

    name = "dynamosa"

    def wanted(self) -> list[int]:
        """Return the goals that are open and not covered."""
        closed = self.archive.closed
        fitness = [0.0 if goal in closed else best for goal, best in enumerate(self.archive.fitness)]
        return sorted(self.aims.open(fitness) - self.archive.covered)
