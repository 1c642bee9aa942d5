"""Variables of which a remainder is known: x = modulus * q + remainder, solved for q.

The rows stay rows of the same kind over the quotients, exactly. Hash tables ask such questions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from slowpath.scaling.path.census import FREE
from slowpath.scaling.path.rows import Table
from slowpath.scaling.path.system import Block
from slowpath.scaling.path.unary import Ranges

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

MODULUS = "mod"
LARGEST = 1 << 20  # the common multiple of all moduli, at most


@dataclass(frozen=True, slots=True)
class Remainders:
    """A common modulus, and the remainder that each group of variables has."""

    modulus: int
    remainder: Array

    def whole(self, quotients: Array) -> Array:
        """The variables themselves."""
        return quotients * self.modulus + self.remainder

    def ranges(self, ranges: Ranges) -> Ranges:
        """Bounds of the quotients."""
        import numpy as np

        modulus, remainder = self.modulus, self.remainder
        if modulus == 1:
            return ranges
        low = np.where(ranges.low > -FREE, -((remainder - ranges.low) // modulus), -FREE)
        high = np.where(ranges.high < FREE, (ranges.high - remainder) // modulus, FREE)
        return Ranges(low, high, ranges.sets, ranges.which)

    def orders(self, rows: Table) -> Table:
        """Rows of <= over the quotients: what is left over is rounded away."""
        if self.modulus == 1:
            return rows
        pairs, long = self._rests(rows)
        return Table(
            rows.x, rows.y, pairs // self.modulus, replace(rows.sums, constant=-(-long // self.modulus))
        )

    def differences(self, rows: Table) -> Table:
        """Rows of != over the quotients; those that the remainders satisfy are gone."""
        if self.modulus == 1:
            return rows
        pairs, long = self._rests(rows)
        kept, kept_long = pairs % self.modulus == 0, long % self.modulus == 0
        longer = replace(rows.sums.only(kept_long), constant=long[kept_long] // self.modulus)
        return Table(rows.x[kept], rows.y[kept], pairs[kept] // self.modulus, longer)

    def _rests(self, rows: Table) -> tuple[Array, Array]:
        """The numbers of pairs and sums after the remainders have been moved there."""
        remainder = self.remainder
        return rows.c - remainder[rows.x] + remainder[rows.y], rows.sums.totals(remainder)


def remainders(blocks: Sequence[Block], group: Array) -> Remainders | None:
    """The least remainders that the blocks admit; None where they admit none, or the modulus is too large."""
    import numpy as np

    count = int(group.max()) + 1 if len(group) else 0
    asked = [(block, block.residues) for block in blocks if block.residues is not None]
    modulus = math.lcm(1, *[residues[0] for _, residues in asked])
    if modulus > LARGEST:
        return None
    sets: list[frozenset[int] | None] = [None]
    which = np.zeros(count, np.int64)
    for block, (own, allowed) in asked:
        every = frozenset(each for each in range(modulus) if each % own in allowed)
        members = np.unique(group[block.columns[0]])
        before = which[members]
        for place in np.unique(before).tolist():
            known = sets[place]
            left = every if known is None else known & every
            if not left:
                return None
            if left not in sets:
                sets.append(left)
            which[members[before == place]] = sets.index(left)
    least = np.array([min(each) if each else 0 for each in sets], np.int64)
    return Remainders(modulus, least[which])
