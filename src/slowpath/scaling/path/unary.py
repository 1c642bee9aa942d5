"""What the rows of single variables, and equal variables, leave of the domains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slowpath.expr.condition import EQ, LE
from slowpath.model.charset import CharSet
from slowpath.scaling.path.census import Domains
from slowpath.scaling.path.system import Block

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.int64]]

MEMBER = "in"


@dataclass(slots=True)
class Ranges:
    """Bounds, and sets, of groups of equal variables. `which` is the place of a group's set."""

    low: Array
    high: Array
    sets: list[CharSet | None]
    which: Array

    def start(self) -> Array:
        """The plainest values: nearest to zero, and readable characters."""
        import numpy as np

        values = np.clip(np.zeros_like(self.low), self.low, self.high)
        for place, chars in enumerate(self.sets):
            if chars:
                here = np.flatnonzero(self.which == place)
                character = ord(chars.representative())
                inside = (self.low[here] <= character) & (character <= self.high[here])
                values[here] = np.where(inside, character, self.low[here])
        return values

    def admit(self, values: Array) -> bool:
        """Whether all values are within the bounds and sets."""
        import numpy as np

        if ((values < self.low) | (values > self.high)).any():
            return False
        for place, chars in enumerate(self.sets):
            if chars is not None:
                found = np.unique(values[self.which == place])
                if not all(each in chars for each in found.tolist()):
                    return False
        return True

    def empty(self) -> bool:
        """Whether nothing is left of some group."""
        import numpy as np

        if (self.low > self.high).any():
            return True
        used = set(np.unique(self.which).tolist())
        return any(chars is not None and not chars and place in used for place, chars in enumerate(self.sets))


def grouped(blocks: Sequence[Block], count: int) -> Array:
    """The group of each variable: those that blocks say are equal are in one."""
    import numpy as np

    equal = [
        block
        for block in blocks
        if block.op == EQ
        and sorted(block.factors) == [-1, 1]
        and not block.ragged
        and not block.constant.any()
    ]
    if not equal:
        return np.arange(count)
    left = np.concatenate([block.columns[0] for block in equal])
    right = np.concatenate([block.columns[1] for block in equal])
    return components(count, left, right)


def components(count: int, left: Array, right: Array) -> Array:
    """The number of each variable's component, if pairs are joined; components in order of their first.

    In each round all roots hang themselves below the smallest root next to them.
    """
    import numpy as np

    root = np.arange(count)
    while True:
        one, two = root[left], root[right]
        apart = one != two
        if not apart.any():
            return np.unique(root, return_inverse=True)[1].astype(np.int64).reshape(-1)
        one, two, left, right = one[apart], two[apart], left[apart], right[apart]
        np.minimum.at(root, np.maximum(one, two), np.minimum(one, two))
        while not np.array_equal(above := root[root], root):
            root = above


def narrowed(blocks: Sequence[Block], domains: Domains, group: Array) -> Ranges:
    """What the domains and the blocks of single variables leave of each group; != is left out."""
    import numpy as np

    count = int(group.max()) + 1 if len(group) else 0
    info = np.iinfo(np.int64)
    low, high = np.full(count, info.min), np.full(count, info.max)
    np.maximum.at(low, group, domains.low)
    np.minimum.at(high, group, domains.high)
    ranges = Ranges(low, high, [None], np.zeros(count, np.int64))
    for place, chars in enumerate(domains.alphabets):
        if chars is not None:
            _restrict(ranges, np.unique(group[domains.alphabet == place]), chars)
    for block in blocks:
        if len(block.columns) != 1 or block.ragged:
            continue
        members = group[block.columns[0]]
        if block.op == MEMBER and block.chars is not None:
            _restrict(ranges, np.unique(members), block.chars)
        for sign in {LE: (1,), EQ: (1, -1)}.get(block.op, ()):
            factor, constant = sign * block.factors[0], sign * block.constant
            if factor > 0:
                np.minimum.at(high, members, -constant // factor)
            else:
                np.maximum.at(low, members, -(-constant // -factor))
    return ranges


def _restrict(ranges: Ranges, members: Array, chars: CharSet) -> None:
    """Intersect the sets of groups with one more."""
    import numpy as np

    before = ranges.which[members]
    for place in np.unique(before).tolist():
        known = ranges.sets[place]
        left = chars if known is None else known & chars
        if left not in ranges.sets:
            ranges.sets.append(left)
        here = members[before == place]
        ranges.which[here] = ranges.sets.index(left)
        if left:
            ranges.low[here] = np.maximum(ranges.low[here], left.lowest)
            ranges.high[here] = np.minimum(ranges.high[here], left.highest)
