"""Small cores: which few of many conditions contradict each other.

Elimination, orders and Z3 name the conditions that a contradiction comes from; enumeration and HiGHS name
all. None of them names the fewest. Here conditions are left out, many at a time and then one by one, as long
as the rest is known to be contradictory. So a core is minimal, as far as the solver can tell, unless the
limit on time ends the search for it; what is left then is a core all the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values, Variables
from slowpath.solve.verdict import Solver, Unsat, Verdict

Clock = Callable[[], float]

# For one core. A relaxation asks for hundreds; a core that is too large costs it one wrong choice.
SECONDS = 0.2


class SmallCores:
    """Answers as the solver inside, but names fewer conditions that contradict each other."""

    def __init__(self, inside: Solver, seconds: float = SECONDS, clock: Clock = time.monotonic) -> None:
        self._inside = inside
        self._seconds = seconds
        self._clock = clock

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict:
        verdict = self._inside.solve(conditions, variables, hint)
        if not isinstance(verdict, Unsat):
            return verdict
        return Unsat(self.smaller(conditions, verdict.core, variables))

    def smaller(
        self, conditions: Sequence[Condition], core: Sequence[int], variables: Variables
    ) -> tuple[int, ...]:
        """Places of conditions that contradict each other, of those in a core; minimal if there is time."""
        deadline = self._clock() + self._seconds
        left = list(core)
        length = len(left) // 2
        while length:
            first = 0
            while first < len(left) and len(left) > 1:
                if self._clock() >= deadline:
                    return tuple(left)
                rest = left[:first] + left[first + length :]
                known = self._contradiction(conditions, rest, variables)
                if known is None:
                    first += length
                else:
                    left = known  # what was tried before it is needed still
                    first = min(first, len(left))
            length //= 2
        return tuple(left)

    def _contradiction(
        self, conditions: Sequence[Condition], places: Sequence[int], variables: Variables
    ) -> list[int] | None:
        """The places of a core of some of the conditions; None if they are not known to be contradictory."""
        if not places:
            return None
        verdict = self._inside.solve([conditions[place] for place in places], variables)
        return [places[place] for place in verdict.core] if isinstance(verdict, Unsat) else None
